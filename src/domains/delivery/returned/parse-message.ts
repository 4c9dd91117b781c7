import type { Attachment, Email } from 'postal-mime';

/** What a report may be read from, of bounded length. */
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
}

/** No report needs more. */
const LIMITS = { maxNestingDepth: 20, maxHeadersSize: 24 * 1024 };
/** A report has a handful of parts, and ends with the letter: the parser takes its time for each line. */
const MOST_PARTS = 100;
const MOST_PARSED = { bytes: 128 * 1024, lines: 1500 };
/** Characters, of what expressions look at. */
const MOST_IN_HEADER = 500;
const MOST_IN_LINE = 1000;
const MOST_IN_PART = 10_000;
const MOST_LINES = 200;

/** @throws Error for what is no message, or could have too many parts */
export async function parseMessage(bytes: Uint8Array): Promise<Message> {
  const raw = beginningOf(bytes);
  if (offsetsOf(raw, '\n--').length > MOST_PARTS) throw new Error('too many parts');
  // Loaded with the first message.
  const { default: PostalMime } = await import('postal-mime');
  const email = await PostalMime.parse(raw, { ...LIMITS, forceRfc822Attachments: true });
  const ofType = (type: RegExp) => email.attachments.filter(({ mimeType }) => type.test(mimeType));
  const textsOf = (type: RegExp): string[] => ofType(type).slice(0, 3).map(textOf);
  return {
    header: (name) =>
      email.headers
        .find(({ key }) => key === name)
        ?.value.slice(0, MOST_IN_HEADER)
        .toLowerCase() ?? '',
    subject: (email.subject ?? '').slice(0, MOST_IN_HEADER),
    text: bounded(wordsOf(email)),
    statuses: textsOf(/^message\/(global-)?delivery-status$/),
    feedbacks: textsOf(/^message\/feedback-report$/),
    dispositions: textsOf(/^message\/(global-)?disposition-notification$/),
    hasLetter:
      ofType(/^(message\/(rfc822|global)|text\/rfc822-headers|message\/global-headers)$/).length >
      0,
  };
}

function beginningOf(bytes: Uint8Array): Buffer {
  const raw = Buffer.from(bytes.subarray(0, MOST_PARSED.bytes));
  return raw.subarray(0, offsetsOf(raw, '\n')[MOST_PARSED.lines]);
}

function offsetsOf(raw: Buffer, what: string): number[] {
  const offsets: number[] = [];
  for (let at = raw.indexOf(what); at !== -1; at = raw.indexOf(what, at + 1)) offsets.push(at);
  return offsets;
}

const textOf = ({ content }: Pick<Attachment, 'content'>): string =>
  bounded(typeof content === 'string' ? content : new TextDecoder().decode(content));

const bounded = (text: string): string =>
  text
    .slice(0, MOST_IN_PART)
    .split(/\r\n?|\n/, MOST_LINES)
    .map((line) => line.slice(0, MOST_IN_LINE))
    .join('\n');

/** A few servers write for browsers alone. */
const wordsOf = ({ text, html }: Email): string =>
  text?.trim() ? text : (html ?? '').slice(0, 10 * MOST_IN_PART).replaceAll(/<[^<>]*>/g, ' ');
