import type { Attachment, Email } from 'postal-mime';
import { RETURN_ID } from '#domains/mail/return-id.ts';

/** What a report may be read from. */
export interface Message {
  /** Its first value, in lower case; empty without it. */
  header: (name: string) => string;
  subject: string;
  /** What a person would read, without the letter that comes back. */
  text: string;
  /** RFC 3464: its parts with fields. */
  statuses: string[];
  /** RFC 5965. */
  feedbacks: string[];
  /** RFC 8098. */
  dispositions: string[];
  hasLetter: boolean;
  /** All that looks like the id of a letter. */
  marks: string[];
}

/** No report needs more. */
const LIMITS = { maxNestingDepth: 20, maxHeadersSize: 128 * 1024 };

/** A report has a handful of parts; each costs, and thousands would hold up the letters. */
const MOST_DASHED_LINES = 500;

/** @throws Error for what is no message, or could have too many parts */
export async function parseMessage(bytes: Uint8Array): Promise<Message> {
  if (countDashedLines(bytes) > MOST_DASHED_LINES) throw new Error('too many parts');
  // Loaded with the first message.
  const { default: PostalMime } = await import('postal-mime');
  const email = await PostalMime.parse(bytes, { ...LIMITS, forceRfc822Attachments: true });
  const parts = email.attachments.map(({ mimeType, ...part }) => ({
    type: mimeType,
    text: textOf(part),
  }));
  const ofType = (type: RegExp): string[] =>
    parts.flatMap((part) => (type.test(part.type) ? [part.text] : []));
  const text = wordsOf(email);
  const all = [Buffer.from(bytes).toString('latin1'), text, ...parts.map((part) => part.text)];
  return {
    header: (name) => email.headers.find(({ key }) => key === name)?.value.toLowerCase() ?? '',
    subject: email.subject ?? '',
    text,
    statuses: ofType(/^message\/(global-)?delivery-status$/),
    feedbacks: ofType(/^message\/feedback-report$/),
    dispositions: ofType(/^message\/(global-)?disposition-notification$/),
    hasLetter:
      ofType(/^(message\/(rfc822|global)|text\/rfc822-headers|message\/global-headers)$/).length >
      0,
    marks: [...new Set(all.flatMap((some) => some.match(RETURN_ID) ?? []))],
  };
}

/** Lines that could begin a part. */
function countDashedLines(bytes: Uint8Array): number {
  let count = 0;
  const raw = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = raw.indexOf('\n--'); at !== -1; at = raw.indexOf('\n--', at + 3)) count++;
  return count;
}

const textOf = ({ content }: Pick<Attachment, 'content'>): string =>
  typeof content === 'string' ? content : new TextDecoder().decode(content);

/** A few servers write for browsers alone. */
const wordsOf = ({ text, html }: Email): string =>
  text?.trim() ? text : (html ?? '').replaceAll(/<[^<>]*>/g, ' ');
