import { notFound } from '../../lib/errors.ts';
import type { Runtime } from '../../server/runtime.ts';
import { inTransaction } from '../../server/transaction.ts';
import { noteEvent } from '../audit/audit.service.ts';
import { listFailedJobs, requeueJobs } from './operation.repository.ts';

const MOST = 200;

/** Work that was given up after all tries, of every facility, newest first. */
export const listGivenUpJobs = ({ db }: Pick<Runtime, 'db'>) => listFailedJobs(db, MOST);

/**
 * Tries once more, from the first wait on.
 * @param id one job's, or null for all.
 * @returns how many. @throws AppError 404 when there is none to try
 */
export const retryGivenUpJobs = (rt: Runtime, id: string | null): Promise<number> =>
  inTransaction(rt, async (tx) => {
    const requeued = await requeueJobs(tx.db, id, tx.clock.now().toISOString());
    if (requeued === 0) throw notFound('やり直せる処理はありません。jobs でお確かめください。');
    await noteEvent(tx, { action: 'operator.jobs_retried', target: id ?? 'all' });
    return requeued;
  });
