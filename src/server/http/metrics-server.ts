import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Log } from '#server/log.ts';
import { listen } from './lifecycle.ts';
import { sendPlain } from './headers.ts';
import { createServer } from './node-http.ts';

type Page = (req: IncomingMessage, res: ServerResponse) => Promise<void>;

/** Serves metrics on a second port, which never delays shutdown. @throws Error with one line */
export async function listenForWatchers(
  { host, port, log }: { host: string; port: number; log: Log },
  pages: Record<string, Page>,
): Promise<Server> {
  const server = createServer((req, res) => {
    const page = pages[(req.url ?? '').split('?', 1)[0] ?? ''];
    if (req.method !== 'GET' || !page) return sendPlain(res, 404, 'Not found');
    page(req, res).catch((error: unknown) => {
      log.error({ err: error }, 'metrics failed');
      sendPlain(res, 500, 'Failed');
    });
  });
  await listen(server, host, port, 'METRICS_PORT');
  return server.unref();
}
