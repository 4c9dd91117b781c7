import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

const DRAIN_MS = 24_000;

/** Listens on an address. @throws Error with one line if it cannot be used */
export async function listen(
  server: Server,
  host: string,
  port: number,
  setting = 'PORT',
): Promise<void> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === 'EADDRINUSE' ? 'is in use' : `cannot be used: ${message}`;
    throw new Error(`${setting} ${port} on ${host} ${why}`, { cause: error });
  }
}

/** Emitted on the server when it begins to stop. */
export const DRAINING = 'draining';
let isStopping = false;

/**
 * `/livez`: whether a proxy may pass on a request. While the server stops it hangs up, so that a
 * proxy asks again until the next server answers (deploy/Caddyfile).
 */
export function answerLive(req: IncomingMessage, res: ServerResponse): void {
  if (isStopping) req.socket.destroy();
  else res.writeHead(204).end();
}

/**
 * Finishes accepted requests (P14). From now on a connection ends with the answer it carries, since
 * a proxy cannot repeat a POST that meets a connection as it closes.
 * @param graceMs during which new connections are accepted, for what a proxy has begun to pass on
 */
export async function drain(server: Server, graceMs: number): Promise<void> {
  const closed = once(server, 'close');
  isStopping = true;
  server.emit(DRAINING);
  await wait(graceMs);
  server.close();
  const overdue = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  const idle = setInterval(() => server.closeIdleConnections(), 200);
  await closed;
  clearTimeout(overdue);
  clearInterval(idle);
}
