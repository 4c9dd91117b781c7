import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** Browsers and proxies do not pipeline. */
const MAX_WAITING = 64;

interface Line {
  /** The latest that was started. */
  current: ServerResponse;
  waiting: [res: ServerResponse, start: () => void][];
}
const lines = new WeakMap<Duplex, Line>();

/**
 * Delays a request until its connection's earlier ones are answered. Node emits pipelined ones at
 * once, so one connection could run hundreds.
 */
export function inTurn<Response extends ServerResponse>(
  req: IncomingMessage,
  res: Response,
  start: (req: IncomingMessage, res: Response) => void,
): void {
  const { socket } = req;
  const line = lines.get(socket);
  if (!line) {
    lines.set(socket, { current: res, waiting: [] });
    start(req, res);
  } else if (line.current.closed && line.waiting.length === 0) {
    line.current = res;
    start(req, res);
  } else if (line.waiting.length >= MAX_WAITING) {
    socket.destroy();
  } else {
    line.waiting.push([res, () => start(req, res)]);
    if (line.waiting.length === 1) line.current.once('close', () => startNext(line));
  }
}

function startNext(line: Line): void {
  const [res, start] = line.waiting.shift() ?? [];
  if (!res || !start || res.req.socket.destroyed) return;
  line.current = res;
  if (line.waiting.length > 0) res.once('close', () => startNext(line));
  start();
}
