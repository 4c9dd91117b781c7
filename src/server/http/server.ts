import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { Log } from '../log.ts';
import type { Meter } from '../metrics.ts';
import type { RequestContext } from '../request-context.ts';
import { runInRequest } from '../request-context.ts';
import type { Runtime } from '../runtime.ts';
import { clientAddress } from './client-address.ts';
import { newRequestId } from './request-id.ts';
import { sendRefusal, sendTurned } from './headers.ts';
import { answerParser } from './parser-answers.ts';
import { pathOf, refuseSpelling } from './request-path.ts';
import { SafeResponse, securityHeaders } from './safe-response.ts';

const SECOND_MS = 1000;
/** A request without a Host is turned away like one for another host. */
const OPTIONS = { ServerResponse: SafeResponse, requireHostHeader: false };

/** Answers one request, whose path is in its one spelling; its errors are ours to catch. */
export type Answer = (req: IncomingMessage, res: ServerResponse, path: string) => Promise<void>;

/** The `http.Server` around everything: request id, headers, log, time-outs. */
export function makeServer(rt: Runtime, answer: Answer, meter?: Meter): Server {
  const isTls = rt.env.PUBLIC_URL.startsWith('https:');
  const always = securityHeaders(rt.env);
  const server = createServer(OPTIONS, (req, res) => {
    res.always = always;
    const context = openContext(req, res, rt, meter);
    if (isTls) Object.assign(req.socket, { encrypted: true });
    const path = pathOf(req.url);
    const misspelt = refuseSpelling(req.url ?? '/', path);
    if (misspelt) return sendTurned(res, path, misspelt);
    runInRequest(context, () => {
      answer(req, res, path).catch((error: unknown) => {
        context.log.error({ err: error }, 'request failed');
        sendRefusal(res, path, 500, `システムエラーが起きました。（番号: ${context.id}）`);
      });
    });
  });
  answerParser(server, rt.env);
  server.headersTimeout = 20 * SECOND_MS;
  server.requestTimeout = 5 * 60 * SECOND_MS;
  server.keepAliveTimeout = 60 * SECOND_MS;
  return server;
}

/** What our server knows of a request; a logger is made where there is something to say. */
class Context implements RequestContext {
  route = '';
  #log: Log | undefined;
  readonly id: string;
  readonly address: string;
  readonly #parent: Log;
  constructor(id: string, address: string, parent: Log) {
    this.id = id;
    this.address = address;
    this.#parent = parent;
  }
  get log(): Log {
    return (this.#log ??= this.#parent.child({ request: this.id }));
  }
}

function openContext(
  req: IncomingMessage,
  res: SafeResponse,
  { env, log }: Runtime,
  meter?: Meter,
): RequestContext {
  const started = performance.now();
  const context = new Context(newRequestId(), clientAddress(req, env.TRUST_PROXY), log);
  res.requestId = context.id;
  res.once('close', () => {
    const ms = Math.round((performance.now() - started) * 10) / 10;
    meter?.(req.method ?? '', context.route, res.statusCode, ms);
    const isBad = res.statusCode >= 500;
    if (!isBad && !log.isLevelEnabled('debug')) return;
    const entry = { method: req.method, route: context.route, status: res.statusCode, ms };
    context.log[isBad ? 'warn' : 'debug'](entry, 'request');
  });
  return context;
}
