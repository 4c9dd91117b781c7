import type { ChildProcess } from 'node:child_process';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { isListening } from '../listening.ts';
import { freePort } from '../server.ts';

const run = promisify(execFile);

const POSTFIX = '/usr/sbin/postfix';
const DOVECOT = '/usr/sbin/dovecot';
const LMTP = '/usr/lib/dovecot/lmtp';
const NOBODY = 65534;

/** They start as root, and give up its rights. */
export const hasMailServers = (): boolean =>
  [POSTFIX, DOVECOT, LMTP].every((file) => existsSync(file)) && process.getuid?.() === 0;

export const MAIL_SERVERS_MISSING =
  'no Postfix and Dovecot here, or not as root (apt-get install postfix dovecot-imapd dovecot-lmtpd)';

/** Of the mailboxes; any other address there does not exist, which is told after it was taken. */
interface Mailboxes {
  /** Names before the @. */
  good: string[];
  full: string[];
  /** From a name to an address elsewhere. */
  forwards: Record<string, string>;
  /** From a domain to a transport of Postfix, such as `error:5.4.4 …`. */
  transports: Record<string, string>;
}

/** A real mail server with its mailboxes, both Debian's, on ports of their own. */
export interface MailServers {
  smtpUrl: string;
  /** Of bounces@tayori.example, in the open. */
  imapUrl: string;
  /** Messages that wait. */
  queued: () => Promise<number>;
  /** Kills Dovecot, and starts it again. */
  restartDovecot: () => Promise<void>;
  log: () => Promise<string>;
  stop: () => Promise<void>;
}

export const FAMILIES = 'families.example';
export const OURS = 'tayori.example';
const PASSWORD = 'secret';

export async function startMailServers(mailboxes: Mailboxes): Promise<MailServers> {
  // Sockets have short names.
  const home = await mkdtemp('/tmp/tayori-mail-');
  await chmod(home, 0o755);
  const [smtp, imap, lmtp] = [await freePort(), await freePort(), await freePort()];
  const dovecot = await prepareDovecot(path.join(home, 'd'), mailboxes, imap, lmtp);
  let child = await startDovecot(dovecot, imap);
  const config = await preparePostfix(path.join(home, 'p'), mailboxes, smtp, lmtp);
  await run(POSTFIX, ['-c', config, 'start']);
  while (!(await isListening(smtp))) await sleep(50);
  const log = async (): Promise<string> =>
    (await readFile(path.join(home, 'p/log'), 'utf8').catch(() => '')) +
    (await readFile(path.join(home, 'd/log'), 'utf8').catch(() => ''));
  const kill = async (signal: NodeJS.Signals): Promise<void> => {
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
  return {
    smtpUrl: `smtp://127.0.0.1:${smtp}`,
    imapUrl: `imap://bounces%40${OURS}:${PASSWORD}@127.0.0.1:${imap}/INBOX?requireTLS=false`,
    async queued() {
      const { stdout } = await run('/usr/sbin/postqueue', ['-c', config, '-j']);
      return stdout.split('\n').filter((line) => line !== '').length;
    },
    async restartDovecot() {
      await kill('SIGTERM');
      child = await startDovecot(dovecot, imap);
    },
    log,
    async stop() {
      await run(POSTFIX, ['-c', config, 'abort']).catch(() => undefined);
      await kill('SIGTERM');
      await rm(home, { recursive: true, force: true });
    },
  };
}

async function startDovecot(config: string, port: number): Promise<ChildProcess> {
  const child = spawn(DOVECOT, ['-F', '-c', config], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error(`Dovecot did not start:\n${said}`);
    await sleep(20);
  }
  return child;
}

async function prepareDovecot(
  home: string,
  { good, full }: Mailboxes,
  imap: number,
  lmtp: number,
): Promise<string> {
  const mail = path.join(home, 'mail');
  await mkdir(mail, { recursive: true });
  await chown(mail, NOBODY, NOBODY);
  const user = (address: string, more = ''): string =>
    `${address}:{PLAIN}${PASSWORD}:${NOBODY}:${NOBODY}::${mail}/${address}::${more}`;
  const users = [
    user(`bounces@${OURS}`),
    ...good.map((name) => user(`${name}@${FAMILIES}`)),
    ...full.map((name) => user(`${name}@${FAMILIES}`, 'userdb_quota_rule=*:bytes=10')),
  ];
  await writeFile(path.join(home, 'users'), `${users.join('\n')}\n`);
  const config = path.join(home, 'dovecot.conf');
  await writeFile(
    config,
    `base_dir = ${home}/run
state_dir = ${home}/state
log_path = ${home}/log
protocols = imap lmtp
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
first_valid_uid = 1
mail_location = maildir:~/Maildir
recipient_delimiter = +
passdb {
  driver = passwd-file
  args = ${home}/users
}
userdb {
  driver = passwd-file
  args = ${home}/users
}
mail_plugins = quota
plugin {
  quota = maildir:mailbox
}
namespace inbox {
  inbox = yes
}
service imap-login {
  inet_listener imap {
    port = ${imap}
  }
  inet_listener imaps {
    port = 0
  }
}
service lmtp {
  inet_listener lmtp {
    address = 127.0.0.1
    port = ${lmtp}
  }
}
`,
  );
  return config;
}

async function preparePostfix(
  home: string,
  { forwards, transports }: Mailboxes,
  smtp: number,
  lmtp: number,
): Promise<string> {
  const config = path.join(home, 'etc');
  for (const folder of ['etc', 'queue', 'data']) {
    await mkdir(path.join(home, folder), { recursive: true });
  }
  await run('/bin/chown', ['postfix', path.join(home, 'data')]);
  const table = (name: string, rows: Record<string, string>): Promise<void> =>
    writeFile(
      path.join(config, name),
      Object.entries(rows)
        .map(([key, value]) => `${key} ${value}\n`)
        .join(''),
    );
  const aliases = Object.entries(forwards).map(
    ([name, to]) => [`${name}@${FAMILIES}`, to] as const,
  );
  await table('aliases', Object.fromEntries(aliases));
  await table('transports', transports);
  await writeFile(
    path.join(config, 'main.cf'),
    `compatibility_level = 3.6
queue_directory = ${home}/queue
data_directory = ${home}/data
maillog_file = ${home}/log
maillog_file_prefixes = ${home}
myhostname = mx.${OURS}
mydestination =
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mynetworks = 127.0.0.0/8
virtual_mailbox_domains = ${FAMILIES}, ${OURS}
virtual_transport = lmtp:inet:127.0.0.1:${lmtp}
virtual_alias_maps = texthash:${config}/aliases
transport_maps = texthash:${config}/transports
smtpd_reject_unlisted_recipient = no
recipient_delimiter = +
smtp_host_lookup = native
delay_warning_time = 1s
queue_run_delay = 1s
minimal_backoff_time = 1s
maximal_backoff_time = 2s
maximal_queue_lifetime = 15s
bounce_queue_lifetime = 1d
`,
  );
  await writeFile(
    path.join(config, 'master.cf'),
    `127.0.0.1:${smtp} inet n - n - - smtpd
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
relay unix - - n - - smtp
showq unix n - n - - showq
error unix - - n - - error
retry unix - - n - - error
discard unix - - n - - discard
local unix - n n - - local
virtual unix - n n - - virtual
lmtp unix - - n - - lmtp
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
`,
  );
  return config;
}
