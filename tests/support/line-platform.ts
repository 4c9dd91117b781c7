import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { say, textOf } from './plain-http.ts';

/** What the server is configured with. */
export const LINE_CHANNEL = {
  LINE_CHANNEL_ID: '1234567890',
  LINE_CHANNEL_SECRET: '0123456789abcdef0123456789abcdef',
  LINE_BASIC_ID: '@123abcde',
} as const;

/** Configured, but nobody is there. */
export const UNHEARD_LINE = { ...LINE_CHANNEL, LINE_API_URL: 'http://127.0.0.1:9' };

/** How a push fails; `accepts` means that LINE has taken it all the same. */
type Fault =
  | { status: number; message?: string; retryAfter?: string; accepts?: boolean }
  | { hangs: true; accepts?: boolean }
  | { breaks: true; accepts?: boolean };

interface Accepted {
  to: string;
  retryKey: string | null;
  messages: Record<string, unknown>[];
}

/**
 * LINE's platform as its published OpenAPI and documents say: stateless tokens, push with retry
 * keys, reply tokens for one use, quota. Faults are decided for each push that is no repetition.
 */
export interface LinePlatform {
  url: string;
  settings: Record<string, string>;
  /** Pushes that were accepted: what people have seen. */
  accepted: Accepted[];
  replies: Accepted[];
  /** Every request, `METHOD path`. */
  calls: string[];
  tokens: number;
  /** Seconds that a token is good for. */
  tokenSeconds: number;
  /** Messages a month, and those used. */
  limit: number | null;
  /** What people call themselves; of others LINE does not say. */
  names: Map<string, string>;
  /** Answers a status of 400, as for an account that is gone. */
  gone: Set<string>;
  /** @param nth try of that message */
  faultOf: (to: string, nth: number) => Fault | undefined;
  replyFault: Fault | undefined;
  /** All tokens so far are refused. */
  revokeTokens: () => void;
  close: () => Promise<void>;
}

const ERRORS = { 400: 'The property, to, in the request body is invalid', 403: 'Forbidden' };
const PROFILE = '/v2/bot/profile/';
const OVER = 'You have reached your monthly limit.';
const SOON = 'The API rate limit has been exceeded. Try again later.';

export async function startLine(): Promise<LinePlatform> {
  const good = new Map<string, number>();
  /** By retry key: accepted, with the id of the first request. */
  const keys = new Map<string, string>();
  const tries = new Map<string, number>();
  const usedReplyTokens = new Set<string>();
  const server = createServer((req, res) => void answer(req, res));
  const platform: LinePlatform = {
    url: '',
    settings: {},
    ...{ accepted: [], replies: [], calls: [], tokens: 0, tokenSeconds: 900, limit: null },
    names: new Map(),
    gone: new Set(),
    faultOf: () => undefined,
    replyFault: undefined,
    revokeTokens: () => good.clear(),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  platform.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  platform.settings = { ...LINE_CHANNEL, LINE_API_URL: platform.url };
  return platform;

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const body = await textOf(req);
    const path = req.url ?? '';
    platform.calls.push(`${req.method} ${path}`);
    if (path === '/oauth2/v3/token') {
      issueToken(res, new URLSearchParams(body));
      return;
    }
    const token = /^Bearer (.+)$/.exec(req.headers.authorization ?? '')?.[1] ?? '';
    if ((good.get(token) ?? 0) < Date.now()) {
      say(res, 401, { message: 'Authentication failed' });
      return;
    }
    if (path === '/v2/bot/message/quota') {
      const limited =
        platform.limit === null ? { type: 'none' } : { type: 'limited', value: platform.limit };
      say(res, 200, limited);
      return;
    }
    if (path === '/v2/bot/message/quota/consumption') {
      say(res, 200, { totalUsage: platform.accepted.length });
      return;
    }
    if (path.startsWith(PROFILE)) {
      const userId = path.slice(PROFILE.length);
      const displayName = platform.names.get(userId);
      const known = displayName !== undefined;
      say(res, known ? 200 : 404, known ? { userId, displayName } : { message: 'Not found' });
      return;
    }
    const asked = JSON.parse(body) as {
      to?: string;
      replyToken?: string;
      messages: Accepted['messages'];
    };
    if (path === '/v2/bot/message/push') push(req, res, asked);
    else if (path === '/v2/bot/message/reply') reply(res, asked);
    else say(res, 404, { message: 'Not found' });
  }

  function issueToken(res: ServerResponse, form: URLSearchParams): void {
    const isOurs =
      form.get('grant_type') === 'client_credentials' &&
      form.get('client_id') === LINE_CHANNEL.LINE_CHANNEL_ID &&
      form.get('client_secret') === LINE_CHANNEL.LINE_CHANNEL_SECRET;
    if (!isOurs) return say(res, 400, { error: 'invalid_client' });
    const token = randomUUID();
    platform.tokens += 1;
    good.set(token, Date.now() + platform.tokenSeconds * 1000);
    const expires_in = platform.tokenSeconds;
    return say(res, 200, { token_type: 'Bearer', access_token: token, expires_in });
  }

  function push(
    req: IncomingMessage,
    res: ServerResponse,
    { to = '', messages }: { to?: string; messages: Accepted['messages'] },
  ): void {
    const header = req.headers['x-line-retry-key'];
    const retryKey = typeof header === 'string' ? header : null;
    if (retryKey !== null && !UUID.test(retryKey))
      return say(res, 400, { message: 'Invalid retry key' });
    const before = retryKey === null ? undefined : keys.get(retryKey);
    if (before !== undefined) {
      res.setHeader('x-line-accepted-request-id', before);
      return say(res, 409, { message: 'The retry key is already accepted' });
    }
    if (platform.gone.has(to)) return say(res, 400, { message: ERRORS[400] });
    if (platform.limit !== null && platform.accepted.length >= platform.limit) {
      return say(res, 429, { message: OVER });
    }
    const nth = (tries.get(retryKey ?? to) ?? 0) + 1;
    tries.set(retryKey ?? to, nth);
    const fault = platform.faultOf(to, nth);
    const accept = (): void => {
      platform.accepted.push({ to, retryKey, messages });
      if (retryKey !== null) keys.set(retryKey, randomUUID());
    };
    if (!fault) {
      accept();
      return say(res, 200, { sentMessages: [{ id: randomUUID() }] });
    }
    if (fault.accepts === true) accept();
    return fail(res, fault);
  }

  function reply(
    res: ServerResponse,
    { replyToken = '', messages }: { replyToken?: string; messages: Accepted['messages'] },
  ): void {
    if (platform.replyFault) return fail(res, platform.replyFault);
    if (usedReplyTokens.has(replyToken)) return say(res, 400, { message: 'Invalid reply token' });
    usedReplyTokens.add(replyToken);
    platform.replies.push({ to: replyToken, retryKey: null, messages });
    return say(res, 200, { sentMessages: [] });
  }
}

function fail(res: ServerResponse, fault: Fault): void {
  if ('hangs' in fault) return;
  if ('breaks' in fault) {
    res.socket?.destroy();
    return;
  }
  const { status, retryAfter } = fault;
  if (retryAfter !== undefined) res.setHeader('Retry-After', retryAfter);
  const message = fault.message ?? (status === 429 ? SOON : 'An error occurred');
  say(res, status, { message });
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** A user's id, as LINE writes them. */
export const lineUser = (n: number): string => `U${n.toString(16).padStart(32, '0')}`;

let counter = 0;

interface Written {
  /** Milliseconds. */
  at?: number;
  id?: string;
}

const token = (): string => randomUUID().replaceAll('-', '');

const event = (userId: string, { at = Date.now(), id }: Written, more: object) => ({
  mode: 'active',
  timestamp: at,
  source: { type: 'user', userId },
  webhookEventId: id ?? `01H${String(++counter).padStart(23, '0')}`,
  deliveryContext: { isRedelivery: false },
  ...more,
});

/** Somebody writes to the account. */
export const wrote = (userId: string, text: string, how: Written = {}) =>
  event(userId, how, {
    type: 'message',
    replyToken: token(),
    message: { id: String(++counter), type: 'text', quoteToken: 'q', text },
  });

/** Somebody blocks it. */
export const blocked = (userId: string, how: Written = {}) =>
  event(userId, how, { type: 'unfollow' });

/** Somebody takes the block back. */
export const unblocked = (userId: string, how: Written = {}) =>
  event(userId, how, { type: 'follow', replyToken: token(), follow: { isUnblocked: true } });

export const webhookBody = (...events: object[]): string =>
  JSON.stringify({ destination: lineUser(0), events });

/** As LINE signs a body. */
export const signLine = (body: string | Uint8Array): string =>
  createHmac('sha256', LINE_CHANNEL.LINE_CHANNEL_SECRET).update(body).digest('base64');
