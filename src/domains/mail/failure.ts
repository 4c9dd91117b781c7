import type { Fault } from '#db/schema/operations.ts';
import { MOST_ANSWER, saysFull, saysOurs, withoutAddresses } from './refusal-words.ts';

interface FailureFacts {
  code?: string;
  responseCode?: number;
  /** `5.1.1`; servers are careless about the class, which says nothing here. */
  enhanced?: string;
  /** The rejected command (`RCPT TO`, `DATA`); never an address. */
  command?: string;
  /** What the answer speaks of, whatever its code: us, or a mailbox that is full. */
  about?: 'us' | 'full';
}

const UNREACHABLE = 'メールサーバーにつながりませんでした。';
const SILENT = 'メールサーバーから応答がありませんでした。';

const REASONS: Record<string, string> = {
  ESOCKET: UNREACHABLE,
  EDNS: UNREACHABLE,
  ECONNECTION: 'メールサーバーとの接続が途中で切れました。',
  ETIMEDOUT: SILENT,
  EABORT: SILENT,
  ETLS: 'メールサーバーと安全に接続できませんでした。',
  EAUTH: 'メールサーバーにログインできませんでした。',
  ENOAUTH: 'メールサーバーにログインできませんでした。',
  ENOSPC: 'サーバーの空き容量が足りません。',
  EINTERRUPTED: '送る途中でサーバーが止まったため、届いたかどうか確かめられませんでした。',
};

/** At the beginning of an answer (RFC 2034); some servers write a `#` before it. */
const ENHANCED = /^\d{3}[ -]\s*#?([245]\.\d{1,3}\.\d{1,3})(?![\d.])/m;
const POLICY =
  /relay|authenti|log ?in|spam|black ?list|block|polic|denied|permi|spf|dkim|dmarc|dns|helo|reput|client|limit|too many|rate|size|large|big|virus|greylist|grey|try again/i;

/** Drops the message, which contains the address (safety.md#the-settings-behind-it). */
export function failureFacts(error: unknown): FailureFacts {
  const { code, responseCode, command, response } = error as Record<string, unknown>;
  const answer = typeof response === 'string' ? response.slice(0, MOST_ANSWER) : '';
  const enhanced = ENHANCED.exec(answer)?.[1];
  const about = aboutOf(answer, enhanced);
  return {
    ...(typeof code === 'string' && { code }),
    ...(typeof responseCode === 'number' && { responseCode }),
    ...(enhanced !== undefined && { enhanced }),
    ...(typeof command === 'string' && { command }),
    ...(about && { about }),
  };
}

function aboutOf(answer: string, enhanced: string | undefined): FailureFacts['about'] {
  const isPolicy = enhanced === undefined && POLICY.test(withoutAddresses(answer));
  if (isPolicy || saysOurs(answer)) return 'us';
  const isOfMailbox = enhanced === undefined || /^\d\.[12]\./.test(enhanced);
  return isOfMailbox && saysFull(answer) ? 'full' : undefined;
}

/** About the service itself or the connection, whatever else the answer says. */
const OF_THE_SERVICE: ReadonlySet<number> = new Set([421, 432, 454, 521, 523, 530, 534, 535, 538]);

/**
 * Enhanced codes that are about the recipient (RFC 3463): the address, but not a sender's (1.7 and
 * 1.8), and a mailbox that is closed or full, but not greylisting (2.0) or a mail too large (2.3).
 */
const BY_ENHANCED: Record<string, Fault> = {
  '1.0': 'address',
  '1.1': 'address',
  '1.2': 'address',
  '1.3': 'address',
  '1.4': 'address',
  '1.6': 'address',
  '1.10': 'address',
  '2.1': 'mailbox',
  '2.2': 'mailbox',
};

/** Without an enhanced code, to RCPT TO. */
const BY_CODE: Record<number, Fault> = {
  550: 'address',
  551: 'address',
  553: 'address',
  556: 'address',
  552: 'mailbox',
};

/**
 * Whose fault a failure is: by what the answer speaks of, then by stage and codes. Several alike
 * may show otherwise (`settle-refusals.ts`). Nobody is blamed who is not certainly at fault.
 */
export function faultOf({ responseCode, command, enhanced, about, code }: FailureFacts): Fault {
  if (responseCode === undefined || code === 'EAUTH') return 'way';
  if (command !== 'RCPT TO' && command !== 'DATA') return 'way';
  if (OF_THE_SERVICE.has(responseCode)) return 'way';
  if (about === 'us') return 'way';
  if (about === 'full') return 'mailbox';
  if (enhanced !== undefined) return BY_ENHANCED[enhanced.slice(2)] ?? 'way';
  // A mail has one recipient, but what is refused after DATA may be the mail.
  return command === 'RCPT TO' ? (BY_CODE[responseCode] ?? 'way') : 'way';
}

/** What refusals must share to be the same: `RCPT TO 550 5.1.1`, `RCPT TO 550 full`. */
export const refusalOf = (facts: FailureFacts): string =>
  `${facts.command ?? ''} ${codesOf(facts)}${facts.about === 'full' ? ' full' : ''}`.trim();

/** As of a lone one. @param refusal as by `refusalOf`, without a policy's words */
export function faultOfRefusal(refusal: string): Fault {
  const [, command = '', code, enhanced, full] = REFUSAL.exec(refusal) ?? [];
  const said = { ...(enhanced && { enhanced }), ...(full && { about: 'full' as const }) };
  return faultOf({ command, responseCode: Number(code), ...said });
}

/** `(command) (code) (enhanced) full` */
const REFUSAL = /^(.*?) ?(\d{3})(?: (\d\.\d+\.\d+))?( full)?$/;

/** Without an enhanced code. */
export const isBare = (refusal: string): boolean => REFUSAL.exec(refusal)?.[3] === undefined;

/** Why a mail has not been sent, in the same words for all that were refused so. */
export function failureReason(facts: FailureFacts, fault: Fault = faultOf(facts)): string {
  const { code = '', responseCode } = facts;
  if (responseCode === undefined || code === 'EAUTH') {
    return REASONS[code] ?? 'メールを送れませんでした。';
  }
  return refusalReason(codesOf(facts), fault);
}

/** @param refusal ends with the codes, as by `refusalOf` */
export function refusalReason(refusal: string, fault: Fault): string {
  const [, , code, enhanced] = REFUSAL.exec(refusal) ?? [];
  const codes = codesOf({ responseCode: Number(code), ...(enhanced && { enhanced }) });
  return `${answered(Number(code), enhanced, fault)}（${codes}）。`;
}

function answered(responseCode: number, enhanced: string | undefined, fault: Fault): string {
  if (fault === 'address') return 'このあて先には届けられません。アドレスをお確かめください';
  if (fault === 'mailbox') {
    return enhanced?.endsWith('.2.1')
      ? '相手のメールボックスが、今は使えないようです'
      : '相手のメールボックスがいっぱいです';
  }
  if (responseCode < 500) return 'メールサーバーが今は受け取れないと答えました';
  return 'メールサーバーに受け取りを断られました';
}

const codesOf = ({ responseCode = 0, enhanced }: FailureFacts): string =>
  enhanced === undefined ? String(responseCode) : `${responseCode} ${enhanced}`;
