import type { ServerResponse } from 'node:http';
import type { Watched } from '#server/health-check.ts';
import { isHealthy } from '#server/health-check.ts';
import { currentRequest } from '#server/request-context.ts';
import { VERSION } from '#server/version.ts';
import { memoizeBriefly } from '#server/memoize-briefly.ts';

const isRecentlyHealthy = memoizeBriefly(isHealthy);

/** `GET /healthz`: 200 if database and storage work, else 503 (contract.md#other). */
export async function sendHealth(res: ServerResponse, rt: Watched): Promise<void> {
  const request = currentRequest();
  if (request) request.route = '/healthz';
  const healthy = await isRecentlyHealthy(rt);
  res.writeHead(healthy ? 200 : 503, {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
  });
  res.end(JSON.stringify({ status: healthy ? 'ok' : 'unavailable', version: VERSION }));
}
