import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Browsers and proxies do not pipeline at all. */
const MAX_WAITING = 64;
const waiting = new WeakMap<Socket, number>();

/**
 * Starts a request after the previous ones on its connection are answered. Node emits pipelined
 * requests all at once: hundreds would run for one connection, and a request waiting behind others
 * is not told when the connection ends. A request that has not started holds no resources.
 */
export function inTurn({ socket }: IncomingMessage, res: ServerResponse, start: () => void): void {
  if (res.socket) {
    start();
    return;
  }
  const count = (waiting.get(socket) ?? 0) + 1;
  if (count > MAX_WAITING) {
    socket.destroy();
    return;
  }
  waiting.set(socket, count);
  res.once('socket', () => {
    waiting.set(socket, (waiting.get(socket) ?? 1) - 1);
    // Let Node finish setting up this response first.
    process.nextTick(() => socket.destroyed || start());
  });
}
