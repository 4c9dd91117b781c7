import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { noteEvent } from '#domains/audit/record-event.ts';
import { monthToDeliver } from '#domains/people/stay.ts';
import { conflict, diskFull } from '#lib/errors.ts';
import type { Db } from '#server/database.ts';
import { isUniqueViolation } from '#server/failures.ts';
import { orNone } from '#server/lists.ts';
import type { Runtime } from '#server/runtime.ts';
import { inTransaction } from '#server/transaction.ts';
import { renumbered } from './new-ids.ts';
import type { Line, Row, Table } from './package.ts';
import { FileRow, TABLES, photoFile } from './package.ts';
import type { PackageSource } from './read-package.ts';
import { damaged, orDamaged, readLines } from './read-package.ts';

interface Imported {
  hostId: string;
  name: string;
  residents: number;
  families: number;
  staffs: number;
  photos: number;
}

/**
 * Takes a facility in that `wholeEntries` wrote, all of it or nothing: photos first, checked by their
 * hashes, then all rows in one transaction. No mail is queued, and the month under way is settled.
 * @param same keeps ids and links, so that families' links go on to work
 * @throws AppError 409 if it is here already; 422 for a file that is damaged or of another version
 */
export async function importFacility(
  rt: Runtime,
  source: PackageSource,
  { same }: { same: boolean },
): Promise<Imported> {
  const original = await readLines(source);
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
      await settleMonth(tx, String(host['id']));
      await noteEvent(tx, { action: 'operator.facility_imported', hostId: String(host['id']) });
    });
  } catch (error) {
    for (const blobId of kept) await rt.blobs.removePhoto(blobId);
    throw isUniqueViolation(error) ? isHere() : error;
  }
  return {
    hostId: String(host['id']),
    name: String(host['name']),
    ...{ residents: of('residents').length, families: of('families').length },
    ...{ staffs: of('staffs').length, photos: of('items').length },
  };
}

const newLines = (lines: readonly Line[], same: boolean): Line[] =>
  orDamaged('表', () => renumbered(lines, same)).map(({ table, row }) => {
    // Triggers count these again.
    if (table === 'hosts') return { table, row: { ...row, stored_bytes: 0 } };
    return table === 'blobs' ? { table, row: { ...row, withheld: 0 } } : { table, row };
  });

interface Photo {
  blobId: string;
  /** In the file. */
  from: string;
  files: FileRow[];
}

/** A photo without files could not be shown. */
function photosOf(original: readonly Line[], lines: readonly Line[]): Photo[] {
  const photos = new Map<string, Photo>();
  for (const [n, { table, row }] of lines.entries()) {
    if (table !== 'blob_files') continue;
    const file = orDamaged('写真', () => FileRow.parse(row));
    const from = String(original[n]?.row['blob_id']);
    const photo = photos.get(file.blob_id) ?? { blobId: file.blob_id, from, files: [] };
    photos.set(file.blob_id, photo);
    photo.files.push(file);
  }
  const blobs = lines.filter(({ table }) => table === 'blobs');
  if (blobs.some(({ row }) => !photos.has(String(row['id'])))) throw damaged('写真');
  return [...photos.values()];
}

/** Keeps a photo's files durably. @throws AppError 422 if one is missing or has another hash */
async function takePhoto(rt: Runtime, source: PackageSource, photo: Photo): Promise<void> {
  const folder = await rt.blobs.makeWorkFolder();
  try {
    for (const { name } of photo.files) {
      const stream = await source.open(photoFile(photo.from, name));
      if (stream === null) throw damaged('写真が足りません');
      await pipeline(stream, createWriteStream(path.join(folder, name), { mode: 0o600 }));
    }
    const names = photo.files.map(({ name }) => name);
    const stored = await rt.blobs.adopt(photo.blobId, folder, names);
    for (const { name, sha256, byte_size: size } of photo.files) {
      const found = stored.get(name);
      if (found?.sha256 !== sha256 || found.byteSize !== size) throw damaged('写真');
    }
  } finally {
    await rt.blobs.removeWorkFolder(folder);
  }
}

const isHere = () =>
  conflict(
    'この施設か、その一部が、もうこのサーバーにあります。何も取り込んでいません。--same を付けなければ、別の施設として取り込めます。',
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
