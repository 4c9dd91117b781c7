import { runDeliveries } from '#features/delivery/monthly-run.service.ts';
import { removalJobs } from '#features/host/removal.service.ts';
import { tellTrialsEnding } from '#features/host/trial.service.ts';
import { mailLanes } from '#features/mail/mail.sender.ts';
import { photoJobs } from '#features/photo/photo.jobs.ts';
import { MINUTE_MS } from '#lib/durations.ts';
import { backupLane } from '#server/backup-schedule.ts';
import { jobLane } from '#server/jobs.ts';
import type { Runtime } from '#server/runtime.ts';
import { makeWorker, sweep } from '#server/worker.ts';
import { maintain } from './maintenance.ts';

/**
 * How often it is asked what is due. A timer for the 1st would have to be set anew with every
 * changed hour, and would miss its moment with every jump of the clock; asking is one query.
 */
const DELIVERIES_EVERY_MS = 15_000;
const SWEEP_EVERY_MS = 15 * MINUTE_MS;

/** Starts what works without being asked. @returns how to stop */
export async function startBackground(rt: Runtime): Promise<() => Promise<void>> {
  const worker = makeWorker(rt.log, [
    jobLane({ ...rt, handlers: { ...photoJobs(rt), ...removalJobs(rt) } }),
    ...mailLanes(rt),
    sweep('deliveries', DELIVERIES_EVERY_MS, ({ stopping }) =>
      runDeliveries(rt, { isStopped: () => stopping.aborted }),
    ),
    sweep('notices of trials', SWEEP_EVERY_MS, () => tellTrialsEnding(rt)),
    sweep('maintenance', SWEEP_EVERY_MS, () => maintain(rt)),
    backupLane(rt),
  ]);
  rt.wakeJobs = () => worker.wake('jobs');
  rt.wakeMails = () => worker.wake('mails');
  await worker.start();
  return () => worker.stop();
}
