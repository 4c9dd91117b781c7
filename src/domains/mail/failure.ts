import type { LineError } from '#server/line/line.ts';

interface FailureFacts {
  code?: string;
  responseCode?: number;
  /** The rejected command (`RCPT TO`, `DATA`); never an address. */
  command?: string;
}

const UNREACHABLE = 'メールサーバーにつながりませんでした。';
const SILENT = 'メールサーバーから応答がありませんでした。';

const MAILBOX_FULL = '相手のメールボックスがいっぱいです';
const ADDRESS_REFUSED = 'このあて先には届けられません。アドレスをお確かめください';
const ACCOUNT_GONE = 'このLINEには届けられません。アカウントがなくなったか、おやめになったようです';
/** How reasons begin that only the recipient or the facility can remove. */
export const ADDRESS_FAULTS = [MAILBOX_FULL, ADDRESS_REFUSED, ACCOUNT_GONE];

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

const LINE_REASONS: Record<LineError['trouble'], string> = {
  quota: '今月LINEで送れる数を使い切りました。',
  rate: 'LINEに送る数が多すぎて、今は受け取れないと言われました。',
  refused: `${ACCOUNT_GONE}。`,
  settings: 'LINEの設定が正しくないため、送れませんでした。',
  forbidden: 'LINEの設定が正しくないため、送れませんでした。',
  away: 'LINEから応答がありませんでした。',
};

export const LINE_UNCERTAIN =
  'LINEから応答がなく、届いたかどうか確かめられませんでした。ご家族にお確かめください。';
/** The family has blocked the account before the message came. */
export const LINE_BLOCKED = `${ACCOUNT_GONE}。`;

/** @param isUncertain it was given up, and may have arrived */
export const lineReason = (trouble: LineError['trouble'], isUncertain: boolean): string =>
  isUncertain ? LINE_UNCERTAIN : LINE_REASONS[trouble];

/** Drops the message, which contains the address (safety.md#the-settings-behind-it). */
export function failureFacts(error: unknown): FailureFacts {
  const { code, responseCode, command } = error as Record<keyof FailureFacts, unknown>;
  return {
    ...(typeof code === 'string' && { code }),
    ...(typeof responseCode === 'number' && { responseCode }),
    ...(typeof command === 'string' && { command }),
  };
}

export function failureReason({ code = '', responseCode, command }: FailureFacts): string {
  if (responseCode === undefined || code === 'EAUTH') {
    return REASONS[code] ?? 'メールを送れませんでした。';
  }
  return `${answered(responseCode, command)}（${responseCode}）。`;
}

function answered(responseCode: number, command = ''): string {
  if (responseCode === 452 || responseCode === 552) return MAILBOX_FULL;
  if (responseCode < 500) return 'メールサーバーが今は受け取れないと答えました';
  if (command === 'RCPT TO') return ADDRESS_REFUSED;
  return 'メールサーバーに受け取りを断られました';
}
