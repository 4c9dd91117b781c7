import { sql } from 'kysely';
import type { ItemRow } from '#db/schema.ts';
import type { Actor } from '#domains/account/session/session.ts';
import { civilDateOf, firstDayOf, yearMonthOf } from '#lib/calendar.ts';
import { isOn } from '#lib/flags.ts';
import type { Db } from '#server/database.ts';
import type { Tx } from '#server/transaction.ts';
import { isShownTo } from './item-rows.ts';
import type { SeenBy } from './seen-by.ts';

/**
 * Families whose 見ました came while photos were in letters that are out, before the photos leave
 * (domain.md#held-photos): they have seen what was wrong, and somebody should call them.
 */
export async function readSeenWhileThere(
  { db, clock }: Tx,
  actor: Actor,
  rows: readonly ItemRow[],
): Promise<SeenBy[]> {
  const thisMonth = firstDayOf(yearMonthOf(civilDateOf(clock.now())));
  const seen = new Map<string, SeenBy>();
  for (const row of rows) {
    if (row.taken_on >= thisMonth || isOn(row.held) || isOn(row.left_out)) continue;
    for (const { id, phone, ...family } of await listSeen(db, row, await arrivalOf(db, row))) {
      seen.set(id, { ...family, phone: actor.isAdmin ? phone : '' });
    }
  }
  return [...seen.values()];
}

/** When it came to its place, as far as the history knows, and an answer let it join its month. */
async function arrivalOf(db: Db, row: ItemRow): Promise<string> {
  const acts = await db
    .selectFrom('audit_logs')
    .select(['action', 'resident_id', 'detail', 'created_at'])
    .where('host_id', '=', row.host_id)
    .where('created_at', '>=', row.created_at)
    .where('target', '=', row.id)
    .where('action', 'in', ['photo.moved', 'photo.answered', 'photo.answered_together'])
    .orderBy('created_at')
    .execute();
  const moves = acts.filter(({ action }) => action === 'photo.moved');
  const isFromHere = (moves[0]?.detail || null) === row.resident_id;
  const came = moves.find((move) => move.resident_id === row.resident_id)?.created_at;
  const answered = acts.find(({ action }) => action !== 'photo.moved')?.created_at;
  const arrived = moves.length === 0 || isFromHere ? row.created_at : (came ?? row.created_at);
  return answered !== undefined && answered > arrived ? answered : arrived;
}

const listSeen = (db: Db, row: ItemRow, since: string) =>
  db
    .selectFrom('letter_reads')
    .innerJoin('families', 'families.id', 'letter_reads.family_id')
    .innerJoin('residents', 'residents.id', 'families.resident_id')
    .innerJoin('blobs', (join) => join.on('blobs.id', '=', row.blob_id))
    .select(['families.id', 'families.name as familyName', 'families.relationship'])
    .select(['residents.name as residentName', 'families.phone'])
    .where('letter_reads.host_id', '=', row.host_id)
    .where('letter_reads.year_month', '=', yearMonthOf(row.taken_on))
    .where('letter_reads.seen_at', '>=', since)
    .where((eb) => isShownTo(eb.ref('residents.id'))(eb))
    .$if(row.resident_id !== null, (query) =>
      query
        .where('residents.id', '=', row.resident_id ?? '')
        .where('residents.photos_hidden', '=', sql.lit(0)),
    )
    .orderBy('families.name_kana')
    .orderBy('families.id')
    .execute();
