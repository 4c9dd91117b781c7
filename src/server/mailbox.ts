import type { ImapFlow, ImapFlowOptions } from 'imapflow';

/** A message that nobody has read. */
export interface Unread {
  bytes: Buffer;
  /** When the server got it. */
  at: Date;
}

/** Why a mailbox cannot be read: for the operator, in `returned/last-reading.ts`. */
export type MailboxTrouble = 'away' | 'login' | 'insecure' | 'folder' | 'other';

export class MailboxError extends Error {
  readonly trouble: MailboxTrouble;
  /** For the log; what a server says may name somebody. */
  readonly signs: Record<string, unknown>;

  constructor(trouble: MailboxTrouble, cause: unknown) {
    super(`mailbox: ${trouble}`, { cause });
    this.name = 'MailboxError';
    this.trouble = trouble;
    const { code, responseStatus, serverResponseCode } = (cause ?? {}) as Record<string, unknown>;
    this.signs = { trouble, code, responseStatus, serverResponseCode };
  }
}

/** More is a picture or a film that somebody has sent. */
const MOST_BYTES = 256 * 1024;
/** Never that a server may fill the memory. */
const LARGEST = { maxLiteralSize: 2 * MOST_BYTES, maxLineLength: 4_000_000 };

const PATIENCE = { connectionTimeout: 20_000, greetingTimeout: 15_000, socketTimeout: 60_000 };

interface Asked {
  /** Messages at most. */
  most: number;
  isStopped: () => boolean;
}

/**
 * Reads what is unread, oldest first, and marks it as read once `take` has ended; what was understood
 * goes to the folder of `?move=`. Nothing is ever deleted.
 * @param take @returns whether it was understood; null leaves it unread
 * @returns whether there are more
 * @throws MailboxError
 */
export async function readUnread(
  url: string,
  { most, isStopped }: Asked,
  take: (message: Unread) => Promise<boolean | null>,
): Promise<boolean> {
  const { options, folder, move } = parseMailboxUrl(url);
  const client = await connect(options);
  try {
    await naming('folder', () => client.mailboxOpen(folder));
    const uids = await done(client, () => client.search({ seen: false }, { uid: true }));
    const mark = async (uid: number, isUnderstood: boolean): Promise<void> => {
      unmarked.set(`${url} ${uid}`, isUnderstood);
      await done(client, () => client.messageFlagsAdd(`${uid}`, ['\\Seen'], { uid: true }));
      unmarked.delete(`${url} ${uid}`);
      if (isUnderstood && move !== null) await moveTo(client, uid, move);
    };
    const left = uids.filter((uid) => !unmarked.has(`${url} ${uid}`));
    let marked = 0;
    for (const uid of left.slice(0, most)) {
      if (isStopped()) break;
      const message = await fetch(client, uid);
      if (message === null) continue;
      const isUnderstood = await take(message);
      if (isUnderstood === null) continue;
      await mark(uid, isUnderstood);
      marked++;
    }
    const hasMore = marked > 0 && left.length > most;
    if (!hasMore) await markAgain(url, uids, mark);
    return hasMore;
  } finally {
    await client.logout().catch(() => client.close());
  }
}

/** What was read and took no mark, and whether it was understood: it holds up none behind it. */
const unmarked = new Map<string, boolean>();

/** @throws MailboxError if the line was lost */
async function markAgain(
  url: string,
  uids: readonly number[],
  mark: (uid: number, isUnderstood: boolean) => Promise<void>,
): Promise<void> {
  for (const uid of uids) {
    const isUnderstood = unmarked.get(`${url} ${uid}`);
    if (isUnderstood !== undefined) await mark(uid, isUnderstood);
  }
}

function parseMailboxUrl(text: string) {
  const { protocol, hostname, port, username, password, pathname, searchParams } = new URL(text);
  const isTls = protocol === 'imaps:';
  // As with SMTP_URL: a password goes out in the open only where the URL says so.
  const isOpen = searchParams.get('requireTLS') === 'false';
  const options: ImapFlowOptions = {
    ...{ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || (isTls ? 993 : 143)) },
    secure: isTls,
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    ...(!isTls && !isOpen && { doSTARTTLS: true }),
    ...(isOpen && { tls: { rejectUnauthorized: false } }),
    ...{ logger: false, disableAutoIdle: true, ...PATIENCE, ...LARGEST },
  };
  const folder = decodeURIComponent(pathname.replace(/^\//, '')) || 'INBOX';
  return { options, folder, move: searchParams.get('move') };
}

async function connect(options: ImapFlowOptions): Promise<ImapFlow> {
  // Loaded with the first reading.
  const client = new (await import('imapflow')).ImapFlow(options);
  // What is under way fails by itself.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    client.close();
    throw new MailboxError(whyUnconnected(error), error);
  }
}

function whyUnconnected(error: unknown): MailboxTrouble {
  const { authenticationFailed, tlsFailed, code = '' } = error as Record<string, unknown>;
  if (authenticationFailed === true) return 'login';
  const isAboutTls = tlsFailed === true || /CERT|SSL|TLS|ALTNAME/.test(String(code));
  return isAboutTls ? 'insecure' : 'away';
}

/** null if somebody has removed it meanwhile, or the server cannot give it. */
async function fetch(client: ImapFlow, uid: number): Promise<Unread | null> {
  const asked = { source: { maxLength: MOST_BYTES }, internalDate: true };
  const found = await inOther(() => client.fetchOne(`${uid}`, asked, { uid: true }));
  if (!found || !found.source) return null;
  return { bytes: found.source, at: new Date(found.internalDate ?? Date.now()) };
}

async function moveTo(client: ImapFlow, uid: number, folder: string): Promise<void> {
  const move = () => client.messageMove(`${uid}`, folder, { uid: true });
  const isMoved = await move().catch(() => false as const);
  if (isMoved) return;
  await naming('folder', async () => {
    await client.mailboxCreate(folder);
    if (!(await move())) throw new Error(`cannot move to ${folder}`);
  });
}

const inOther = <T>(ask: () => Promise<T>): Promise<T> => naming('other', ask);

/** The library says false where a server says no, or nothing any more. */
async function done<T>(client: ImapFlow, ask: () => Promise<T | false | undefined>): Promise<T> {
  const answer = await inOther(ask);
  if (answer !== false && answer !== undefined) return answer;
  throw new MailboxError(client.usable ? 'other' : 'away', null);
}

async function naming<T>(trouble: MailboxTrouble, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    const { code } = error as { code?: string };
    const isAway = /^(NoConnection|EConnectionClosed|ETIMEOUT|E[A-Z]+)$/.test(code ?? '');
    throw new MailboxError(isAway ? 'away' : trouble, error);
  }
}
