import { createHash } from 'node:crypto';
import type { Entry } from '#domains/paper/archive/send-archive.ts';
import { textEntry } from '#domains/paper/archive/send-archive.ts';
import { civilDateOf } from '#lib/calendar.ts';
import { conflict } from '#lib/errors.ts';
import type { Db } from '#server/database.ts';
import type { Runtime } from '#server/runtime.ts';
import { inTransaction } from '#server/transaction.ts';
import { VERSION } from '#server/version.ts';
import type { FileRow, Line, Manifest, Row, Table } from './package.ts';
import { MANIFEST, ROWS, SHAPE, TABLES, photoFile } from './package.ts';

/**
 * Everything of a facility that another instance takes: rows and photos with all their sizes, those
 * too that are in no letter. Not what is of this server or device alone: sessions, PINs, passkeys,
 * second steps, LINE accounts, mails and jobs.
 * @throws AppError 409 while photos are still being made
 */
export async function* wholeEntries(rt: Runtime, hostId: string): AsyncGenerator<Entry> {
  const lines = await inTransaction(rt, (tx) => readLines(tx.db, hostId));
  const day = civilDateOf(rt.clock.now());
  for (const { table, row } of lines) {
    if (table !== 'blob_files') continue;
    const { blob_id: blobId, name, byte_size: byteSize } = row as unknown as FileRow;
    const open = () => rt.blobs.stream(blobId, name);
    yield { name: photoFile(blobId, name), day, byteSize, isPhoto: true, open };
  }
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  const manifest: Manifest = {
    ...{ format: 1, shape: SHAPE, version: VERSION, hostId, rows: lines.length },
    rowsSha256: createHash('sha256').update(text).digest('hex'),
  };
  yield textEntry(ROWS, day, text);
  yield textEntry(MANIFEST, day, JSON.stringify(manifest, null, 2));
}

async function readLines(db: Db, hostId: string): Promise<Line[]> {
  const tables = new Map<Table, Row[]>();
  for (const table of TABLES) {
    const key = table === 'hosts' ? 'id' : 'host_id';
    // All of them have these columns; the rows are checked where they are imported.
    const query = db.selectFrom(table as 'staffs').selectAll();
    const rows = await query.where(key, '=', hostId).execute();
    tables.set(table, rows);
  }
  await withoutSecondSteps(db, hostId, tables.get('staffs') ?? []);
  const used = leaveOut(tables);
  const unfinished = (tables.get('blobs') ?? []).filter(
    ({ id, state }) => used.has(String(id)) && state !== 'ready',
  );
  if (unfinished.length > 0) {
    throw conflict(
      `処理の終わっていない写真が${unfinished.length}枚あります。jobs で確かめ、終わってから（できない写真は削除してから）、もう一度お試しください。`,
    );
  }
  return TABLES.flatMap((table) => (tables.get(table) ?? []).map((row) => ({ table, row })));
}

/** A password alone must not open what needed more; they choose a new one by mail. */
async function withoutSecondSteps(db: Db, hostId: string, staffs: Row[]): Promise<void> {
  const found = new Set<string | null>();
  for (const table of ['passkeys', 'second_steps'] as const) {
    const rows = db.selectFrom(table).select('staff_id').where('host_id', '=', hostId);
    for (const { staff_id: id } of await rows.execute()) found.add(id);
  }
  for (const row of staffs) if (found.has(String(row['id']))) row['password_hash'] = null;
}

/** Deleted photos, uploads of no photo, and deliveries whose mail stays here. @returns used blobs */
function leaveOut(tables: Map<Table, Row[]>): Set<string> {
  const keep = (table: Table, test: (row: Row) => boolean): Row[] => {
    const rows = (tables.get(table) ?? []).filter(test);
    tables.set(table, rows);
    return rows;
  };
  const items = keep('items', ({ deleted_at }) => deleted_at === null);
  const used = new Set([
    ...items.map(({ blob_id }) => String(blob_id)),
    ...(tables.get('residents') ?? []).map(({ portrait_blob_id }) => String(portrait_blob_id)),
  ]);
  keep('blobs', ({ id }) => used.has(String(id)));
  keep('blob_files', ({ blob_id }) => used.has(String(blob_id)));
  for (const row of keep('deliveries', ({ state }) => state !== 'queued')) row['outbox_id'] = null;
  for (const row of tables.get('families') ?? [])
    Object.assign(row, { by_line: 0, also_by_mail: 0 });
  return used;
}
