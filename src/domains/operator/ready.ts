import type { IncomingMessage, ServerResponse } from 'node:http';
import { memoizeBriefly } from '#server/memoize-briefly.ts';
import { currentRequest } from '#server/request-context.ts';
import type { Observed } from './read-status.ts';
import { readFacts } from './read-status.ts';
import { isReady, judge } from './status.ts';

const recentFacts = memoizeBriefly(readFacts);

/** `GET /readyz`: 200 or 503; details only on localhost or the metrics port. */
export async function sendReadiness(
  res: ServerResponse,
  rt: Observed,
  { toWatcher }: { toWatcher: boolean },
): Promise<void> {
  const request = currentRequest();
  if (request) request.route = '/readyz';
  const facts = await recentFacts(rt);
  const checks = judge(facts, rt.env.READY_FREE_MB);
  const ready = isReady(checks);
  const status = ready ? 'ok' : 'unavailable';
  res.writeHead(ready ? 200 : 503, {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
  });
  res.end(JSON.stringify(toWatcher ? { status, checks, facts } : { status }));
}

const LOOPBACK = /^(?:::ffff:)?127\.|^::1$/;
const OWN_NAME = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/;
const PASSED_ON = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/** Not through a proxy on this machine. */
export const isFromHere = ({ socket, headers }: IncomingMessage): boolean =>
  LOOPBACK.test(socket.remoteAddress ?? '') &&
  OWN_NAME.test(headers.host ?? '') &&
  PASSED_ON.every((name) => headers[name] === undefined);
