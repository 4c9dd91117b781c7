import type { ChildProcess } from 'node:child_process';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { isListening } from './listening.ts';
import { freePort } from './server.ts';

const SSHD = '/usr/sbin/sshd';

export const hasSshd = (): boolean => existsSync(SSHD);

export const SSHD_MISSING = 'no sshd here (apt-get install openssh-server)';

/** A real SFTP server: Debian's OpenSSH, for this user, with a folder of its own. */
interface Sshd {
  /** `sftp://user@127.0.0.1:port/folder`, of an empty folder. */
  url: string;
  /** The folder's path on this machine. */
  folder: string;
  /** The key that it lets in. */
  keyFile: string;
  /** As in a file of known hosts. */
  hostKey: string;
  child: ChildProcess;
  stop: () => Promise<void>;
}

/** Without a passphrase; the public one has `.pub`. */
export const makeKey = (file: string, type = 'ed25519'): void =>
  void execFileSync('ssh-keygen', ['-q', '-t', type, '-N', '', '-f', file]);

/** @throws Error with its log if it does not start */
export async function startSshd(): Promise<Sshd> {
  const home = await mkdtemp(path.join(os.tmpdir(), 'tsukidayori-sshd-'));
  const at = (name: string): string => path.join(home, name);
  makeKey(at('host_key'));
  makeKey(at('host_key_ecdsa'), 'ecdsa');
  makeKey(at('client_key'));
  await writeFile(at('authorized_keys'), await readFile(at('client_key.pub')));
  // It gives up its rights in there, as root.
  if (process.getuid?.() === 0) await mkdir('/run/sshd', { recursive: true });
  const port = await freePort();
  await writeFile(at('sshd_config'), configuration(home, port));
  const child = spawn(SSHD, ['-D', '-e', '-f', at('sshd_config')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'close');
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (log += text));
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error(`sshd did not start:\n${log}`);
  }
  const folder = at('places');
  await mkdir(folder);
  return {
    url: `sftp://${os.userInfo().username}@127.0.0.1:${port}${folder}`,
    folder,
    keyFile: at('client_key'),
    hostKey: await readFile(at('host_key.pub'), 'utf8'),
    child,
    async stop() {
      child.kill();
      await ended;
      await rm(home, { recursive: true });
    },
  };
}

const configuration = (home: string, port: number): string => `
ListenAddress 127.0.0.1
Port ${port}
HostKey ${home}/host_key
HostKey ${home}/host_key_ecdsa
AuthorizedKeysFile ${home}/authorized_keys
PidFile none
UsePAM no
StrictModes no
PasswordAuthentication no
PermitRootLogin yes
Subsystem sftp internal-sftp
`;
