import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Browsers and proxies do not pipeline. */
const MAX_WAITING = 64;
const waiting = new WeakMap<Socket, number>();

/**
 * Delays a request until its connection's earlier ones are answered. Node emits pipelined ones at
 * once, so one connection could run hundreds.
 */
export function inTurn<Response extends ServerResponse>(
  req: IncomingMessage,
  res: Response,
  start: (req: IncomingMessage, res: Response) => void,
): void {
  if (res.socket) {
    start(req, res);
    return;
  }
  const { socket } = req;
  const count = (waiting.get(socket) ?? 0) + 1;
  if (count > MAX_WAITING) {
    socket.destroy();
    return;
  }
  waiting.set(socket, count);
  res.once('socket', () => {
    waiting.set(socket, (waiting.get(socket) ?? 1) - 1);
    // Let Node finish setting up this response first.
    process.nextTick(() => socket.destroyed || start(req, res));
  });
}
