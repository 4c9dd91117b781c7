import { access, constants } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { sql } from 'kysely';
import type { Runtime } from '../runtime.ts';

type Watched = Pick<Runtime, 'db' | 'env' | 'log'>;

/** `GET /healthz`: 200 when database and storage answer, else 503 (api, "Other"). */
export async function sendHealth(res: ServerResponse, rt: Watched): Promise<void> {
  const healthy = await isHealthy(rt);
  res.writeHead(healthy ? 200 : 503, {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
  });
  res.end(JSON.stringify({ status: healthy ? 'ok' : 'unavailable' }));
}

/** Whether database and storage answer; why not is in the log. */
export async function isHealthy(rt: Watched): Promise<boolean> {
  try {
    await sql`SELECT 1`.execute(rt.db);
    await access(rt.env.DATA_DIR, constants.W_OK);
    return true;
  } catch (error) {
    rt.log.error({ err: error }, 'not healthy');
    return false;
  }
}
