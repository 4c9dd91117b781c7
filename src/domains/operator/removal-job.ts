import type { Db } from '#server/database.ts';
import type { Runtime } from '#server/runtime.ts';

export const REMOVE_JOB = 'host.remove';

export const removal = ({ clock }: Runtime, hostId: string) => ({
  kind: REMOVE_JOB,
  hostId: null,
  payload: { hostId },
  runAt: clock.now(),
});

/** `{"hostId":"…"}` of facilities that are being removed. */
export const listRemovals = (db: Db) =>
  db.selectFrom('jobs').select('payload').where('kind', '=', REMOVE_JOB).execute();
