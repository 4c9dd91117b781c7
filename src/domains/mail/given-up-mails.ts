import { noteEvent } from '#domains/audit/record-event.ts';
import { notFound } from '#lib/errors.ts';
import type { Db } from '#server/database.ts';
import type { Runtime } from '#server/runtime.ts';
import { inTransaction } from '#server/transaction.ts';
import { mailTraits } from './mail.ts';
import { requeueMail } from './outbox.ts';

const MOST = 200;

/** Somebody at the facility decides who knows whether it arrived. */
const BY_LINE =
  'LINEのお便りは、メールでお送りしたか、施設の「お渡しの一覧」にのせました。LINEの設定と、今月送れる数をお確かめください。';

interface GivenUpMail {
  id: string;
  kind: string;
  hostName: string | null;
  to: string;
  reason: string;
  at: string;
  /** What to do if resending is pointless. */
  advice: string | null;
}

export async function listGivenUpMails({ db }: Pick<Runtime, 'db'>): Promise<GivenUpMail[]> {
  const rows = await failed(db)
    .leftJoin('hosts', 'hosts.id', 'outbox.host_id')
    .select(['outbox.id', 'outbox.kind', 'outbox.channel', 'outbox.recipient'])
    .select(['outbox.last_error', 'outbox.created_at', 'hosts.name as hostName'])
    .orderBy('outbox.created_at', 'desc')
    .orderBy('outbox.id')
    .limit(MOST)
    .execute();
  return rows.map(({ id, kind, channel, hostName, recipient, last_error, created_at }) => ({
    id,
    kind,
    hostName,
    to: channel === 'line' ? 'LINE' : recipient,
    reason: last_error ?? '',
    at: created_at,
    advice: channel === 'line' ? BY_LINE : (mailTraits(kind).instead ?? null),
  }));
}

/** Skips expired links. @param id null for all. @returns how many. @throws AppError 404 if none */
export const retryGivenUpMails = (rt: Runtime, id: string | null): Promise<number> =>
  inTransaction(rt, async (tx) => {
    const mails = await listGivenUpMails(tx);
    const chosen = mails.filter((mail) => id === null || mail.id === id);
    const useful = chosen.filter(({ advice }) => advice === null);
    if (useful.length === 0) {
      throw notFound(
        chosen[0]?.advice ?? '送り直せるメールはありません。mails でお確かめください。',
      );
    }
    const now = tx.clock.now().toISOString();
    for (const mail of useful) await requeueMail(tx.db, { id: mail.id }, now);
    await noteEvent(tx, { action: 'operator.mails_retried', target: id ?? 'all' });
    return useful.length;
  });

/** For mails that no one needs any more. @param id null for all. @throws AppError 404 if none */
export const dismissGivenUpMails = (rt: Runtime, id: string | null): Promise<number> =>
  inTransaction(rt, async (tx) => {
    const count = await deleteGivenUpMails(tx.db, id);
    if (count === 0) throw notFound('削除できるメールはありません。mails でお確かめください。');
    await noteEvent(tx, { action: 'operator.mails_dismissed', target: id ?? 'all' });
    return count;
  });

const failed = (db: Db) =>
  db.selectFrom('outbox').where('outbox.state', '=', 'failed').where('outbox.stopped', '=', 0);

/** @param id null for all. @returns how many */
async function deleteGivenUpMails(db: Db, id: string | null): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('outbox')
    .where((eb) => eb.and({ state: 'failed', stopped: 0 }))
    .$if(id !== null, (query) => query.where('id', '=', id ?? ''))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
