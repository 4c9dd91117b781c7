import { listenForWatchers } from '#server/http/metrics-server.ts';
import type { Meter } from '#server/metrics.ts';
import { openMetrics } from '#server/metrics.ts';
import { watchProduct } from './metrics.service.ts';
import type { Observed } from './operation.service.ts';
import { sendReadiness } from './ready.http.ts';

/**
 * Serves `/metrics` and detailed `/readyz` on METRICS_PORT, unauthenticated: do not expose it.
 * @returns a function that records each response
 * @throws Error with one line
 */
export async function startMetrics(rt: Observed): Promise<Meter | undefined> {
  const { METRICS_PORT: port, METRICS_HOST: host } = rt.env;
  if (port === undefined) return undefined;
  const { registry, meter } = await openMetrics();
  const refresh = await watchProduct(rt, registry);
  await listenForWatchers(
    { host, port, log: rt.log },
    {
      '/metrics': async (_req, res) => {
        await refresh();
        res.setHeader('Content-Type', registry.contentType);
        res.end(await registry.metrics());
      },
      '/readyz': (_req, res) => sendReadiness(res, rt, { toWatcher: true }),
    },
  );
  return meter;
}
