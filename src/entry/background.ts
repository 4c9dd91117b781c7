import { makeDeliveryRunner } from '../features/delivery/delivery.runner.ts';
import { removalJobs } from '../features/host/removal.service.ts';
import { makeMailSender } from '../features/mail/mail.sender.ts';
import { photoJobs } from '../features/photo/photo.jobs.ts';
import { makeBackupSchedule } from '../server/backup-schedule.ts';
import { makeJobWorker } from '../server/jobs.ts';
import { startMaintenance } from './maintenance.ts';
import type { Runtime } from '../server/runtime.ts';

/** Starts workers and periodic sweeps. @returns a function that stops them */
export async function startBackground(rt: Runtime): Promise<() => Promise<void>> {
  const worker = makeJobWorker({ ...rt, handlers: { ...photoJobs(rt), ...removalJobs(rt) } });
  const sender = makeMailSender(rt);
  rt.wakeJobs = worker.wake;
  rt.wakeMails = sender.wake;
  const deliveries = makeDeliveryRunner(rt);
  const stopMaintenance = startMaintenance(rt);
  const backups = makeBackupSchedule(rt);
  backups.start();
  sender.start();
  deliveries.start();
  await worker.start();
  return async () => {
    stopMaintenance();
    backups.stop();
    await Promise.all([worker.stop(), deliveries.stop(), sender.stop()]);
  };
}
