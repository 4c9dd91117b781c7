import { sql } from 'kysely';
import { daysBefore } from '#lib/durations.ts';
import type { Db } from '#server/database.ts';
import { idsOf, inPieces, orNone } from '#server/lists.ts';
import { listMailFiles, removeMailFile } from '#server/mail-files.ts';
import { pace } from '#server/pace.ts';
import type { Runtime } from '#server/runtime.ts';
import { FAILED_MAIL_DAYS, SENT_MAIL_DAYS } from './mail.ts';

/** For the operator's test mails, which are not in the outbox. */
const FILE_DAYS = 1;

/** Deletes mails sent six weeks or failed three months ago, and files of deleted mails. */
export async function forgetOldMails(rt: Runtime): Promise<void> {
  const now = rt.clock.now();
  const sentBefore = daysBefore(now, SENT_MAIL_DAYS);
  await pace.untilDone('old mails', (count) => deleteSentMails(rt.db, sentBefore, count));
  await deleteFailedMails(rt.db, daysBefore(now, FAILED_MAIL_DAYS));
  const { DATA_DIR } = rt.env;
  const files = await listMailFiles(DATA_DIR);
  const old = files.filter(({ at }) => at.toISOString() < daysBefore(now, FILE_DAYS));
  const known = await listKnownMails(
    rt.db,
    old.map(({ id }) => id),
  );
  for (const { id, name } of old) {
    if (known.has(id)) continue;
    await removeMailFile(DATA_DIR, name).catch((error: unknown) =>
      rt.log.error({ err: error, mail: id }, 'mail file not deleted'),
    );
  }
}

/** States are written into the SQL, as the indexes `outbox_sent` and `outbox_given_up` are of them. */
async function deleteSentMails(db: Db, before: string, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('outbox')
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('outbox')
        .select('outbox.id')
        .where('state', '=', sql.lit('sent' as const))
        .where('sent_at', '<', before)
        .limit(limit),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

const deleteFailedMails = (db: Db, before: string) =>
  db
    .deleteFrom('outbox')
    .where((eb) =>
      eb.or([
        eb('state', '=', sql.lit('failed' as const)),
        eb('stopped', '=', sql.lit(1 as const)),
      ]),
    )
    .where('created_at', '<', before)
    .execute();

async function listKnownMails(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const known = new Set<string>();
  for (const some of inPieces(ids)) {
    const found = db.selectFrom('outbox').select('id').where('id', 'in', orNone(some));
    for (const id of await idsOf(found)) known.add(id);
  }
  return known;
}
