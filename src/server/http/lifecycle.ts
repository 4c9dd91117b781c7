import { once } from 'node:events';
import type { Server } from 'node:http';

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

/** Finishes accepted requests and takes no new ones (P14). */
export async function drain(server: Server): Promise<void> {
  server.on('request', (_req, res) => {
    if (!res.headersSent) res.setHeader('Connection', 'close');
  });
  const closed = once(server, 'close');
  server.close();
  const overdue = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  const idle = setInterval(() => server.closeIdleConnections(), 200);
  await closed;
  clearTimeout(overdue);
  clearInterval(idle);
}
