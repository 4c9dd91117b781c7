import type { Runtime } from '../../server/runtime.ts';
import { noteAct } from '../audit/audit.service.ts';
import type { Actor } from '../session/session.ts';
import { countFailedJobs, requeueFailedJobs } from './failed-photos.repository.ts';
import { VARIANTS_JOB } from './photo.jobs.ts';

/** Photos whose pictures could not be made even after all tries; an admin is told. */
export const readFailedPhotosCount = (rt: Runtime, actor: Actor): Promise<number> =>
  countFailedJobs(rt.db, actor.host.id, VARIANTS_JOB);

/** Tries them all once more, from the first wait on. */
export async function retryFailedPhotos(rt: Runtime, actor: Actor): Promise<void> {
  const now = rt.clock.now().toISOString();
  await rt.db.transaction().execute(async (tx) => {
    await requeueFailedJobs(tx, actor.host.id, VARIANTS_JOB, now);
    await noteAct(tx, rt, actor, { action: 'photo.retried' });
  });
  rt.wakeJobs();
}
