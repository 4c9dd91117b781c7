import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { AppError } from '#lib/errors.ts';
import { asAppError } from '#server/failures.ts';
import { problemOf, recordAnswer } from '#server/figures/recorder.ts';
import type { Log } from '#server/log.ts';
import type { Meter } from '#server/request-meter.ts';
import { pace } from '#server/pace.ts';
import type { RequestContext } from '#server/request-context.ts';
import { runInRequest } from '#server/request-context.ts';
import type { Runtime } from '#server/runtime.ts';
import { clientAddress } from './client-address.ts';
import { Connections, connectionLimit, openFilesLimit } from './connections.ts';
import type { Turned } from './gate.ts';
import { refuseFraming } from './gate.ts';
import { sendRefusal, sendTurned } from './headers.ts';
import { inTurn } from './in-turn.ts';
import { newRequestId } from './request-id.ts';
import { pathOf, refuseSpelling } from './request-path.ts';
import { hasBody, watchBody } from './request-body.ts';
import { KEEP_ALIVE_SECONDS, SafeResponse, securityHeaders } from './safe-response.ts';
import { MINUTE_MS, SECOND_MS } from '#lib/durations.ts';
import { createServer } from './node-http.ts';

const OPTIONS = {
  ServerResponse: SafeResponse,
  /** Rejected by the gate, like an unknown Host. */
  requireHostHeader: false,
  /** All headers, with every cookie; larger ones are refused unread (P32). */
  maxHeaderSize: 16 * 1024,
  connectionsCheckingInterval: 5 * SECOND_MS,
  optimizeEmptyRequests: true,
};

export type Answer = (req: IncomingMessage, res: ServerResponse, path: string) => Promise<void>;

export function makeServer(rt: Runtime, answer: Answer, meter?: Meter): Server {
  const always = securityHeaders(rt.env);
  const connections = new Connections(connectionLimit(openFilesLimit()));
  const respond = async (context: Context, req: IncomingMessage, res: ServerResponse) => {
    const path = pathOf(req.url);
    const turned =
      refuseFraming(req) ?? refuseSpelling(req.url ?? '/', path) ?? (context.hasRoom ? null : MANY);
    if (turned) {
      refuse(req, res, path, turned);
      return;
    }
    if (hasBody(req)) watchBody(req, () => refuse(req, res, path, STALLED));
    try {
      const answered = answer(req, res, path);
      // A body may take minutes to arrive.
      await (hasBody(req) ? answered : pace.answering(answered));
    } catch (error) {
      context.fail(error);
    }
  };
  const start = (req: IncomingMessage, res: SafeResponse): void => {
    const context = openContext(req, res, rt, connections, meter);
    void runInRequest(context, respond, context, req, res);
  };
  const begin = (req: IncomingMessage, res: SafeResponse): void => {
    res.always = always;
    res.on('error', heard);
    inTurn(req, res, start);
  };
  const server = createServer(OPTIONS, begin);
  // An unknown Expect is ignored; Node's own answer would leave the connection open.
  server.on('checkExpectation', begin);
  server.headersTimeout = 20 * SECOND_MS;
  // As long as an upload URL is valid; `watchBody` ends stalled ones.
  server.requestTimeout = 30 * MINUTE_MS;
  server.keepAliveTimeout = 0;
  connections.watch(server, 2 * MINUTE_MS, KEEP_ALIVE_SECONDS * SECOND_MS);
  return server;
}

const heard = (): void => undefined;

const MANY: Turned = {
  status: 503,
  msg: '同じところからの通信が多すぎます。何も保存していません。少し待ってから、もう一度お試しください。',
  headers: { 'Retry-After': '5' },
};
const STALLED: Turned = {
  status: 408,
  msg: '送信が途中で止まりました。何も保存していません。電波のよいところで、もう一度お試しください。',
};

/** Ends an exchange and its connection. */
function refuse(req: IncomingMessage, res: ServerResponse, path: string, turned: Turned): void {
  if (res.writableEnded) req.socket.destroy();
  else sendTurned(res, path, turned);
}

class Context implements RequestContext {
  route = '';
  hasRoom = true;
  way: string | null = null;
  problem: string | null = null;
  #log: Log | undefined;
  readonly id: string;
  readonly address: string;
  readonly #parent: Log;
  readonly #res: ServerResponse;
  constructor(id: string, address: string, parent: Log, res: ServerResponse) {
    this.id = id;
    this.address = address;
    this.#parent = parent;
    this.#res = res;
  }
  get log(): Log {
    return (this.#log ??= this.#parent.child({ request: this.id }));
  }
  get userAgent(): string {
    return (this.#res.req.headers['user-agent'] ?? '').slice(0, 200);
  }
  fail(error: unknown, message = 'request failed'): void {
    const known = asAppError(error);
    if (known instanceof AppError) {
      const retry = known.retryAfter === undefined ? {} : { 'Retry-After': `${known.retryAfter}` };
      this.#refuse(known.status, known.message, retry);
      return;
    }
    this.tell(error, message);
    this.#refuse(500, `システムエラーが起きました。（番号: ${this.id}）`);
  }
  tell(error: unknown, message: string): void {
    this.problem = problemOf(error);
    this.log.error({ err: error, route: this.route }, message);
  }
  #refuse(status: number, words: string, headers: Record<string, string> = {}): void {
    if (this.#res.writableEnded) return;
    sendRefusal(this.#res, pathOf(this.#res.req.url), status, words, headers);
  }
}

/** Refusals are noted so that guessing shows; no name, address or link is. */
function levelOf(status: number, route: string): 'debug' | 'info' | 'warn' {
  if (status === 401 || status === 429) return 'info';
  return status >= 500 && !UNLOGGED.has(route) ? 'warn' : 'debug';
}

/** Asked every few seconds; what they find is logged once by itself. */
const UNLOGGED = new Set(['/readyz', '/healthz']);

/** Pages show their request's number. */
const isPage = (res: ServerResponse): boolean =>
  res.statusCode >= 400 && res.req.headers.accept?.includes('text/html') === true;

function openContext(
  req: IncomingMessage,
  res: SafeResponse,
  { env, log }: Runtime,
  connections: Connections,
  meter?: Meter,
): Context {
  const started = performance.now();
  const context = new Context(newRequestId(), clientAddress(req, env.TRUST_PROXY), log, res);
  res.requestId = context.id;
  context.hasRoom = connections.begin(context.address, res);
  res.on('close', () => {
    if (context.hasRoom) connections.end(res);
    const ms = Math.round((performance.now() - started) * 10) / 10;
    const method = req.method ?? '';
    meter?.(method, context.route, res.statusCode, ms);
    recordAnswer(method, context, res.statusCode, ms, isPage(res));
    const level = levelOf(res.statusCode, context.route);
    if (level === 'debug' && !log.isLevelEnabled(level)) return;
    const entry = { method, route: context.route, status: res.statusCode, ms };
    context.log[level](entry, 'request');
  });
  return context;
}
