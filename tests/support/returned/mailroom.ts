import { runDeliveries } from '#domains/delivery/monthly-run.ts';
import type { Returned } from '#domains/delivery/returned/take-returned.ts';
import { returnedLane } from '#domains/delivery/returned/watch-mailbox.ts';
import { makeWorker } from '#server/lane-worker.ts';
import { makeMailer } from '#server/mailer.ts';
import { makeDelivering, tokyo } from '../delivery.ts';
import type { TestImap } from '../imap.ts';
import { startImap } from '../imap.ts';
import type { TestRuntime } from '../runtime.ts';
import { makeRuntime } from '../runtime.ts';
import { makeMailSender } from '../sender.ts';
import type { Received, TestSmtp } from '../smtp.ts';
import { PATIENT, startSmtp } from '../smtp.ts';
import type { SentLetter } from './reports.ts';

/** A server on the 1st, its mail server and the mailbox of what comes back. */
export interface Mailroom {
  rt: TestRuntime;
  smtp: TestSmtp;
  imap: TestImap;
  /** As what follows a report would keep it: the second one of a letter is known. */
  taken: Returned[];
  answers: string[];
}

export async function openMailroom(settings: Record<string, string> = {}): Promise<Mailroom> {
  const [smtp, imap] = await Promise.all([startSmtp(), startImap()]);
  const room = { smtp, imap, taken: [], answers: [], rt: await openRuntime(imap.url, settings) };
  return room;
}

/** With other settings, and nothing sent yet. */
export async function reopen(
  room: Mailroom,
  settings: Record<string, string>,
  url = room.imap.url,
): Promise<void> {
  room.rt = await openRuntime(url, settings);
}

async function openRuntime(url: string, settings: Record<string, string>): Promise<TestRuntime> {
  const given = { MAIL_FROM: 'tayori@example.jp', BOUNCE_URL: url, ...settings };
  const rt = await makeRuntime(given);
  rt.clock.set(tokyo('2026-11-01T09:00'));
  return rt;
}

export const closeMailroom = ({ smtp, imap }: Mailroom) =>
  Promise.all([smtp.close(), imap.close()]);

export function readReturned({ rt, taken, answers }: Mailroom): Promise<void> {
  const take = (_rt: unknown, returned: Returned) => {
    const answer = taken.some(({ mailId }) => mailId === returned.mailId) ? 'known' : 'taken';
    if (answer === 'taken') taken.push(returned);
    answers.push(answer);
    return Promise.resolve<'known' | 'taken'>(answer);
  };
  return makeWorker(rt.log, [returnedLane(rt, take)]).drain();
}

export const sendAll = ({ rt, smtp }: Mailroom): Promise<void> =>
  makeMailSender({ ...rt, mailer: makeMailer({ ...rt.env, SMTP_URL: smtp.url }, PATIENT) }).drain();

/** @returns all that was sent, as its servers know it */
export async function sendLetters(room: Mailroom, families = 1): Promise<SentLetter[]> {
  await makeDelivering(room.rt, { families });
  await runDeliveries(room.rt);
  await sendAll(room);
  return room.smtp.received.map(toSent).toSorted((one, other) => (one.to < other.to ? -1 : 1));
}

const toSent = ({ from, to, messageId, mail }: Received): SentLetter => ({
  from,
  to: to[0] ?? '',
  messageId,
  headers: mail.raw.slice(0, mail.raw.indexOf('Content-Type:')),
});

export async function sendLetter(room: Mailroom): Promise<SentLetter> {
  const [letter] = await sendLetters(room);
  if (!letter) throw new Error('no letter was sent');
  return letter;
}

export async function idOf({ rt }: Mailroom, { to }: Pick<SentLetter, 'to'>): Promise<string> {
  const found = rt.db.selectFrom('outbox').select('id').where('recipient', '=', to);
  return (await found.executeTakeFirstOrThrow()).id;
}

export const inbox = ({ imap }: Mailroom) => imap.folders.get('INBOX') ?? [];

export const unread = (room: Mailroom) => inbox(room).filter(({ flags }) => !flags.has('\\Seen'));
