import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { PHOTO_FILES } from '#domains/photo/photo.ts';
import { dataPaths } from '#server/data-folder.ts';
import type { Db } from '#server/database.ts';
import { openDatabase } from '#server/sqlite/database.ts';
import { photoFile, uploadFile } from '../support/stored-files.ts';
import { sha256 } from '../support/uploads.ts';
import type { Ledger } from './ledger.ts';
import type { Place } from './place.ts';

const DRAIN_MS = 60_000;

/** Waits until the server has processed what the crash left. */
async function drained(db: Db): Promise<void> {
  const until = Date.now() + DRAIN_MS;
  while (Date.now() < until) {
    const jobs = await db.selectFrom('jobs').select('id').limit(1).execute();
    if (jobs.length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the server did not finish its jobs');
}

/** Broken promises in words. */
export async function check(place: Place, ledger: Ledger): Promise<string[]> {
  const db = openDatabase(dataPaths(place.dataDir).database);
  try {
    await drained(db);
    return [
      ...(await checkDatabase(db)),
      ...(await checkPromises(db, place, ledger)),
      ...(await checkFiles(db, place)),
    ];
  } finally {
    await db.destroy();
  }
}

async function checkDatabase(db: Db): Promise<string[]> {
  const { rows } = await sql<{ integrity_check: string }>`PRAGMA integrity_check`.execute(db);
  const foreign = await sql`PRAGMA foreign_key_check`.execute(db);
  const wrong = rows.map((row) => row.integrity_check).filter((text) => text !== 'ok');
  return foreign.rows.length === 0 ? wrong : [...wrong, 'foreign keys are violated'];
}

/** Nothing acknowledged is lost. */
async function checkPromises(db: Db, { stored }: Place, ledger: Ledger): Promise<string[]> {
  const found: string[] = [];
  const rows = await db.selectFrom('items').selectAll().execute();
  const items = new Map(rows.map((row) => [row.id, row]));
  for (const [id, { captions }] of ledger.items) {
    const row = items.get(id);
    if (!row) found.push(`item ${id} is lost`);
    else if (!captions.has(row.caption)) found.push(`item ${id} says "${row.caption}"`);
    else ledger.items.set(id, { blobId: row.blob_id, captions: new Set([row.caption]) });
  }
  for (const [blobId, { sha256: hash }] of ledger.uploads) {
    const row = await db
      .selectFrom('blobs')
      .select('state')
      .where('id', '=', blobId)
      .executeTakeFirst();
    if (row?.state === 'ready') continue; // its item was made, only the answer was cut off
    const bytes = await stored.read(uploadFile(blobId)).catch(() => null);
    if (!bytes) found.push(`upload ${blobId} is lost (${row?.state ?? 'no row'})`);
    else if (sha256(bytes) !== hash) found.push(`upload ${blobId} is damaged`);
  }
  return found;
}

/** Each stored file matches its hash, none is missing, none unreferenced. */
async function checkFiles(db: Db, { dataDir, stored }: Place): Promise<string[]> {
  const found: string[] = [];
  const noted = await db.selectFrom('blob_files').selectAll().execute();
  const known = new Set<string>();
  for (const { blob_id, name, sha256: hash } of noted) {
    const file = photoFile(blob_id, name);
    known.add(file);
    const content = await stored.read(file).catch(() => null);
    if (!content) found.push(`${file} is missing`);
    else if (sha256(content) !== hash) found.push(`${file} is damaged`);
  }
  for (const file of await stored.list('photos')) {
    if (!known.has(file)) found.push(`${file} belongs to no row`);
  }
  const blobs = await db.selectFrom('blobs').select(['id', 'state']).execute();
  const states = new Map(blobs.map(({ id, state }) => [id, state]));
  for (const id of (await stored.list('uploads')).map((file) => path.basename(file))) {
    if (states.get(id) !== 'stored') found.push(`upload ${id} of ${states.get(id) ?? 'nothing'}`);
  }
  for (const { id, state } of blobs) {
    const files = noted.filter((row) => row.blob_id === id).length;
    const expected = state === 'ready' ? PHOTO_FILES.length : 0;
    if (files !== expected) found.push(`blob ${id} is ${state} with ${files} files`);
  }
  const leftovers = await readdir(dataPaths(dataDir).temporary);
  return leftovers.length === 0 ? found : [...found, `${leftovers.length} temporary files`];
}
