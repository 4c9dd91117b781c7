import { kindOf, sentenceOf } from './cause.ts';
import type { RecipientStatus } from './delivery-status.ts';
import { readFields, readStatuses } from './delivery-status.ts';
import type { Message } from './parse-message.ts';
import { parseMessage } from './parse-message.ts';
import { isByMachine, isByMailer, isDelay, mildestOf, readPlainReport } from './plain-report.ts';
import type { Returned } from './take-returned.ts';

/** What a message says. */
export type Report =
  | ({ what: 'came back' } & Pick<Returned, 'kind' | 'enhanced' | 'sentence' | 'recipients'>)
  /** Still under way; written by a machine for people; or by people, or in a form that we do not know. */
  | { what: 'delayed' | 'auto-reply' | 'not understood' };

/** Reads any bytes. Never throws. */
export async function readReport(bytes: Uint8Array): Promise<Report> {
  try {
    const message = await parseMessage(bytes);
    return (
      readComplaint(message) ??
      readStatusReport(message) ??
      readRejection(message) ??
      readByMailer(message) ??
      readUnclear(message) ?? { what: isAutoReply(message) ? 'auto-reply' : 'not understood' }
    );
  } catch {
    return { what: 'not understood' };
  }
}

/** RFC 5965; `not-spam` takes one back, `auth-failure` is about who sends in our name. */
const COMPLAINTS = new Set(['abuse', 'fraud', 'virus', 'other', 'miscategorized', 'opt-out']);
/** The subject of a provider that sends the letter alone. */
const ABOUT_COMPLAINT = /^complaint about message from /i;

function readComplaint({ feedbacks, subject, hasLetter }: Message): Report | null {
  const [feedback] = feedbacks;
  if (feedback === undefined) {
    return ABOUT_COMPLAINT.test(subject) && hasLetter ? complaint('abuse') : null;
  }
  const [type] = /^[\w-]+/.exec(valuesOf('feedback-type', feedback)[0] ?? '') ?? [];
  if (type === undefined) return null;
  return COMPLAINTS.has(type) ? complaint(type) : { what: 'auto-reply' };
}

/** In lower case. */
const valuesOf = (name: string, part: string): string[] =>
  readFields(part).flatMap((group) => group.get(name)?.toLowerCase() ?? []);

const complaint = (type: string): Report => ({
  what: 'came back',
  kind: 'complaint',
  enhanced: null,
  recipients: [],
  sentence: `Feedback-Type: ${type}`,
});

/** A letter has one recipient: several are those to whom its mailbox passes it on. */
function readStatusReport(message: Message): Report | null {
  const statuses = message.statuses.flatMap((text) => readStatuses(text));
  if (statuses.length === 0) return null;
  // One of them has it, or may still get it.
  if (statuses.some(({ action }) => action !== 'failed')) return { what: 'delayed' };
  const recipients = statuses.map(({ recipient }) => recipient).filter((one) => one.includes('@'));
  const worst = mildestOf(statuses.map((one) => failureOf(one, message)));
  if (worst === undefined) return null;
  const { kind, status, words } = worst;
  const locals = statuses.flatMap(({ recipient, original }) => [recipient, original]);
  return cameBack({ kind, status, recipients, sentence: sentenceOf(words, locals) });
}

function failureOf({ status, isPermanent, diagnostic }: RecipientStatus, { text }: Message) {
  const isExact = status !== null && !/^\d\.0\.0$/.test(status);
  // Some say in the text alone what it was.
  const words = diagnostic === '' && !isExact ? text.slice(0, 4000) : diagnostic;
  const kind = kindOf({ status: isExact ? status : null, isPermanent, words }) ?? 'soft';
  return { kind, status, words: words === '' ? (status ?? '') : words };
}

/** By Sieve and some mailboxes: a receipt that says no (RFC 8098). */
const REFUSED = /^[^;]*;\s*(?:deleted|denied|failed)/;

function readRejection(message: Message): Report | null {
  const { dispositions } = message;
  if (dispositions.length === 0) return null;
  const said = dispositions.flatMap((part) => valuesOf('disposition', part));
  if (!said.some((value) => REFUSED.test(value))) return { what: 'auto-reply' };
  const report = readPlainReport(message);
  return report ? cameBack(report) : unclear(message);
}

function readByMailer(message: Message): Report | null {
  if (!isByMailer(message)) return null;
  if (isDelay(message)) return { what: 'delayed' };
  const report = readPlainReport(message);
  return report ? cameBack(report) : null;
}

const cameBack = (read: NonNullable<ReturnType<typeof readPlainReport>>): Report => {
  const { status: enhanced, ...said } = read;
  return { what: 'came back', enhanced, ...said };
};

/** By a machine, about a mail: it came back, whatever it says. */
const readUnclear = (message: Message): Report | null =>
  isByMachine(message) && !AUTOMATIC_SUBJECT.test(message.subject) ? unclear(message) : null;

const unclear = ({ text, subject }: Message): Report => ({
  what: 'came back',
  kind: 'unclear',
  enhanced: null,
  recipients: [],
  sentence: sentenceOf(text, []) || sentenceOf(subject, []) || '…',
});

const AUTOMATIC_SUBJECT =
  /^\s*(?:auto(?:matic|mated)?[ :-]|auto-?reply|out of (?:the )?office|vacation|away|自動(?:返信|応答|送信)|不在)|自動返信|自動応答|out of office/i;

/** RFC 3834, and what was there before it. */
const isAutoReply = ({ header, subject }: Message): boolean =>
  (header('auto-submitted') !== '' && header('auto-submitted') !== 'no') ||
  /auto.?reply|junk/.test(header('precedence')) ||
  header('x-autoreply') !== '' ||
  header('x-autorespond') !== '' ||
  header('x-autogenerated') !== '' ||
  AUTOMATIC_SUBJECT.test(subject);
