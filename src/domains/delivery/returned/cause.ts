import { failureFacts, faultOf, withoutAddresses } from '#domains/mail/failure.ts';
import type { Returned } from './take-returned.ts';

export type Kind = Exclude<Returned['kind'], 'complaint'>;

export interface Cause {
  /** `5.1.1` */
  status: string | null;
  /** Otherwise it was tried for days. */
  isPermanent: boolean;
  /** What the server said, with its code. */
  words: string;
}

/**
 * Whose fault it is, by the code and what the server said. Who is not certainly at fault is not
 * blamed: of two meanings, the one that asks less of the family.
 * @returns null if it says nothing that we know
 */
export function kindOf({ status, isPermanent, words: said }: Cause): Kind | null {
  const words = withoutAddresses(said.slice(0, MOST));
  const says = (what: RegExp): boolean => what.test(words);
  if (says(OUR_SENDER)) return 'ours';
  if (says(NO_DOMAIN) && !says(NAMES_AWAY)) return 'hard';
  const detail = status?.slice(2) ?? '';
  if (detail === '2.2') return 'soft';
  if (detail === '2.1') return isPermanent && says(CLOSED) ? 'hard' : 'soft';
  const fault = faultOf(factsOf({ status, words, isPermanent }));
  if (fault === 'address' && status !== null) return isPermanent ? 'hard' : 'soft';
  if (OURS_DETAIL.test(detail)) return isPermanent && saysNobody(words) ? 'hard' : 'ours';
  if (detail === '4.1' && isPermanent && says(EXCHANGE_UNKNOWN)) return 'hard';
  if (/^[34]\./.test(detail) && !says(NO_USER)) return says(SURELY_OURS) ? 'ours' : 'soft';
  if (says(SURELY_OURS)) return 'ours';
  if (says(FULL)) return 'soft';
  if (says(NO_USER)) return isPermanent ? 'hard' : 'soft';
  if (says(CLOSED)) return isPermanent ? 'hard' : 'soft';
  if (says(OURS)) return 'ours';
  if (says(LATER)) return 'soft';
  if (fault !== 'way') return fault === 'address' && isPermanent ? 'hard' : 'soft';
  return CODE.test(words) || status !== null ? 'soft' : null;
}

/** Characters: more is no reason, and would be dear. */
const MOST = 4000;

const CODE = /(?<![\d.])[45]\d\d(?![\d.])/;
const TO_RCPT = /in reply to RCPT TO|after RCPT TO|>>> ?RCPT TO|in response to RCPT/i;

/** As if it had been answered to us: by the rules of `failure.ts`. */
function factsOf({ status, words, isPermanent }: Cause) {
  const [code = isPermanent ? '550' : '450'] = CODE.exec(words) ?? [];
  return failureFacts({
    responseCode: Number(code),
    command: status !== null || TO_RCPT.test(words) ? 'RCPT TO' : 'DATA',
    response: `${code} ${status ?? ''} ${status === null ? words : ''}`,
  });
}

/** "Rejected" alone may be policy too. */
const saysNobody = (words: string): boolean =>
  NO_USER.test(words.replaceAll(/address rejected/gi, '')) && !SURELY_OURS.test(words);

/** Of the sender, of size, content and policy (RFC 3463). */
const OURS_DETAIL = /^(1\.[78]|2\.3|3\.4|6\.\d+|7\.\d+)$/;

const NO_DOMAIN =
  /(?:domain|host)(?: name)? (?:does ?n[o']t|not) (?:exist|found)(?!, ?try)|host not found(?!,? ?try)|unrouteable (?:mail )?(?:domain|address)|no such domain|unknown (?:domain|host)|non-?existent domain|nxdomain|bad destination (?:host|system)|does not accept (?:e-?)?mail|null ?mx|could ?n[o']t find any host (?:named|by that name)|name or service not known|\bdns domain\b.{0,80}does not exist|unrouteable|ドメイン.{0,12}(?:存在しま?せん|存在しない|見つか)/i;

/** Its name servers do not answer, which is no no. */
const NAMES_AWAY = /not found,? ?try again/i;

const NO_USER =
  /(?:user|account|recipient|mailbox|address|addressee|mail ?box|person|destination|resolver\.adr\.\w*)\W+(?:\w+ ){0,3}?(?:unknown|does ?n[o']t exist|doesn't exist|not (?:be )?found|notfound|not exist|no longer (?:available|exists?|valid|active)|not (?:known|valid|listed|local|here|on this)|is invalid|rejected|unavailable|not available|cannot be found|couldn't be found)|(?:unknown|no such|invalid|bad|nonexistent|non-existent|undeliverable|not a valid|not a known) (?:\w+[ -]){0,2}?(?:user|account|recipient|mailbox|address|alias|person|name|destination)|(?:does ?n[o']t|don't|not) have an? (?:\S+ ){0,3}?(?:account|mailbox)|no mail ?box(?: here)?(?: by that name)?|recipientnotfound|recipnotfound|not found by smtp address lookup|no one by that name|(?:宛先|あて先|送信先|受信者|ユーザ[ー]?|メールアドレス|アドレス|メールボックス).{0,30}(?:存在しま?せん|存在しない|見つかりません|見つからない|不明|無効|使われておりません|間違|誤り)|お使いになっておりません/i;

const CLOSED =
  /(?:account|mailbox|user|recipient).{0,40}(?:disabled|inactive|suspended|closed|deactivated|expired|deleted|locked|terminated|cancell?ed)|no longer (?:in use|active|available)|(?:解約|利用停止|停止中|無効)/i;

const FULL =
  /(?:mailbox|mail ?box|inbox|maildir|user|recipient|account)\W.{0,40}(?:full|exceed|quota|over ?limit|too large)|over ?-?quota|quota (?:is )?exceeded|exceed\w{0,5} .{0,30}(?:quota|storage|allocation)|out of (?:storage|disk|space)|insufficient (?:system )?(?:storage|space)|not enough (?:storage|space|disk)|(?:disk|mailbox|storage) (?:is )?full|(?:容量|メールボックス|受信箱).{0,24}(?:いっぱい|一杯|超え|超過|オーバー|不足|制限)/i;

const OUR_SENDER =
  /sender(?: address| domain)? (?:is )?(?:rejected|denied|refused|blocked|not allowed|verify failed|unknown)|mail from.{0,40}(?:rejected|denied|not allowed)|送信元.{0,20}(?:拒否|ブロック)/i;

const SURELY_OURS =
  /spam|\bspf\b|dkim|dmarc|black ?-?list|block ?-?list|blocklist|\bblocked\b|banned|\brbl\b|dnsbl|spamhaus|barracuda|proofpoint|reputation|virus|malware|phish|unsolicited|\bbulk\b|relay|content (?:rejected|filter)|message (?:rejected|refused) .{0,40}(?:content|policy)|reverse dns|\bptr\b|poor|迷惑メール|なりすまし|ブロック/i;

/** Nobody is there, though the answer says that access is denied. */
const EXCHANGE_UNKNOWN = /access denied/i;

const OURS =
  /polic|denied|permi|authenti|helo|too (?:big|large)|size|virus|throttl|rate|too many|client host|拒否/i;

const LATER =
  /timed? ?-?out|expired|try again|temporar|retry|unreachable|refused|not respond|no route|loop|too many hops|hop count|queue|given up|giving up|delivery time|lost connection|時間|応答/i;

const LONGEST = 300;
const MOST_RECIPIENTS = 20;

/** In one line, without addresses, ids and names of mailboxes. */
export function sentenceOf(words: string, recipients: readonly string[]): string {
  const plain = words.slice(0, MOST).replaceAll(/\p{C}/gu, ' ');
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
