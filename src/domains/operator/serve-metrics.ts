import type { Registry } from 'prom-client';
import { longestStalls } from '#server/stalls.ts';
import { listenForWatchers } from '#server/http/metrics-server.ts';
import type { Meter } from '#server/request-meter.ts';
import { openMetrics } from '#server/request-meter.ts';
import { COMMIT, RELEASE } from '#server/version.ts';
import type { Observed } from './read-status.ts';
import { readFacts } from './read-status.ts';
import { sendReadiness } from './ready.ts';
import { countStored } from './status-rows.ts';

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

const NAMES = {
  storage_up: 'Database and data folder can be written (1) or not (0)',
  disk_free_bytes: "Bytes left on the data folder's disk",
  mails_queued: 'Mails that wait to be sent',
  mails_failed: 'Mails that were given up',
  mails_refused: 'Addresses whose mails wait since our mail server did not take them',
  mail_oldest_queued_seconds: 'How long the oldest waiting mail has been waiting',
  jobs_queued: 'Jobs that wait or run',
  jobs_failed: 'Jobs that were given up',
  job_overdue_seconds: 'How long ago the oldest waiting job was due',
  last_backup_timestamp_seconds: 'When the newest whole backup was made',
  oldest_copy_timestamp_seconds:
    'When the newest whole backup was made of which every place has a copy',
  last_good_rehearsal_timestamp_seconds: 'When a backup was last restored on trial with success',
  contacts: 'Questions from the contact form that are kept',
  facilities: 'Facilities',
  sessions: 'Sessions that are good',
  photos: 'Photos with all their files',
  photo_bytes: 'Bytes of all files of photos',
} as const;

type Name = keyof typeof NAMES;

/** Registers the product's gauges. @returns a function that updates them */
async function watchProduct(rt: Observed, registry: Registry): Promise<() => Promise<void>> {
  const { Gauge } = await import('prom-client');
  const gauges = Object.entries(NAMES).map(([name, help]) => {
    const gauge = new Gauge({ name: `tsukidayori_${name}`, help, registers: [registry] });
    return { name: name as Name, gauge };
  });
  const stalls = new Gauge({
    name: 'tsukidayori_longest_hold_seconds',
    help: 'The longest event-loop stall in the last hour or two, by cause',
    labelNames: ['cause'],
    registers: [registry],
  });
  const build = new Gauge({
    name: 'tsukidayori_build_info',
    help: 'Which program runs: always 1',
    labelNames: ['version', 'commit'],
    registers: [registry],
  });
  build.set({ version: RELEASE, commit: COMMIT }, 1);
  return async () => {
    stalls.reset();
    for (const [cause, ms] of longestStalls()) stalls.set({ cause }, ms / 1000);
    const figures = await readFigures(rt);
    // Unknown values are omitted: a zero would look healthy.
    for (const { name, gauge } of gauges) {
      const figure = figures[name];
      if (figure === undefined) gauge.remove();
      else gauge.set(figure);
    }
  };
}

async function readFigures(rt: Observed): Promise<Partial<Record<Name, number>>> {
  const { storage, freeBytes, mails, jobs, backup, copies, rehearsal } = await readFacts(rt);
  const stored = storage ? await countStored(rt.db, rt.clock.now().toISOString()) : null;
  const lastAt = backup?.lastAt;
  const copiedAt = (copies ?? []).map((copy) => (copy.lastAt ? Date.parse(copy.lastAt) : NaN));
  const oldestCopy = Math.min(...copiedAt);
  const rehearsedAt = rehearsal?.goodAt;
  return {
    storage_up: storage ? 1 : 0,
    ...(stored && {
      contacts: stored.contacts,
      facilities: stored.facilities,
      sessions: stored.sessions,
      photos: stored.photos,
      photo_bytes: stored.photoBytes,
    }),
    ...(freeBytes !== null && { disk_free_bytes: freeBytes }),
    ...(mails && {
      mails_queued: mails.queued,
      mails_failed: mails.failed,
      mails_refused: mails.refused,
      mail_oldest_queued_seconds: mails.oldestS ?? 0,
    }),
    ...(jobs && {
      jobs_queued: jobs.queued,
      jobs_failed: jobs.failed,
      job_overdue_seconds: jobs.overdueS ?? 0,
    }),
    ...(lastAt && { last_backup_timestamp_seconds: Date.parse(lastAt) / 1000 }),
    ...(Number.isFinite(oldestCopy) && { oldest_copy_timestamp_seconds: oldestCopy / 1000 }),
    ...(rehearsedAt && { last_good_rehearsal_timestamp_seconds: Date.parse(rehearsedAt) / 1000 }),
  };
}
