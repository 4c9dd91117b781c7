/** One Messaging API channel (decision 20). Calls throw `LineError`. */
export interface Line {
  /** `kept`: nothing leaves, as with mails that are written to files. */
  readonly kind: 'api' | 'kept';
  /** `@tayori`: the account that families talk to. */
  readonly basicId: string;
  /** Resolves once LINE has accepted the message, now or before under the same key. */
  push(to: string, messages: readonly LineMessage[], retryKey: string): Promise<void>;
  /** Free of charge; a token is good for one answer, for about a minute. */
  reply(replyToken: string, messages: readonly LineMessage[]): Promise<void>;
  readQuota(): Promise<LineQuota>;
  /** What the person calls themselves, free of charge; null where LINE does not say. */
  readName(userId: string): Promise<string | null>;
  isSignedByLine(body: Uint8Array, signature: string): boolean;
  close(): void;
}

/** Messages a month; null for no limit. */
interface LineQuota {
  limit: number | null;
  used: number;
}

/** As LINE's API takes it. */
export type LineMessage = Readonly<Record<string, unknown>>;

type LineTrouble =
  /** This month's messages are used up. */
  | 'quota'
  /** Too many at once. */
  | 'rate'
  /** Not to this account, or not such a message: trying again is no use. */
  | 'refused'
  /** The channel's id or secret. */
  | 'settings'
  /** The channel may not do it: trying again is no use. */
  | 'forbidden'
  /** No answer, or an error of LINE's own. */
  | 'away';

export class LineError extends Error {
  readonly trouble: LineTrouble;
  readonly status: number | undefined;
  /** The push may have been accepted all the same. */
  readonly isUncertain: boolean;
  readonly retryAfterMs: number | undefined;

  constructor(
    trouble: LineTrouble,
    facts: {
      status?: number;
      isUncertain?: boolean;
      retryAfterMs?: number | undefined;
      cause?: unknown;
    } = {},
  ) {
    // Without LINE's own words, which may name a user.
    super(`LINE: ${trouble}`, { cause: facts.cause });
    this.name = 'LineError';
    this.trouble = trouble;
    this.status = facts.status;
    this.isUncertain = facts.isUncertain ?? false;
    this.retryAfterMs = facts.retryAfterMs;
  }
}
