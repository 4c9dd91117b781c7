import { tellOfEndings } from '#domains/delivery/ending/tell-of-ending.ts';
import { runDeliveries } from '#domains/delivery/monthly-run.ts';
import { returnedLane } from '#domains/delivery/returned/watch-mailbox.ts';
import { deleteEndedFacilities } from '#domains/operator/delete-ended.ts';
import { removalJobs } from '#domains/operator/remove-facility.ts';
import { lineLane } from '#domains/line/work-off.ts';
import { tellTrialsEnding } from '#domains/account/trial.ts';
import { mailLanes } from '#domains/mail/send-mails.ts';
import { makeAlerts } from '#domains/operator/alert.ts';
import { noteLevels } from '#domains/operator/figures/note-levels.ts';
import { rehearsalLane } from '#domains/operator/rehearse.ts';
import { photoJobs } from '#domains/photo/make-sizes.ts';
import { MINUTE_MS } from '#lib/durations.ts';
import { backupLane, copyLane } from '#server/copies/backup-lanes.ts';
import { keepFigures } from '#server/figures/keep.ts';
import { publishStalls } from '#server/stalls.ts';
import { jobLane } from '#server/jobs.ts';
import { oneForAll } from '#server/leases.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Lane } from '#server/lane-worker.ts';
import { makeWorker, sweep } from '#server/lane-worker.ts';
import { maintain } from './maintenance.ts';

/** Polled: a timer set for the 1st would miss its moment whenever the clock or the hour changes. */
const DELIVERIES_EVERY_MS = 15_000;
const ALERTS_EVERY_MS = 5 * MINUTE_MS;
/** Each process notes its own memory. */
const LEVELS_EVERY_MS = 5 * MINUTE_MS;
const SWEEP_EVERY_MS = 15 * MINUTE_MS;

/** Starts the workers. @returns a function that stops them */
export async function startBackground(rt: Runtime): Promise<() => Promise<void>> {
  const forAll = (lane: Lane): Lane => oneForAll(rt, lane);
  const worker = makeWorker(rt.log, [
    jobLane({
      ...rt,
      atOnce: rt.images.atOnce,
      handlers: { ...photoJobs(rt), ...removalJobs(rt) },
    }),
    lineLane(rt),
    ...mailLanes({ ...rt, wakeDeliveries: () => worker.wake('deliveries') }),
    sweep('deliveries', DELIVERIES_EVERY_MS, ({ stopping }) =>
      runDeliveries(rt, { isStopped: () => stopping.aborted }),
    ),
    ...(rt.env.BOUNCE_URL === undefined ? [] : [forAll(returnedLane(rt))]),
    forAll(sweep('notices of trials', SWEEP_EVERY_MS, () => tellTrialsEnding(rt))),
    forAll(sweep('endings told', MINUTE_MS, () => tellOfEndings(rt))),
    forAll(sweep('ended facilities', SWEEP_EVERY_MS, () => deleteEndedFacilities(rt))),
    forAll(sweep('maintenance', SWEEP_EVERY_MS, () => maintain(rt))),
    oneForAll(rt, sweep('alerts', ALERTS_EVERY_MS, makeAlerts(rt)), { evenUnasked: true }),
    sweep('stalls', MINUTE_MS, () => publishStalls(rt.env.DATA_DIR)),
    sweep('figures', MINUTE_MS, () => keepFigures(rt)),
    sweep('levels', LEVELS_EVERY_MS, () => noteLevels(rt)),
    forAll(backupLane(rt)),
    forAll(copyLane(rt)),
    forAll(rehearsalLane(rt)),
  ]);
  rt.wakeJobs = () => worker.wake('jobs');
  rt.wakeMails = () => worker.wake('mails');
  await worker.start();
  return async () => {
    await worker.stop();
    await keepFigures(rt).catch((error: unknown) =>
      rt.log.warn({ err: error }, 'figures of the last minute were not kept'),
    );
  };
}
