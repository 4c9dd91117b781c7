import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { Log } from '../log.ts';
import type { Meter } from '../metrics.ts';
import type { RequestContext } from '../request-context.ts';
import { runInRequest } from '../request-context.ts';
import type { Runtime } from '../runtime.ts';
import { clientAddress } from './client-address.ts';
import { newRequestId } from './request-id.ts';
import { sendRefusal, setSecurityHeaders } from './headers.ts';

const SECOND_MS = 1000;

/** Answers one request; its errors are ours to catch. */
export type Answer = (req: IncomingMessage, res: ServerResponse, path: string) => Promise<void>;

/** The `http.Server` around everything: request id, headers, log, time-outs. */
export function makeServer(rt: Runtime, answer: Answer, meter?: Meter): Server {
  const isTls = rt.env.PUBLIC_URL.startsWith('https:');
  const server = createServer((req, res) => {
    const context = openContext(req, res, rt, meter);
    if (isTls) Object.assign(req.socket, { encrypted: true });
    runInRequest(context, () => {
      answer(req, res, pathOf(req)).catch((error: unknown) => {
        context.log.error({ err: error }, 'request failed');
        sendRefusal(res, pathOf(req), 500, `システムエラーが起きました。（番号: ${context.id}）`);
      });
    });
  });
  server.headersTimeout = 20 * SECOND_MS;
  server.requestTimeout = 5 * 60 * SECOND_MS;
  server.keepAliveTimeout = 60 * SECOND_MS;
  return server;
}

const pathOf = (req: IncomingMessage): string => (req.url ?? '/').split('?', 1)[0] ?? '/';

function openContext(
  req: IncomingMessage,
  res: ServerResponse,
  rt: Runtime,
  meter?: Meter,
): RequestContext {
  const id = newRequestId();
  let log: Log | undefined;
  const started = performance.now();
  const context: RequestContext = {
    id,
    address: clientAddress(req, rt.env.TRUST_PROXY),
    // Most requests have nothing to say.
    get log() {
      return (log ??= rt.log.child({ request: id }));
    },
    route: '',
  };
  setSecurityHeaders(res, rt.env, id);
  res.once('close', () => {
    const ms = Math.round((performance.now() - started) * 10) / 10;
    meter?.(req.method ?? '', context.route, res.statusCode, ms);
    const entry = { method: req.method, route: context.route, status: res.statusCode, ms };
    if (res.statusCode >= 500) context.log.warn(entry, 'request');
    else if (rt.log.isLevelEnabled('debug')) context.log.debug(entry, 'request');
  });
  return context;
}
