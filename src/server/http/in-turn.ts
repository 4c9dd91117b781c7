import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Browsers and proxies do not pipeline at all. */
const MAX_WAITING = 64;
const waiting = new WeakMap<Socket, number>();

/**
 * Starts a request once those before it on its connection are answered. Node hands over pipelined
 * requests all at once: hundreds would be worked on for one connection, and one whose turn never
 * comes is not told when the connection ends. What has not been started holds nothing.
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
    // Node has more to do for this response first.
    process.nextTick(() => socket.destroyed || start());
  });
}
