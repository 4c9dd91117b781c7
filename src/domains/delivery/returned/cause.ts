import {
  MOST_ANSWER,
  saysFull,
  saysOurs,
  withoutAddresses,
  withoutNames,
} from '#domains/mail/refusal-words.ts';
import type { Returned } from './take-returned.ts';

export type Kind = Exclude<Returned['kind'], 'complaint' | 'unclear'>;

export interface Cause {
  /** `5.1.1` */
  status: string | null;
  /** Otherwise it was tried for days. */
  isPermanent: boolean;
  /** What the server said, with its code. */
  words: string;
}

/**
 * Whose fault it is. What the server says goes before its number, since servers are careless with
 * those: first that it is about us, then that a mailbox is full, then that nobody is there. Of two
 * meanings, the one that asks less of the family.
 * @returns null if it says nothing that we know
 */
export function kindOf({ status, isPermanent, words: said }: Cause): Kind | null {
  const answer = said.slice(0, MOST_ANSWER);
  const words = withoutNames(answer);
  const says = (what: RegExp): boolean => what.test(words);
  const detail = status?.slice(2) ?? '';
  const gone = isPermanent ? 'hard' : 'soft';
  if (saysOurs(answer)) return 'ours';
  if (detail === '2.2' || saysFull(words)) return 'soft';
  if (says(FOR_NOW)) return 'soft';
  if (says(NO_DOMAIN)) return 'hard';
  if (NO_USER.test(withoutPolicy(words, detail))) return gone;
  if (detail === '2.1' || (status === null && says(CLOSED))) return says(CLOSED) ? gone : 'soft';
  if (BY_DETAIL.test(detail)) return gone;
  if (OURS_DETAIL.test(detail)) return 'ours';
  if (detail === '4.1' && isPermanent && says(EXCHANGE_UNKNOWN)) return 'hard';
  if (/^[34]\./.test(detail)) return 'soft';
  if (says(CLOSED)) return gone;
  if (says(OURS)) return 'ours';
  if (says(LATER)) return 'soft';
  if (status === null && TO_RCPT.test(words) && ADDRESS_CODE.test(words)) return gone;
  return CODE.test(words) || status !== null ? 'soft' : null;
}

const CODE = /(?<![\d.])[45]\d\d(?![\d.])/;
const ADDRESS_CODE = /(?<![\d.])55[0136](?![\d.])/;
const TO_RCPT = /in reply to RCPT TO|after RCPT TO|>>> ?RCPT TO|in response to RCPT/i;

/** "Rejected" alone is a policy's word, unless the number says that it is about the address. */
const withoutPolicy = (words: string, detail: string): string =>
  detail === '' || BY_DETAIL.test(detail) ? words : words.replaceAll(/address rejected/gi, '');

/** About the address (RFC 3463): not "other" (1.0), nor a sender's (1.7, 1.8). */
const BY_DETAIL = /^1\.(?:[1-46]|10)$/;

/** The sender's fault, or about size, content and policy (RFC 3463). */
const OURS_DETAIL = /^(1\.[78]|2\.3|3\.4|6\.\d+|7\.\d+)$/;

/** Nobody is gone who may be back tomorrow. */
const FOR_NOW =
  /insufficient system|temporar(?:y|ily)|try (?:it |again )?later|try again|too quickly|at a rate that|一時的|しばらく/i;

const NO_DOMAIN =
  /(?:domain|host)(?: name)? (?:does ?n[o']t|not) (?:exist|found)|host not found|unrouteable (?:mail )?(?:domain|address)|no such domain|unknown (?:domain|host)|non-?existent domain|nxdomain|bad destination (?:host|system)|does not accept (?:e-?)?mail|null ?mx|could ?n[o']t find any host (?:named|by that name)|name or service not known|\bdns domain\b.{0,80}does not exist|unrouteable|ドメイン.{0,12}(?:存在しま?せん|存在しない|見つか)/i;

const NO_USER =
  /(?:user|account|recipient|mailbox|address|addressee|mail ?box|person|destination|resolver\.adr\.\w*)\W+(?:\w+ ){0,3}?(?:unknown|does ?n[o']t exist|doesn't exist|not (?:be )?found|notfound|not exist|no longer (?:available|exists?|valid|active)|not (?:known|valid|listed|local|here|on this|recogni[sz]ed)|is invalid|rejected|unavailable|not available|cannot be found|couldn't be found)|(?:unknown|no such|invalid|bad|nonexistent|non-existent|undeliverable|not a valid|not a known) (?:\w+[ -]){0,2}?(?:user|account|recipient|mailbox|address|alias|person|name|destination|local.part)|(?:does ?n[o']t|don't|not) have an? (?:\S+ ){0,3}?(?:account|mailbox)|no mail ?box(?: here)?(?: by that name)?|recipientnotfound|recipnotfound|not found by smtp address lookup|not listed in .{0,40}(?:directory|address book)|no one by that name|(?:宛先|あて先|送信先|受信者|ユーザ[ー]?|メールアドレス|アドレス|メールボックス).{0,30}(?:存在しま?せん|存在しない|見つかりません|見つからない|不明|無効|使われておりません|間違|誤り)|お使いになっておりません/i;

const CLOSED =
  /(?:account|mailbox|user|recipient).{0,40}(?:disabled|inactive|suspended|closed|deactivated|expired|deleted|locked|terminated|cancell?ed)|no longer (?:in use|active|available)|(?:解約|利用停止|停止中|無効)/i;

/** Nobody is there, though the answer says that access is denied. */
const EXCHANGE_UNKNOWN = /access denied/i;

const OURS = /denied|permi|too (?:big|large)|size|content|\brelay|client host|poor|拒否/i;

const LATER =
  /timed? ?-?out|expired|unreachable|refused|retry|not accept our requests|not respond|no route|loop|too many hops|hop count|queue|given up|giving up|delivery time|lost connection|時間|応答/i;

const LONGEST = 300;
const MOST_RECIPIENTS = 20;

/** In one line, without addresses, ids and names of mailboxes. */
export function sentenceOf(words: string, recipients: readonly string[]): string {
  const plain = words.slice(0, MOST_ANSWER).replaceAll(/\p{C}/gu, ' ');
  let line = withoutAddresses(plain, () => '…')
    .replaceAll(/[<(["']{0,2}…[>)\]"']{0,2}/g, ' … ')
    .replaceAll(/(?<![a-z0-9])[a-z2-7]{30,}(?![a-z0-9])/gi, '…');
  for (const recipient of recipients.slice(0, MOST_RECIPIENTS)) {
    const [local = ''] = recipient.replace(/^</, '').split('@');
    if (local.length > 2) line = line.replaceAll(wholeWord(local), '…');
  }
  const short = line.replaceAll(/\s+/g, ' ').trim();
  return Array.from(short).slice(0, LONGEST).join('');
}

const wholeWord = (text: string): RegExp =>
  new RegExp(`(?<![\\w.])${text.replaceAll(/[^\w]/g, String.raw`\$&`)}(?![\\w])`, 'gi');
