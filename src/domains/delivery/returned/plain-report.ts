import type { Cause, Kind } from './cause.ts';
import { kindOf, sentenceOf } from './cause.ts';
import type { Message } from './parse-message.ts';

/** Written for people by servers older than RFC 3464. */
interface PlainReport {
  kind: Kind;
  status: string | null;
  sentence: string;
  /** Whom it names as not reached. */
  recipients: string[];
}

const BY_MAILER =
  /(?:^|[<\s"])(?:mailer[-_.]?daemon|mail[-_.]?daemon|post ?master|mdaemon|mail delivery (?:sub)?system|mail system|mail-?admin|bounces?|mailerdaemon)\b|mail delivery (?:sub)?system|ｍａｉｌ|メール配信/i;

const ABOUT_FAILURE =
  /undeliver|deliver(?:y|ing|ed)? (?:status|fail|problem|error|report|notif)|failure notice|returned mail|return(?:ed)? to sender|mail system error|non-?delivery|mail delivery failed|could not be delivered|not delivered|rejected:|配信(?:不能|エラー|できま)|未配信|不達|送信(?:エラー|できま|不能|失敗)|お届けできま|配達(?:不能|できま)/i;

/** Whether it claims to be from a mail server, about a mail. */
export const isByMailer = ({ header, subject }: Message): boolean =>
  header('x-failed-recipients') !== '' ||
  BY_MAILER.test(header('from')) ||
  (ABOUT_FAILURE.test(subject) && header('return-path').trim() === '<>');

const SAYS_BACK =
  /エラー|不達|届(?:か|き|け)|拒否|受信(?:でき|しな|を)|戻|返送|配信|送信でき|フィルタ|error|fail|reject|block|return/i;

/** No person's mail, nor a reply to one: it says itself that nobody shall answer it. */
export const isByMachine = (message: Message): boolean =>
  isByMailer(message) ||
  (message.header('return-path').trim() === '<>' && message.header('auto-submitted') === '') ||
  (SAYS_BACK.test(message.subject) &&
    (message.header('auto-submitted').startsWith('auto-') ||
      message.header('return-path').trim() === '<>' ||
      /no-?reply|do-?not-?reply/.test(message.header('from'))));

const DELAYED =
  /(?:has|have) not (?:yet )?been delivered (?:yet|so far)|delivery (?:has been |is )?delayed|(?:is|was|been) (?:still )?delayed|delayed mail|warning: (?:message|mail)|will (?:be re-?tried|continue to|keep) try|(?:delivery attempts|attempts) will continue|do not need to resend|not yet been delivered|配信(?:が|の)?遅|遅延|再送を(?:試み|続け|繰り)/i;
const GIVEN_UP =
  /given up|giving up|could not be delivered (?:for|after)|permanent|failed permanently|i'm not going to try again|no further (?:attempts|delivery)/i;

export const isDelay = ({ subject, text }: Message): boolean => {
  const said = beforeLetter(text);
  return (DELAYED.test(subject) || DELAYED.test(said)) && !GIVEN_UP.test(said);
};

/** Where the letter itself begins, which may hold any word. */
const LETTER =
  /^[ \t>]*(?:-{2,}[ \t]*(?:below this line|this is a copy|original message|returned message|undelivered message|message (?:header|text|follows)|unsent message|the (?:header|body|unsent)|included is a copy|元の|以下|送信(?:した|された))|return-path:[ \t]*<|received:[ \t]|(?:original message headers|message header|headers of (?:the|your)|the (?:message )?headers? (?:of|follow))|-{5,}[ \t]*original|\[?原文|以下は、?(?:送信|元の|返送))/im;

function beforeLetter(text: string): string {
  const at = text.search(LETTER);
  return at < 0 ? text : text.slice(0, at);
}

/** @returns null if it says nothing that we know */
export function readPlainReport({ text, header }: Message): PlainReport | null {
  const said = beforeLetter(text);
  const recipients = said.split(/[\s<>()[\]"':;,]/).filter((word) => word.includes('@'));
  const reports = paragraphsOf(said).flatMap((words) => {
    const cause = causeOf(words);
    const kind = kindOf(cause);
    return kind === null ? [] : [{ kind, status: cause.status, words: reasonIn(words) }];
  });
  const mildest = mildestOf(reports);
  if (mildest === undefined) return null;
  const { kind, status, words } = mildest;
  const named = `${header('x-failed-recipients')} ${(said.match(NAMED) ?? []).join(' ')}`;
  const unreached = named.split(/[\s<>:,]+/).filter((word) => word.includes('@'));
  return { kind, status, sentence: sentenceOf(words, recipients), recipients: unreached };
}

/** Least of all is asked of a family. */
const MILDEST: readonly Kind[] = ['ours', 'soft', 'hard'];

/** Where servers say several things of one letter. */
export const mildestOf = <T extends { kind: Kind }>(reports: readonly T[]): T | undefined =>
  reports.toSorted((one, other) => MILDEST.indexOf(one.kind) - MILDEST.indexOf(other.kind))[0];

const ENHANCED = /(?<![\d.])[45]\.\d{1,3}\.\d{1,3}(?![\d.])/;
const TEMPORARY = /(?<![\d.])4\d\d(?![\d.])|(?<![\d.])4\.\d{1,3}\.\d{1,3}(?![\d.])/;

function causeOf(words: string): Cause {
  const [status = null] = ENHANCED.exec(words) ?? [];
  const isPermanent = status === null ? !TEMPORARY.test(words) : status.startsWith('5');
  return { status, isPermanent, words };
}

const NAMED = /^<[^>\n]+>:[ \t]*$/gm;

/** qmail names each recipient before what was said; others say it once. */
function paragraphsOf(said: string): string[] {
  const [, ...parts] = said.split(/^(?=<[^>\n]+>:[ \t]*$)/m);
  return parts.length > 0 ? parts.map((part) => part.replace(/^<[^>]*>:/, '')) : [said];
}

/** The lines that gave it away; a greeting says nothing to anyone. */
function reasonIn(words: string): string {
  const lines = words.split('\n').filter((line) => line.trim() !== '');
  const telling = lines.findIndex((line) => kindOf(causeOf(line)) !== null);
  return lines.slice(Math.max(0, telling), telling < 0 ? 3 : telling + 3).join(' ');
}
