import type { ServerResponse } from 'node:http';
import { isHealthy, tryPhotoStore } from '#server/health-check.ts';
import { currentRequest } from '#server/request-context.ts';
import type { Runtime } from '#server/runtime.ts';
import { VERSION } from '#server/version.ts';
import { memoizeBriefly } from '#server/memoize-briefly.ts';

type Watched = Pick<Runtime, 'database' | 'env' | 'log' | 'blobs'>;

const isRecentlyHealthy = memoizeBriefly(async (rt: Watched): Promise<boolean> => {
  const [isGood, why] = await Promise.all([isHealthy(rt), tryPhotoStore(rt)]);
  return isGood && why === null;
});

/** `GET /healthz`: 200 if database, data folder and the store of the photos work, else 503 (contract.md#other). */
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
