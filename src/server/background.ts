import { photoJobs } from '../features/photo/photo.jobs.ts';
import { makeJobWorker } from './jobs.ts';
import { startMaintenance } from './maintenance.ts';
import type { Runtime } from './runtime.ts';

/** Starts what works while nobody asks: the job worker and the sweeps. @returns how to stop. */
export async function startBackground(rt: Runtime): Promise<() => Promise<void>> {
  const worker = makeJobWorker({ ...rt, handlers: photoJobs(rt) });
  rt.wakeJobs = worker.wake;
  const stopMaintenance = startMaintenance(rt);
  await worker.start();
  return async () => {
    stopMaintenance();
    await worker.stop();
  };
}
