import { STAFF_HEADER, paths } from '#lib/paths.ts';
import type { AnyCall, InputOf, OutputOf } from '#server/call.ts';
import { logFailure } from './log-failure.ts';
import { sessionEnded } from './signed-out.ts';
import { asWrite } from './pending-writes.ts';
import { timeoutSignal } from './sleep.ts';

export const OFFLINE = 0;
const TIMED_OUT = 408;
const FAILED = 500;
const BUSY = [429, 503];

const TIMEOUT_MS = 60_000;
const READ_RETRY_MS = [500, 1500];
const OFFLINE_MSG = 'インターネットにつながっていません。電波を確かめてください。';
const AWAY_MSG = 'サーバーにつながりません。少し待ってから、もう一度お試しください。';
const BETWEEN_MSG = '途中の機器に止められました。少し待ってから、もう一度お試しください。';
const UNKNOWN_MSG = 'うまくいきませんでした。時間をおいて、もう一度お試しください。';

/** A failed call (contract.md#errors). */
export class ApiError extends Error {
  readonly status: number;
  readonly msg: string;
  /** As requested by the server. */
  readonly retryAfterMs: number | null;
  /** The response names a field: retrying cannot help. */
  readonly isOfInput: boolean;

  constructor(
    status: number,
    msg: string,
    {
      retryAfterMs = null,
      isOfInput = true,
    }: Partial<Pick<ApiError, 'retryAfterMs' | 'isOfInput'>> = {},
  ) {
    super(msg);
    this.name = 'ApiError';
    this.status = status;
    this.msg = msg;
    this.retryAfterMs = retryAfterMs;
    this.isOfInput = isOfInput;
  }
}

/** No response; a device that reports being offline is offline. */
export const unanswered = (): ApiError =>
  new ApiError(OFFLINE, navigator.onLine ? AWAY_MSG : OFFLINE_MSG);

export const msgOf = (error: unknown): string =>
  error instanceof ApiError ? error.msg : UNKNOWN_MSG;

let ofPage: Record<string, string> = {};

/** Whose page this is: on a shared device someone else may sign in meanwhile, in another tab. */
export function callAs(staffId: string): void {
  ofPage = { [STAFF_HEADER]: staffId };
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Calls the API, typed by the call's definition (contract.md#conventions). @throws ApiError */
export const api = {
  get: <C extends AnyCall>(path: string) => call<C>('GET', path),
  post: <C extends AnyCall>(path: string, ...input: Sent<C>) =>
    asWrite(() => call<C>('POST', path, input[0] ?? {})),
  put: <C extends AnyCall>(path: string, ...input: Sent<C>) =>
    asWrite(() => call<C>('PUT', path, input[0] ?? {})),
  patch: <C extends AnyCall>(path: string, ...input: Sent<C>) =>
    asWrite(() => call<C>('PATCH', path, input[0] ?? {})),
  delete: <C extends AnyCall>(path: string) => asWrite(() => call<C>('DELETE', path)),
};

type Sent<C extends AnyCall> =
  Record<string, never> extends InputOf<C> ? [input?: InputOf<C>] : [input: InputOf<C>];

async function call<C extends AnyCall>(
  method: Method,
  path: string,
  body?: object,
): Promise<OutputOf<C>> {
  try {
    const response = await sendSignedIn(method, path, body);
    if (!response.ok) throw await failureOf(response);
    return (response.status === 204 ? undefined : await response.json()) as OutputOf<C>;
  } catch (error) {
    const failure = error instanceof ApiError ? error : unanswered();
    logFailure(`${method} ${path} failed: ${failure.status}`, error);
    throw failure;
  }
}

/** Refreshes an expired access token once, and repeats the call. */
async function sendSignedIn(method: Method, path: string, body?: object): Promise<Response> {
  const response = await send(method, path, body);
  if (response.status !== 401) return response;
  await refreshTokens();
  return send(method, path, body);
}

/** Retries only reads: a write may have succeeded although no response came. */
async function send(method: Method, path: string, body?: object, tries = 0): Promise<Response> {
  try {
    return await fetch(path, {
      method,
      credentials: 'same-origin',
      signal: timeoutSignal(TIMEOUT_MS),
      // Completes even if the user leaves the page.
      keepalive: method !== 'GET',
      headers: { ...ofPage, ...(body && { 'Content-Type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
  } catch (error) {
    const wait = method === 'GET' && navigator.onLine ? READ_RETRY_MS[tries] : undefined;
    if (wait === undefined) throw error;
    await new Promise((resolve) => setTimeout(resolve, wait));
    return send(method, path, body, tries + 1);
  }
}

let refreshing: Promise<string> | null = null;

/** Refreshes the tokens, once for all callers. @returns the access token. @throws ApiError */
export const refreshTokens = (): Promise<string> =>
  (refreshing ??= refresh().finally(() => (refreshing = null)));

async function refresh(): Promise<string> {
  try {
    const response = await send('PATCH', paths.api.refresh, {});
    if (response.ok) return ((await response.json()) as { access_token: string }).access_token;
    throw await failureOf(response);
  } catch (error) {
    logFailure('Error while refreshing token', error);
    if (error instanceof ApiError && error.status === 401) sessionEnded();
    throw error;
  }
}

const failureOf = async (response: Response): Promise<ApiError> =>
  apiErrorOf(response.status, await response.text(), response.headers.get('Retry-After'));

export function apiErrorOf(status: number, body: string, retryAfter: string | null): ApiError {
  if (status === OFFLINE) return unanswered();
  const seconds = Number(retryAfter ?? Number.NaN);
  const retryAfterMs = Number.isFinite(seconds) ? seconds * 1000 : null;
  const { msg, errors } = parsed(body);
  if (typeof msg !== 'string') return notOurs(status, retryAfterMs);
  const isOfInput = Object.keys(errors ?? {}).length > 0;
  return new ApiError(status, msg, { retryAfterMs, isOfInput });
}

/** By a gateway, proxy or hotspot: whatever it says, the server has not said no. */
const notOurs = (status: number, retryAfterMs: number | null): ApiError =>
  new ApiError(
    BUSY.includes(status) ? status : status > FAILED ? OFFLINE : TIMED_OUT,
    BETWEEN_MSG,
    {
      retryAfterMs,
    },
  );

function parsed(body: string): { msg?: unknown; errors?: object } {
  try {
    return (JSON.parse(body) ?? {}) as object;
  } catch {
    return {};
  }
}
