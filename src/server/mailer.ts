import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { SendMailOptions, Transporter } from 'nodemailer';
import { domainOf } from '#lib/mail-address.ts';
import { oneLine } from '#lib/text.ts';
import { dataPaths } from './data-folder.ts';
import { publish, syncPath } from './durable-file.ts';
import type { Env } from './env.ts';
import { mailFileName } from './mail-files.ts';

interface OutgoingMail {
  id: string;
  /** null for mails of the product. */
  hostName: string | null;
  to: string;
  replyTo: string | null;
  subject: string;
  text: string;
  html: string;
  messageId: string;
  date: Date;
  /** By which a report about it is known; without it, none is waited for. */
  returnId?: string | null;
  /** To a family: from the sender of letters. */
  isToFamily?: boolean;
  /** More headers, as they are; the same for each attempt. */
  headers?: Readonly<Record<string, string>>;
}

/** How a connection was encrypted: from its beginning, by STARTTLS, or not at all. */
export type Secrecy = 'tls' | 'starttls' | 'plain';

export interface Mailer {
  readonly kind: 'smtp' | 'files';
  /** Resolves once the mail has been accepted. @throws Error if that is not certain */
  send(mail: OutgoingMail): Promise<void>;
  /** The same by a connection of its own, to test the settings. @returns how it was reached */
  sendTrial(mail: OutgoingMail): Promise<Secrecy>;
  close(): void;
}

interface MailerTimeouts {
  connect: number;
  greeting: number;
  /** Between two replies; spam checks can take a while. */
  silence: number;
  whole: number;
}

const TIMEOUTS: MailerTimeouts = {
  connect: 10_000,
  greeting: 10_000,
  silence: 20_000,
  whole: 60_000,
};

export const makeMailer = (env: Env, timeouts = TIMEOUTS): Mailer =>
  env.SMTP_URL === undefined ? makeFileMailer(env) : makeSmtpMailer(env, env.SMTP_URL, timeouts);

/** At once. */
export const SMTP_CONNECTIONS = 8;

/**
 * A connection serves several mails, if they follow each other. One that the server has closed
 * meanwhile is replaced before a byte of the next mail is sent, and never after.
 */
const POOL = {
  pool: true,
  maxConnections: SMTP_CONNECTIONS,
  maxMessages: 100,
  idleTimeout: 1000,
  maxRequeues: 1,
} as const;

function makeSmtpMailer(env: Env, smtpUrl: string, timeouts: MailerTimeouts): Mailer {
  const options = {
    name: new URL(env.PUBLIC_URL).hostname,
    connectionTimeout: timeouts.connect,
    greetingTimeout: timeouts.greeting,
    socketTimeout: timeouts.silence,
  };
  const underWay = new Set<AbortController>();
  let pool: Promise<Transporter> | undefined;
  // Loaded with the first mail.
  const open = async (url: string, more: object = {}): Promise<Transporter> =>
    (await import('nodemailer')).createTransport({ ...options, url, ...more });
  const sendBy = async (transport: Transporter, mail: OutgoingMail): Promise<void> => {
    const ending = new AbortController();
    const late = setTimeout(() => ending.abort(), timeouts.whole);
    underWay.add(ending);
    try {
      await transport.sendMail({ ...messageOf(env, mail), signal: ending.signal });
    } finally {
      clearTimeout(late);
      underWay.delete(ending);
    }
  };
  return {
    kind: 'smtp',
    async send(mail) {
      await sendBy(await (pool ??= open(withoutPlainPasswords(smtpUrl), POOL)), mail);
    },
    async sendTrial(mail) {
      const { protocol, searchParams } = new URL(smtpUrl);
      const asSet = withoutPlainPasswords(smtpUrl);
      if (searchParams.get('ignoreTLS') !== 'true') {
        try {
          await sendBy(await open(requiringTls(smtpUrl)), mail);
          return protocol === 'smtps:' ? 'tls' : 'starttls';
        } catch (error) {
          const isRefused = new URL(asSet).searchParams.get('requireTLS') === 'true';
          if (isRefused || (error as { code?: string }).code !== 'ETLS') throw error;
        }
      }
      await sendBy(await open(asSet), mail);
      return 'plain';
    },
    close() {
      for (const ending of underWay) ending.abort();
      void pool?.then((one) => one.close());
    },
  };
}

/** Unless the URL itself says ?requireTLS=false. */
function withoutPlainPasswords(smtpUrl: string): string {
  const { protocol, username, searchParams } = new URL(smtpUrl);
  const isOpen = protocol !== 'smtp:' || username === '' || searchParams.has('requireTLS');
  return isOpen ? smtpUrl : requiringTls(smtpUrl);
}

function requiringTls(smtpUrl: string): string {
  const url = new URL(smtpUrl);
  url.searchParams.set('requireTLS', 'true');
  return url.href;
}

/** .eml files; private, since they contain one-time links. */
function makeFileMailer(env: Env): Mailer {
  const { mail: folder, temporary } = dataPaths(env.DATA_DIR);
  const write = async (mail: OutgoingMail): Promise<void> => {
    const { createTransport } = await import('nodemailer');
    const toBuffer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
    const { message } = await toBuffer.sendMail(messageOf(env, mail));
    const name = mailFileName(mail);
    const draft = path.join(temporary, name);
    try {
      await writeFile(draft, message as Buffer, { mode: 0o600 });
      if (await mkdir(folder, { recursive: true, mode: 0o700 })) await syncPath(env.DATA_DIR);
      await publish(draft, path.join(folder, name));
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  };
  return {
    kind: 'files',
    send: write,
    sendTrial: (mail) => write(mail).then(() => 'plain'),
    close: () => undefined,
  };
}

/** Found in what comes back where the address cannot say it. */
const RETURN_HEADER = 'X-Tsukidayori-ID';

const AUTOMATIC = { 'Auto-Submitted': 'auto-generated' };

/**
 * Deterministic, so that a retry sends the same bytes. Addresses are objects, so that no part of one
 * is parsed as another recipient.
 */
function messageOf(env: Env, mail: OutgoingMail): SendMailOptions {
  const sender = mail.isToFamily === true ? env.MAIL_FROM_LETTERS : env.MAIL_FROM;
  const name = mail.hostName === null ? sender.name : `${oneLine(mail.hostName)}（つきだより）`;
  return {
    from: { name, address: sender.address },
    to: { name: '', address: mail.to },
    ...(mail.replyTo !== null && { replyTo: { name: '', address: oneLine(mail.replyTo) } }),
    subject: oneLine(mail.subject),
    text: mail.text,
    html: mail.html,
    messageId: mail.messageId,
    date: mail.date,
    headers: {
      ...AUTOMATIC,
      ...Object.fromEntries(Object.entries(mail.headers ?? {}).map(asTheyAre)),
      ...(mail.returnId && env.BOUNCE_URL !== undefined && { [RETURN_HEADER]: mail.returnId }),
    },
    ...returning(env, mail, sender.address),
    // Japanese in quoted-printable is no shorter.
    encoding: 'base64',
    textEncoding: 'base64',
    baseBoundary: mail.id,
    xMailer: false,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...signing(env, sender.address),
  };
}

/** Where reports go to, and that they are asked for where the server can give them (RFC 3461). */
function returning({ BOUNCE_URL, BOUNCE_ADDRESS }: Env, mail: OutgoingMail, sender: string) {
  const { returnId: id, to } = mail;
  if (!id || BOUNCE_URL === undefined) return {};
  return {
    envelope: { from: BOUNCE_ADDRESS?.replace('*', id) ?? sender, to },
    dsn: { id, return: 'headers', notify: ['failure', 'delay'] },
  } satisfies SendMailOptions;
}

/** What is signed where a mail has it: as RFC 8058 wants it, which the library's own list is not. */
const SIGNED = [
  ...['from', 'reply-to', 'to', 'subject', 'date', 'message-id', 'auto-submitted'],
  ...['mime-version', 'content-type', 'content-transfer-encoding'],
  ...['list-id', 'list-unsubscribe', 'list-unsubscribe-post'],
].join(':');

/** For the sender's own domain, without a time: a retry has the same signature. */
function signing({ DKIM_KEY, DKIM_SELECTOR }: Env, from: string): Pick<SendMailOptions, 'dkim'> {
  if (DKIM_KEY === undefined || DKIM_SELECTOR === undefined) return {};
  const keys = { keySelector: DKIM_SELECTOR, privateKey: DKIM_KEY };
  return { dkim: { domainName: domainOf(from), ...keys, headerFieldNames: SIGNED } };
}

/** A folded URL is none. */
const asTheyAre = ([name, value]: [string, string]) =>
  [name, { prepared: true, value: oneLine(value) }] as const;
