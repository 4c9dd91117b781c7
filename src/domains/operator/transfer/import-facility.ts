import { noteEvent } from '#domains/audit/record-event.ts';
import { forgetEnded } from '#domains/facility/ending/ended.ts';
import { monthToDeliver } from '#domains/people/stay.ts';
import { conflict, diskFull } from '#lib/errors.ts';
import type { Db } from '#server/database.ts';
import { isConstraintViolation, isUniqueViolation } from '#server/failures.ts';
import { orNone } from '#server/lists.ts';
import type { Runtime } from '#server/runtime.ts';
import { inTransaction } from '#server/transaction.ts';
import { checkRows, rowSchemas } from './check-rows.ts';
import { renumbered } from './new-ids.ts';
import type { Line, Row, Table } from './package.ts';
import { TABLES } from './package.ts';
import type { PackageSource } from './read-package.ts';
import { damaged, readLines } from './read-package.ts';
import { photosOf, takePhoto } from './take-photos.ts';

interface Imported {
  hostId: string;
  name: string;
  residents: number;
  families: number;
  staffs: number;
  photos: number;
  /** Colleagues whose password was hashed in another way: they choose a new one. */
  newPasswords: number;
}

/**
 * Takes a facility in that `wholeEntries` wrote, all of it or nothing: rows by the rules of their
 * columns, photos by their hashes and by decoding them, then all rows in one transaction. No mail is
 * queued, and the month under way is settled.
 * @param same keeps ids and links, so that families' links go on to work
 * @throws AppError 409 if it is here already; 422 for a file that is damaged, holds what could not
 *   have been entered here, or is of another version
 */
export async function importFacility(
  rt: Runtime,
  source: PackageSource,
  { same }: { same: boolean },
): Promise<Imported> {
  const { lines: original, newPasswords } = checkRows(
    await readLines(source),
    rowSchemas(rt.clock.now()),
  );
  const lines = newLines(original, same);
  const of = (table: Table): Row[] =>
    lines.flatMap((line) => (line.table === table ? [line.row] : []));
  const [host, ...others] = of('hosts');
  if (!host || others.length > 0) throw damaged('施設');
  await refuseTaken(rt.db, of);
  const photos = photosOf(original, lines);
  const bytes = photos.flatMap(({ files }) => files).reduce((sum, file) => sum + file.byte_size, 0);
  if ((await rt.blobs.room()) < bytes) throw diskFull();
  const kept: string[] = [];
  try {
    for (const photo of photos) {
      kept.push(photo.blobId);
      await takePhoto(rt, source, photo);
    }
    await inTransaction(rt, async (tx) => {
      await refuseTaken(tx.db, of);
      for (const table of TABLES) await insertRows(tx.db, table, of(table));
      await forgetEnded(tx.db, String(host['id']));
      await settleMonth(tx, String(host['id']));
      await noteEvent(tx, { action: 'operator.facility_imported', hostId: String(host['id']) });
    });
  } catch (error) {
    for (const blobId of kept) await rt.blobs.removePhoto(blobId);
    if (isUniqueViolation(error)) throw isHere();
    throw isConstraintViolation(error) ? damaged('表') : error;
  }
  return {
    hostId: String(host['id']),
    name: String(host['name']),
    ...{ residents: of('residents').length, families: of('families').length },
    ...{ staffs: of('staffs').length, photos: of('items').length, newPasswords },
  };
}

const newLines = (lines: readonly Line[], same: boolean): Line[] =>
  renumbered(lines, same).map(({ table, row }) => {
    // Triggers count these again.
    if (table === 'hosts') return { table, row: { ...row, stored_bytes: 0 } };
    return table === 'blobs'
      ? { table, row: { ...row, withheld: 0, only_for: null } }
      : { table, row };
  });

const isHere = () =>
  conflict(
    'この施設か、その一部が、もうこのサーバーにあります（または、ファイルの中に同じものが2つあります）。何も取り込んでいません。--same を付けなければ、別の施設として取り込めます。',
  );

const AT_ONCE = 200;

/** Before anything is written, and again with it. @throws AppError 409 */
async function refuseTaken(db: Db, of: (table: Table) => Row[]): Promise<void> {
  for (const table of ['hosts', 'blobs', 'residents', 'families'] as const) {
    const ids = of(table).map(({ id }) => String(id));
    for (let n = 0; n < ids.length; n += AT_ONCE) {
      const some = ids.slice(n, n + AT_ONCE);
      const found = await db
        .selectFrom(table)
        .select('id')
        .where('id', 'in', orNone(some))
        .execute();
      if (found.length > 0) throw isHere();
    }
  }
  const emails = of('staffs').flatMap(({ email }) => (typeof email === 'string' ? [email] : []));
  for (let n = 0; n < emails.length; n += AT_ONCE) {
    const some = emails.slice(n, n + AT_ONCE);
    const found = await db
      .selectFrom('staffs')
      .select('email')
      .where('email', 'in', orNone(some))
      .where('confirmed_at', 'is not', null)
      .execute();
    const [first] = found;
    if (first) {
      throw conflict(
        `${first.email ?? ''} の職員が、もうこのサーバーの別の施設にいます。何も取り込んでいません。`,
      );
    }
  }
}

/** Few enough for a statement's parameters in each database. */
const PARAMETERS = 1000;

async function insertRows(db: Db, table: Table, rows: readonly Row[]): Promise<void> {
  const atOnce = Math.max(1, Math.floor(PARAMETERS / Object.keys(rows[0] ?? {}).length));
  for (let n = 0; n < rows.length; n += atOnce) {
    // The columns are those of the same table in the same version, or the statement fails.
    await db
      .insertInto(table as 'withheld_pictures')
      .values(rows.slice(n, n + atOnce) as never)
      // Triggers have made the same rows of the items.
      .$if(table === 'withheld_pictures', (query) => query.onConflict((one) => one.doNothing()))
      .execute();
  }
}

/** Nothing is mailed for the month that is being delivered: the other server has done so, or will. */
async function settleMonth({ db, clock }: Pick<Runtime, 'db' | 'clock'>, hostId: string) {
  const now = clock.now().toISOString();
  const done = { finished_at: now, admins_told_at: now };
  const run = {
    ...{ host_id: hostId, year_month: monthToDeliver(clock.now()), outcome: 'mails' as const },
    ...{ due_at: now, started_at: now, reached: '', content_version: 0 },
  };
  await db
    .insertInto('delivery_runs')
    .values({ ...run, ...done })
    .onConflict((conflict) => conflict.columns(['host_id', 'year_month']).doNothing())
    .execute();
  await db
    .updateTable('delivery_runs')
    .set((eb) => ({
      finished_at: eb.fn.coalesce('finished_at', eb.val(now)),
      admins_told_at: eb.fn.coalesce('admins_told_at', eb.val(now)),
    }))
    .where('host_id', '=', hostId)
    .execute();
}
