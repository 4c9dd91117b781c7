import type { ServerResponse } from 'node:http';
import type { Watched } from '../health-check.ts';
import { isHealthy } from '../health-check.ts';

const KEPT_MS = 5000;
const kept = new WeakMap<object, { at: number; healthy: Promise<boolean> }>();

/** Looked at no more than every five seconds, however many ask: a look writes to the disk. */
function isRecentlyHealthy(rt: Watched): Promise<boolean> {
  const known = kept.get(rt.db);
  const now = performance.now();
  if (known && now - known.at < KEPT_MS) return known.healthy;
  const healthy = isHealthy(rt);
  kept.set(rt.db, { at: now, healthy });
  return healthy;
}

/** `GET /healthz`: 200 when database and storage can be read and written, else 503 (api, "Other"). */
export async function sendHealth(res: ServerResponse, rt: Watched): Promise<void> {
  const healthy = await isRecentlyHealthy(rt);
  res.writeHead(healthy ? 200 : 503, {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
  });
  res.end(JSON.stringify({ status: healthy ? 'ok' : 'unavailable' }));
}
