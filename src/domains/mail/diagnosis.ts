import * as words from './diagnosis-words.ts';
import type { Diagnosis, MailRoute, Words } from './diagnosis-words.ts';
import { failureFacts, faultOf } from './failure.ts';

/** What a mail server, or the way to it, did to a test mail; never an address. */
interface TrialFailure {
  code?: string | undefined;
  /** From the system or TLS, such as ECONNREFUSED. */
  originalCode?: string | undefined;
  /** What was waited for in vain: the connection, the greeting or an answer. */
  timeoutType?: string | undefined;
  responseCode?: number | undefined;
  /** Such as `5.7.1`. */
  enhanced?: string | undefined;
  command?: string | undefined;
  /** What was refused was certainly about the recipient. */
  isOfRecipient?: boolean;
}

/** Drops the message, which contains addresses. */
export function trialFailure(error: unknown): TrialFailure {
  const facts = error as Record<keyof TrialFailure, unknown>;
  const known = failureFacts(error);
  const text = (name: keyof TrialFailure): string | undefined =>
    typeof facts[name] === 'string' ? facts[name] : undefined;
  return {
    code: text('code'),
    originalCode: text('originalCode'),
    timeoutType: text('timeoutType'),
    responseCode: typeof facts.responseCode === 'number' ? facts.responseCode : undefined,
    enhanced: known.enhanced,
    command: text('command'),
    isOfRecipient: faultOf(known) !== 'way',
  };
}

export function readMailRoute(url: string): MailRoute {
  const { protocol, hostname, port, username, searchParams } = new URL(url);
  const isTls = protocol === 'smtps:';
  return {
    isTls,
    needsTls: (searchParams.get('requireTLS') ?? String(username !== '')) === 'true',
    host: hostname,
    port: Number(port || (isTls ? 465 : 587)),
    hasUser: username !== '',
  };
}

const BY_ORIGIN: [RegExp, Words][] = [
  [/^(ENOTFOUND|EAI_|ENODATA|ESERVFAIL|EREFUSED)/, words.NAME],
  [/^ECONNREFUSED$/, words.CLOSED],
  [/^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EACCES|EPERM|EADDRNOTAVAIL)$/, words.UNREACHED],
  [/^ERR_TLS_CERT_ALTNAME/, words.OTHER_NAME],
  [/^(CERT_HAS_EXPIRED|CERT_NOT_YET_VALID)$/, words.EXPIRED],
  [/SELF_SIGNED|UNABLE_TO|^CERT_/, words.SELF_SIGNED],
  [/WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG/, words.NOT_TLS],
  [/^ERR_(SSL|TLS)/, words.TLS_FAILED],
  [/^(ECONNRESET|EPIPE)$/, words.CUT],
];

const BY_WAIT: Record<string, Words> = {
  CONNECT_TIMEOUT: words.UNREACHED,
  GREETING_TIMEOUT: words.SILENT,
};

const BY_CODE: Record<string, Words> = {
  ETIMEDOUT: words.SLOW,
  EABORT: words.SLOW,
  ETLS: words.NO_STARTTLS,
  EAUTH: words.WRONG_LOGIN,
  ENOAUTH: words.WRONG_LOGIN,
  ECONNECTION: words.CUT,
};

function wordsFor({ code = '', originalCode = '', timeoutType, ...answer }: TrialFailure): Words {
  // Its origin may be a resolver that refused.
  if (code === 'EDNS') return words.NAME;
  const byOrigin = BY_ORIGIN.find(([pattern]) => pattern.test(originalCode));
  if (byOrigin) return byOrigin[1];
  if (timeoutType !== undefined) return BY_WAIT[timeoutType] ?? words.SLOW;
  const { responseCode, command = '' } = answer;
  if (responseCode === undefined || code === 'EAUTH' || code === 'ETLS') {
    return BY_CODE[code] ?? words.UNKNOWN;
  }
  if (responseCode === 530) return words.LOGIN_NEEDED;
  if (responseCode < 500) return words.LATER;
  if (command === 'MAIL FROM') return words.SENDER;
  if (command !== 'RCPT TO') return words.CONTENT;
  return answer.isOfRecipient ? words.RECIPIENT : words.POLICY;
}

/** Tells name, port, encryption, certificate, login and address trouble apart. */
export const diagnose = (failure: TrialFailure, route: MailRoute): Diagnosis =>
  wordsFor(failure)(route);

/** For whoever helps: `ESOCKET ECONNREFUSED`. */
export const signsOf = ({
  code,
  originalCode,
  timeoutType,
  responseCode,
  enhanced,
  command,
}: TrialFailure): string =>
  [code, originalCode, timeoutType, responseCode, enhanced, command]
    .filter((sign) => sign !== undefined)
    .join(' ');
