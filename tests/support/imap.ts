import { once } from 'node:events';
import type { Socket } from 'node:net';
import { createServer } from 'node:net';

interface KeptMail {
  uid: number;
  raw: string;
  flags: Set<string>;
  at: Date;
}

/** What fails, and before which command. */
type Fault = (command: string, words: string) => 'drop' | 'refuse' | undefined;

export interface TestImap {
  url: string;
  folders: Map<string, KeptMail[]>;
  fault: Fault;
  /** Commands that came, without their words. */
  asked: string[];
  put: (raw: string, at?: Date) => KeptMail;
  close: () => Promise<void>;
}

const PASSWORD = 'secret word';

/** Enough of IMAP (RFC 3501) for a mailbox that is read, marked and sorted. */
export async function startImap(): Promise<TestImap> {
  const folders = new Map<string, KeptMail[]>([['INBOX', []]]);
  const sockets = new Set<Socket>();
  let nextUid = 1;
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    socket.on('close', () => sockets.delete(socket));
    serve(socket, imap);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const auth = `bounces:${encodeURIComponent(PASSWORD)}`;
  const imap: TestImap = {
    url: `imap://${auth}@127.0.0.1:${address.port}/INBOX?requireTLS=false`,
    folders,
    fault: () => undefined,
    asked: [],
    put(raw, at = new Date()) {
      const mail = { uid: nextUid++, raw, flags: new Set<string>(), at };
      folders.get('INBOX')?.push(mail);
      return mail;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  return imap;
}

function serve(socket: Socket, imap: TestImap): void {
  let open: KeptMail[] = [];
  let name = '';
  let rest = '';
  const say = (line: string): void => void socket.write(`${line}\r\n`, 'latin1');
  const find = (uids: string): KeptMail[] =>
    open.filter(({ uid }) => uids.split(',').includes(`${uid}`));
  const act: Record<string, (tag: string, words: string) => string> = {
    CAPABILITY: () => (say('* CAPABILITY IMAP4rev1 MOVE NAMESPACE'), 'OK'),
    NOOP: () => 'OK',
    LOGIN: (_tag, words) =>
      words === `"bounces" "${PASSWORD}"` || words === `bounces "${PASSWORD}"`
        ? 'OK'
        : 'NO [AUTHENTICATIONFAILED] wrong',
    LIST: () => (say('* LIST () "/" "INBOX"'), 'OK'),
    LSUB: () => 'OK',
    NAMESPACE: () => (say('* NAMESPACE (("" "/")) NIL NIL'), 'OK'),
    SUBSCRIBE: () => 'OK',
    SELECT(_tag, words) {
      name = words.replaceAll('"', '');
      const folder = imap.folders.get(name);
      if (!folder) return 'NO [NONEXISTENT] no such folder';
      open = folder;
      say('* FLAGS (\\Seen)');
      say('* OK [PERMANENTFLAGS (\\Seen \\*)] ok');
      say(`* ${open.length} EXISTS`);
      say('* OK [UIDVALIDITY 1] ok');
      say('* OK [UIDNEXT 9999] ok');
      return 'OK [READ-WRITE]';
    },
    CREATE(_tag, words) {
      imap.folders.set(words.replaceAll('"', ''), []);
      return 'OK';
    },
    'UID SEARCH'() {
      const unseen = open.filter(({ flags }) => !flags.has('\\Seen'));
      say(`* SEARCH ${unseen.map(({ uid }) => uid).join(' ')}`.trim());
      return 'OK';
    },
    'UID FETCH'(_tag, words) {
      const [uids = ''] = words.split(' ');
      const most = Number(/<0\.(\d+)>/.exec(words)?.[1] ?? Infinity);
      for (const mail of find(uids)) {
        const some = mail.raw.slice(0, most);
        const partial = most < Infinity ? '<0>' : '';
        const seen = [...mail.flags].join(' ');
        const date = internalDate(mail.at);
        say(
          `* ${open.indexOf(mail) + 1} FETCH (UID ${mail.uid} FLAGS (${seen}) INTERNALDATE "${date}" BODY[]${partial} {${some.length}}\r\n${some})`,
        );
      }
      return 'OK';
    },
    'UID STORE'(_tag, words) {
      for (const mail of find(words.split(' ')[0] ?? '')) mail.flags.add('\\Seen');
      return 'OK';
    },
    'UID MOVE'(_tag, words) {
      const [uids = '', ...to] = words.split(' ');
      const folder = imap.folders.get(to.join(' ').replaceAll('"', ''));
      if (!folder) return 'NO [TRYCREATE] no such folder';
      for (const mail of find(uids)) {
        say(`* ${open.indexOf(mail) + 1} EXPUNGE`);
        open.splice(open.indexOf(mail), 1);
        folder.push(mail);
      }
      return 'OK';
    },
    LOGOUT: () => (say('* BYE'), 'OK'),
  };
  socket.setNoDelay(true);
  say('* OK [CAPABILITY IMAP4rev1 MOVE NAMESPACE] ready');
  socket.setEncoding('latin1').on('data', (text: string) => {
    rest += text;
    for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
      const line = rest.slice(0, end);
      rest = rest.slice(end + 2);
      const [, tag = '*', command = '', words = ''] =
        /^(\S+) ((?:UID )?\w+) ?(.*)$/i.exec(line) ?? [];
      const named = command.toUpperCase();
      imap.asked.push(named);
      const fault = imap.fault(named, words);
      if (fault === 'drop') return void socket.destroy();
      const answer = fault === 'refuse' ? 'NO' : (act[named]?.(tag, words) ?? 'BAD unknown');
      say(`${tag} ${answer} done`);
      if (named === 'LOGOUT') socket.end();
    }
  });
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

function internalDate(at: Date): string {
  const two = (n: number): string => String(n).padStart(2, '0');
  const time = [at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()].map(two).join(':');
  return `${two(at.getUTCDate())}-${MONTHS[at.getUTCMonth()]}-${at.getUTCFullYear()} ${time} +0000`;
}
