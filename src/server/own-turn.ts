import { setImmediate } from 'node:timers/promises';

const lines = new WeakMap<Request, Promise<void>>();

/**
 * A turn of the event loop for each part of a long page, one after the other, so that everybody else
 * is answered between them. Each part awaits it before it draws.
 */
export function ownTurn(request: Request): Promise<void> {
  const before = lines.get(request) ?? Promise.resolve();
  const turn = before.then(() => setImmediate());
  lines.set(request, turn);
  return turn;
}
