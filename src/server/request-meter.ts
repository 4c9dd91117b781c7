/** Records a response. `route` is a pattern, since a path may contain a token. */
export type Meter = (method: string, route: string, status: number, ms: number) => void;

/** Seconds: from a cached letter to an upload on a bad connection. */
const BUCKETS = [0.001, 0.005, 0.02, 0.1, 0.3, 1, 3, 10, 60];

export async function openMetrics() {
  const { Histogram, Registry, collectDefaultMetrics } = await import('prom-client');
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'tsukidayori_http_request_duration_seconds',
    help: 'Answers by method, route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  });
  const meter: Meter = (method, route, status, ms) =>
    durations.observe({ method, route: route || 'other', status }, ms / 1000);
  return { registry, meter };
}
