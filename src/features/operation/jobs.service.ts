import { notFound } from '#lib/errors.ts';
import type { Runtime } from '#server/runtime.ts';
import { inTransaction } from '#server/transaction.ts';
import { noteEvent } from '#features/audit/audit.service.ts';
import { listFailedJobs, requeueJobs } from './operation.repository.ts';

const MOST = 200;

export const listGivenUpJobs = ({ db }: Pick<Runtime, 'db'>) => listFailedJobs(db, MOST);

/** Retries failed jobs. @param id null for all. @returns how many. @throws AppError 404 if none */
export const retryGivenUpJobs = (rt: Runtime, id: string | null): Promise<number> =>
  inTransaction(rt, async (tx) => {
    const requeued = await requeueJobs(tx.db, id, tx.clock.now().toISOString());
    if (requeued === 0) throw notFound('やり直せる処理はありません。jobs でお確かめください。');
    await noteEvent(tx, { action: 'operator.jobs_retried', target: id ?? 'all' });
    return requeued;
  });
