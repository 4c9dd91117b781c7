import { formatWait } from './format-ja.ts';

export type FieldErrors = Record<string, string[]>;

interface AppErrorOptions {
  errors?: FieldErrors;
  /** Retry-After in seconds, for 429 and 503. */
  retryAfter?: number;
  asks?: Asks;
  cause?: unknown;
}

/** What has to be done first: a second step made, or the sign-in confirmed. */
type Asks = 'enrol' | 'confirm';

/** The only error class of the domain (domain.md#pages). `message` is Japanese, for the user. */
export class AppError extends Error {
  readonly status: number;
  readonly errors: FieldErrors | undefined;
  readonly retryAfter: number | undefined;
  readonly asks: Asks | undefined;

  constructor(status: number, message: string, options: AppErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.name = 'AppError';
    this.status = status;
    this.errors = options.errors;
    this.retryAfter = options.retryAfter;
    this.asks = options.asks;
  }
}

/** As the system, a library or a store names an error. */
export const codeOf = (error: unknown): unknown => (error as { code?: unknown }).code;

export const unauthorized = (message = 'ログインが必要です。もう一度ログインしてください。') =>
  new AppError(401, message);

export const forbidden = (message = 'この操作をする権限がありません。') =>
  new AppError(403, message);

/** The same for unknown objects and those of another host. */
export const notFound = (message = '見つかりませんでした。') => new AppError(404, message);

/** Turns a 404 into null. @throws any other error */
export function onlyMissing(error: unknown): null {
  if (error instanceof AppError && error.status === 404) return null;
  throw error;
}

/** What a page says beside its form. @throws any other error */
export function onlyRefused(error: unknown): AppError {
  if (error instanceof AppError) return error;
  throw error;
}

/** @throws AppError 404 for null, or nothing found */
export function orMissing<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw notFound();
  return value;
}

export const conflict = (message: string) => new AppError(409, message);

export const gone = (message: string) => new AppError(410, message);

export const invalid = (message: string, errors: FieldErrors = {}) =>
  new AppError(422, message, { errors });

export const tooMany = (retryAfter: number) =>
  new AppError(
    429,
    `回数が多すぎます。${formatWait(retryAfter)}ほど待ってから、もう一度お試しください。`,
    { retryAfter },
  );

export const busy = (retryAfter: number, cause?: unknown) =>
  new AppError(503, 'ただいま混み合っています。少し待ってから、もう一度お試しください。', {
    retryAfter,
    cause,
  });

export const diskFull = (cause?: unknown) =>
  new AppError(
    507,
    'サーバーの空き容量が足りないため、保存できませんでした。管理者に連絡してください。',
    { cause },
  );

/** Where photos are kept outside the server. */
export const storeAway = (cause?: unknown) =>
  new AppError(
    503,
    '写真の保管場所とつながらないため、今は写真を出し入れできません。これまでに保存したものは失われていません。少し待ってから、もう一度お試しください。',
    { retryAfter: 30, cause },
  );

/** A database on another machine that restarts, or cannot be reached. */
export const databaseAway = (cause?: unknown) =>
  new AppError(
    503,
    'ただいま、つながりにくくなっています。これまでに保存したものは失われていません。少し待ってから、もう一度お試しください。',
    { retryAfter: 10, cause },
  );

/** The same for people who wait: it may be back soon. */
export const isStoreAway = (error: unknown): boolean =>
  error instanceof AppError && error.status === 503;
