import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { MimeNodeHeaders } from 'nodemailer/lib/mime-node';
import type SMTPPool from 'nodemailer/lib/smtp-pool';
import { oneLine } from '#lib/text.ts';
import { dataPaths } from './data-folder.ts';
import { publish, syncPath } from './durable-file.ts';
import type { Env } from './env.ts';
import { mailFileName } from './mail-files.ts';

export interface OutgoingMail {
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
}

/** How a connection was encrypted: from its beginning, by STARTTLS, or not at all. */
export type Secrecy = 'tls' | 'starttls' | 'plain';

export interface Mailer {
  readonly kind: 'smtp' | 'files';
  /**
   * Resolves once the mail has been accepted. @throws Error if that is not certain
   * @param onSent told how the mail server was reached, if one was
   */
  send(mail: OutgoingMail, onSent?: (secrecy: Secrecy) => void): Promise<void>;
  close(): void;
}

export interface MailerTimeouts {
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

/** Loaded with the first mail. */
const nodemailer = () => import('nodemailer');

const loadMimeNode = () => import('nodemailer/lib/mime-node');
let mimeNode: ReturnType<typeof loadMimeNode> | undefined;

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

function makeSmtpMailer(env: Env, url: string, timeouts: MailerTimeouts): Mailer {
  const { protocol, username } = new URL(url);
  const options = {
    // No unencrypted passwords; the URL's own ?requireTLS=true or false comes before it.
    requireTLS: protocol === 'smtp:' && username !== '',
    name: new URL(env.PUBLIC_URL).hostname,
    connectionTimeout: timeouts.connect,
    greetingTimeout: timeouts.greeting,
    socketTimeout: timeouts.silence,
    url,
  };
  const underWay = new Set<AbortController>();
  let pool: Promise<SMTPPool> | undefined;
  const openPool = async (): Promise<SMTPPool> => {
    const { default: Pool } = await import('nodemailer/lib/smtp-pool');
    return new Pool({ ...options, ...POOL });
  };
  return {
    kind: 'smtp',
    async send(mail, onSent) {
      const ending = new AbortController();
      const late = setTimeout(() => ending.abort(), timeouts.whole);
      underWay.add(ending);
      try {
        const message = await composed(env, mail);
        if (!onSent) {
          await sendBy(await (pool ??= openPool()), message, ending.signal);
          return;
        }
        const { logger, secrecy } = watchSecrecy();
        const transport = (await nodemailer()).createTransport({ ...options, logger });
        await transport.sendMail({ ...message, signal: ending.signal });
        onSent(secrecy());
      } finally {
        clearTimeout(late);
        underWay.delete(ending);
      }
    },
    close() {
      for (const ending of underWay) ending.abort();
      void pool?.then((one) => one.close());
    },
  };
}

type Composed = Awaited<ReturnType<typeof composed>>;

/** As it is, since nodemailer's `sendMail` would take the mail apart and compose it again. */
function sendBy(
  pool: SMTPPool,
  { envelope, raw, messageId }: Composed,
  signal: AbortSignal,
): Promise<unknown> {
  const message = {
    getEnvelope: () => envelope,
    messageId: () => messageId,
    getHeader: () => messageId,
    createReadStream: () => Readable.from(raw),
  };
  const mail = { data: { signal }, message } as unknown as Parameters<SMTPPool['send']>[0];
  return new Promise((resolve, reject) => {
    pool.send(mail, (error, info) => (error ? reject(error) : resolve(info)));
  });
}

/** What the URL asks for says little: a server may offer no STARTTLS. Only the log tells it. */
function watchSecrecy() {
  let secrecy: Secrecy = 'plain';
  const info = (_entry: unknown, message: string, ...values: unknown[]): void => {
    if (message.includes(' established to ') && values[0] === 'Secure connection') secrecy = 'tls';
    if (message === 'Connection upgraded with STARTTLS') secrecy = 'starttls';
  };
  const silent = (): void => undefined;
  const logger = { info, trace: silent, debug: silent, warn: silent, error: silent, fatal: silent };
  return { logger, secrecy: () => secrecy };
}

/** .eml files; private, since they contain one-time links. */
function makeFileMailer(env: Env): Mailer {
  const { mail: folder, temporary } = dataPaths(env.DATA_DIR);
  return {
    kind: 'files',
    async send(mail) {
      const { raw } = await composed(env, mail);
      const name = mailFileName(mail);
      const draft = path.join(temporary, name);
      await writeFile(draft, raw, { mode: 0o600 });
      if (await mkdir(folder, { recursive: true, mode: 0o700 })) await syncPath(env.DATA_DIR);
      await publish(draft, path.join(folder, name));
    },
    close: () => undefined,
  };
}

/**
 * Whole, since what is composed while it is sent goes out in ten small writes. Both bodies are
 * written here, as nodemailer's `build` would: its streams take longer than all else about a mail.
 */
async function composed(env: Env, mail: OutgoingMail) {
  const { default: Node } = await (mimeNode ??= loadMimeNode());
  // Deterministic, so that a retry sends the same bytes.
  const node = new Node('multipart/alternative', { baseBoundary: mail.id, textEncoding: 'base64' });
  node.setHeader(headersOf(env, mail));
  const head = node.buildHeaders();
  const next = `\r\n--${String(node.boundary)}`;
  const bodies = [bodyOf('plain', mail.text), bodyOf('html', mail.html)];
  const raw = [`${head}\r\n`, ...bodies.map((body) => `\r\n${body}`)].join(next) + `${next}--\r\n`;
  return { envelope: node.getEnvelope(), raw: Buffer.from(raw), messageId: mail.messageId };
}

/** Japanese in quoted-printable is no shorter. */
function bodyOf(kind: 'plain' | 'html', text: string): string {
  const lines = [
    `Content-Type: text/${kind}; charset=utf-8`,
    'Content-Transfer-Encoding: base64',
    '',
  ];
  const encoded = Buffer.from(text).toString('base64');
  for (let at = 0; at < encoded.length; at += 76) lines.push(encoded.slice(at, at + 76));
  return lines.join('\r\n');
}

/** Addresses as objects, so that no part of one is parsed as another recipient. */
function headersOf({ MAIL_FROM }: Env, mail: OutgoingMail): MimeNodeHeaders {
  const name = mail.hostName === null ? MAIL_FROM.name : `${oneLine(mail.hostName)}（つきだより）`;
  return {
    'Auto-Submitted': 'auto-generated',
    From: { name, address: MAIL_FROM.address },
    To: { name: '', address: mail.to },
    ...(mail.replyTo !== null && { 'Reply-To': { name: '', address: oneLine(mail.replyTo) } }),
    Subject: oneLine(mail.subject),
    'Message-ID': mail.messageId,
    Date: mail.date,
  };
}
