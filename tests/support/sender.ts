import { mailLanes } from '#domains/mail/send-mails.ts';
import type { Mailer } from '#server/mailer.ts';
import { makeMailer } from '#server/mailer.ts';
import { readEnv } from '#server/env.ts';
import type { Worker } from '#server/lane-worker.ts';
import { makeWorker } from '#server/lane-worker.ts';
import type { TestRuntime } from './runtime.ts';
import { PATIENT } from './smtp.ts';

export type OutgoingMail = Parameters<Mailer['send']>[0];

/** A mail server in memory. @param send rejects what it does not take */
export const mailerOf = (send: (mail: OutgoingMail) => Promise<void>): Mailer => ({
  kind: 'smtp',
  send,
  sendTrial: (mail) => send(mail).then(() => 'tls'),
  close: () => undefined,
});

type SenderParts = Parameters<typeof mailLanes>[0];

/** Sends mails and nothing else, as the server's worker does. @param stopMs how long a stop waits */
export const makeMailSender = ({ stopMs, ...parts }: SenderParts & { stopMs?: number }): Worker =>
  makeWorker(parts.log, mailLanes(parts), stopMs);

/** The server's own mailer with a test's mail server. */
export const smtpMailer = (rt: TestRuntime, url: string, timeouts = PATIENT) =>
  makeMailer(readEnv({ DATA_DIR: rt.dataDir, SMTP_URL: url }), timeouts);

export const makeTestSender = (rt: TestRuntime, url: string, timeouts = PATIENT) =>
  makeMailSender({ ...rt, mailer: smtpMailer(rt, url, timeouts) });

export const mailRow = (rt: TestRuntime, id: string) =>
  rt.db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** Sends due mails one by one to a server that accepts all. @returns them in the order of turns */
export async function sendDue(rt: TestRuntime): Promise<OutgoingMail[]> {
  const mails: OutgoingMail[] = [];
  const send = (mail: OutgoingMail) => Promise.resolve(void mails.push(mail));
  const lanes = mailLanes({ ...rt, mailer: { ...rt.mailer, send } });
  await makeWorker(
    rt.log,
    lanes.map((lane) => ({ ...lane, atOnce: 1 })),
  ).drain();
  return mails;
}
