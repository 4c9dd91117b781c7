import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { MINUTE_MS } from '#lib/durations.ts';
import { systemClock } from '#server/clock.ts';
import type { Line } from './line.ts';
import { LineError } from './line.ts';

interface Channel {
  id: string;
  secret: string;
  basicId: string;
  apiUrl: string;
  /** For an answer. */
  patienceMs?: number | undefined;
}

const PATIENCE_MS = 15_000;
/** Answers have some hundred bytes. */
const MOST_BYTES = 64 * 1024;
/** Before it ends: a call with it takes a while. */
const RENEW_MS = MINUTE_MS;

const Token = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().int().min(1),
});
const Quota = z.object({ type: z.string(), value: z.number().optional() });
const Profile = z.object({ displayName: z.string() });
const Consumption = z.object({ totalUsage: z.number() });

const PUSH = '/v2/bot/message/push';
const REPLY = '/v2/bot/message/reply';
const QUOTA = '/v2/bot/message/quota';
const CONSUMPTION = '/v2/bot/message/quota/consumption';
const PROFILE = '/v2/bot/profile';

interface Call {
  method: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

/** The Messaging API over HTTP, with stateless tokens. */
export function makeLineApi({ id, secret, basicId, apiUrl, patienceMs }: Channel): Line {
  const ending = new AbortController();
  const send = (call: Call) => answerTo(apiUrl, call, patienceMs ?? PATIENCE_MS, ending.signal);
  const tokens = makeTokens(send, { id, secret });
  const authorized = async (call: Call, isAgain = false): Promise<Answer> => {
    const token = await tokens.current();
    const headers = { ...call.headers, Authorization: `Bearer ${token}` };
    const answer = await send({ ...call, headers });
    if (answer.status !== 401) return answer;
    tokens.forget(token);
    return isAgain ? answer : authorized(call, true);
  };
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    authorized({
      method: 'POST',
      path,
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  const get = async <T>(path: string, schema: z.ZodType<T>): Promise<T> =>
    read(schema, await requireTaken(authorized({ method: 'GET', path })));
  return {
    kind: 'api',
    basicId,
    async push(to, messages, retryKey) {
      const answer = await post(PUSH, { to, messages }, { 'X-Line-Retry-Key': retryKey });
      // Accepted before, under the same key.
      if (answer.status !== 409) await requireTaken(answer);
    },
    async reply(replyToken, messages) {
      await requireTaken(post(REPLY, { replyToken, messages }));
    },
    async readQuota() {
      const quota = await get(QUOTA, Quota);
      const { totalUsage: used } = await get(CONSUMPTION, Consumption);
      return { limit: quota.type === 'limited' ? (quota.value ?? 0) : null, used };
    },
    async readName(userId) {
      const path = `${PROFILE}/${encodeURIComponent(userId)}`;
      const answer = await authorized({ method: 'GET', path });
      // Of someone who is no friend of the account it says nothing.
      if (answer.status === 404) return null;
      return read(Profile, await requireTaken(answer)).displayName;
    },
    isSignedByLine: (body, signature) => isSigned(secret, body, signature),
    close: () => ending.abort(),
  };
}

/** In constant time: the length alone is no secret. */
function isSigned(secret: string, body: Uint8Array, signature: string): boolean {
  const wanted = createHmac('sha256', secret).update(body).digest();
  const given = Buffer.from(signature, 'base64');
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

/** Good for 15 minutes; one is asked for at a time. */
function makeTokens(
  send: (call: Call) => Promise<Answer>,
  { id, secret }: Pick<Channel, 'id' | 'secret'>,
) {
  let token: { text: string; until: number } | undefined;
  let asking: Promise<string> | undefined;
  const ask = async (): Promise<string> => {
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: id,
      client_secret: secret,
    });
    const now = systemClock.now().getTime();
    const answer = await send({
      method: 'POST',
      path: '/oauth2/v3/token',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: body.toString(),
    }).catch((error: unknown) => {
      throw certain(error);
    });
    if (answer.status === 400 || answer.status === 401) {
      throw new LineError('settings', { status: answer.status });
    }
    if (answer.status !== 200) throw certain(errorOf(answer));
    const { access_token: text, expires_in } = read(Token, answer);
    token = { text, until: now + expires_in * 1000 - RENEW_MS };
    return text;
  };
  return {
    current: (): Promise<string> => {
      if (token && token.until > systemClock.now().getTime()) return Promise.resolve(token.text);
      return (asking ??= ask().finally(() => (asking = undefined)));
    },
    forget: (text: string): void => {
      if (token?.text === text) token = undefined;
    },
  };
}

/** No message was sent yet. */
const certain = (error: unknown): LineError =>
  error instanceof LineError
    ? new LineError(error.trouble, {
        ...(error.status !== undefined && { status: error.status }),
        retryAfterMs: error.retryAfterMs,
        cause: error.cause,
      })
    : new LineError('away', { cause: error });

interface Answer {
  status: number;
  text: string;
  retryAfter: string | null;
}

/** One request, within time and size. A redirect is not followed: it would carry the token away. */
async function answerTo(
  apiUrl: string,
  { method, path, headers = {}, body }: Call,
  patienceMs: number,
  ending: AbortSignal,
): Promise<Answer> {
  const signal = AbortSignal.any([AbortSignal.timeout(patienceMs), ending]);
  try {
    const response = await fetch(new URL(path, apiUrl), {
      method,
      headers,
      signal,
      redirect: 'manual',
      ...(body !== undefined && { body }),
    });
    const text = await readSome(response);
    return { status: response.status, text, retryAfter: response.headers.get('retry-after') };
  } catch (error) {
    throw new LineError('away', { isUncertain: !wasNeverSent(error), cause: error });
  }
}

async function readSome(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop early ends the connection.
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) break;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** No connection was made. */
const NEVER_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);
const OF_CERTIFICATES = /CERT|TLS|SSL|SIGNATURE/;

function wasNeverSent(error: unknown): boolean {
  const { cause } = error as { cause?: { code?: unknown } };
  const code = typeof cause?.code === 'string' ? cause.code : '';
  return NEVER_SENT.has(code) || OF_CERTIFICATES.test(code);
}

/** @throws LineError unless LINE has taken it */
async function requireTaken(pending: Answer | Promise<Answer>): Promise<Answer> {
  const answer = await pending;
  if (answer.status === 200) return answer;
  throw errorOf(answer);
}

const QUOTA_OVER = /monthly limit/i;

function errorOf({ status, text, retryAfter }: Answer): LineError {
  if (status === 429) {
    const trouble = QUOTA_OVER.test(text) ? 'quota' : 'rate';
    return new LineError(trouble, { status, retryAfterMs: retryAfterMs(retryAfter) });
  }
  if (status === 401) return new LineError('settings', { status });
  if (status === 403) return new LineError('forbidden', { status });
  if (status >= 400 && status < 500) return new LineError('refused', { status });
  // Also a redirect, which a proxy of ours may have answered after LINE had accepted it.
  return new LineError('away', {
    status,
    isUncertain: true,
    retryAfterMs: retryAfterMs(retryAfter),
  });
}

/** Seconds, or a date. */
function retryAfterMs(text: string | null): number | undefined {
  if (text === null) return undefined;
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isFinite(ms) && ms > 0 ? ms : undefined;
}

function read<T>(schema: z.ZodType<T>, { status, text }: Answer): T {
  try {
    return schema.parse(JSON.parse(text));
  } catch (error) {
    throw new LineError('away', { status, cause: error });
  }
}
