import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { SendMailOptions } from 'nodemailer';
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

export interface Mailer {
  readonly kind: 'smtp' | 'files';
  /** Resolves once the mail has been accepted. @throws Error if that is not certain */
  send(mail: OutgoingMail): Promise<void>;
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

const COMPOSING = { streamTransport: true, buffer: true, newline: 'windows' } as const;

/** Loaded with the first mail. */
const nodemailer = () => import('nodemailer');

export const makeMailer = (env: Env, timeouts = TIMEOUTS): Mailer =>
  env.SMTP_URL === undefined ? makeFileMailer(env) : makeSmtpMailer(env, env.SMTP_URL, timeouts);

/** One connection per mail: an idle one might have been dropped by the server. */
function makeSmtpMailer(env: Env, url: string, timeouts: MailerTimeouts): Mailer {
  const { protocol, username } = new URL(url);
  const options = {
    // No unencrypted passwords, unless the URL has ?requireTLS=false.
    requireTLS: protocol === 'smtp:' && username !== '',
    name: new URL(env.PUBLIC_URL).hostname,
    connectionTimeout: timeouts.connect,
    greetingTimeout: timeouts.greeting,
    socketTimeout: timeouts.silence,
    url,
  };
  const closing = new AbortController();
  return {
    kind: 'smtp',
    async send(mail) {
      const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(timeouts.whole)]);
      const { createTransport } = await nodemailer();
      await createTransport(options).sendMail({ ...compose(env, mail), signal });
    },
    close() {
      closing.abort();
    },
  };
}

/** .eml files; private, since they contain one-time links. */
function makeFileMailer(env: Env): Mailer {
  const { mail: folder, temporary } = dataPaths(env.DATA_DIR);
  return {
    kind: 'files',
    async send(mail) {
      const { createTransport } = await nodemailer();
      const composer = createTransport(COMPOSING);
      const { message } = await composer.sendMail(compose(env, mail));
      const name = mailFileName(mail);
      const draft = path.join(temporary, name);
      await writeFile(draft, message, { mode: 0o600 });
      if (await mkdir(folder, { recursive: true, mode: 0o700 })) await syncPath(env.DATA_DIR);
      await publish(draft, path.join(folder, name));
    },
    close: () => undefined,
  };
}

/** Addresses as objects, so that no part of one is parsed as another recipient. */
function compose({ MAIL_FROM }: Env, mail: OutgoingMail): SendMailOptions {
  const name = mail.hostName === null ? MAIL_FROM.name : `${oneLine(mail.hostName)}（つきだより）`;
  return {
    from: { name, address: MAIL_FROM.address },
    to: { name: '', address: mail.to },
    ...(mail.replyTo !== null && { replyTo: { name: '', address: oneLine(mail.replyTo) } }),
    subject: oneLine(mail.subject),
    text: mail.text,
    html: mail.html,
    messageId: mail.messageId,
    date: mail.date,
    headers: { 'Auto-Submitted': 'auto-generated' },
    xMailer: false,
    // Deterministic, so that a retry sends the same bytes.
    baseBoundary: mail.id,
  };
}
