import type { IncomingMessage } from 'node:http';
import { hasBody, whenBodyIsOver } from './request-body.ts';

const WINDOW_MS = 60_000;
/** 1 KiB/s; the slowest usable phone connection manages twenty. */
const LEAST_BYTES = 60 * 1024;

/** Calls `giveUp` when a body stalls. Judged by progress: 25 MB may take 20 minutes. */
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
