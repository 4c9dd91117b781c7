import type { IncomingMessage } from 'node:http';
import { hasBody, whenBodyIsOver } from './request-body.ts';

export const WINDOW_MS = 60_000;
/** One KiB a second: the slowest phone that still gets a photo through sends twenty. */
export const LEAST_BYTES = 60 * 1024;

/**
 * Calls `giveUp` when a body stops or trickles. What counts is that it goes on, not how long it
 * takes: 25 MB over a bad line are 20 minutes.
 */
export function watchBody(req: IncomingMessage, giveUp: () => void): void {
  if (!hasBody(req)) return;
  const { socket } = req;
  let before = socket.bytesRead;
  const timer = setInterval(() => {
    const { bytesRead } = socket;
    if (!req.complete && bytesRead - before < LEAST_BYTES) giveUp();
    before = bytesRead;
  }, WINDOW_MS).unref();
  whenBodyIsOver(req, () => clearInterval(timer));
}
