import { noteEvent } from '#domains/audit/record-event.ts';
import { notFound } from '#lib/errors.ts';
import type { Runtime } from '#server/runtime.ts';
import { inTransaction } from '#server/transaction.ts';
import { listFailedJobs, requeueJobs } from './status-rows.ts';

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
const NAMES: Record<string, string> = {
  'photo.variants': '写真の準備',
  'host.remove': '施設を削除する',
};

/** As the operator reads it. */
export const jobName = (kind: string): string => NAMES[kind] ?? kind;
