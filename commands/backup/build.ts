import BetterSqlite3 from 'better-sqlite3';
import { chmod, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { dataPaths } from '#server/data-folder.ts';
import { syncPath } from '#server/durable-file.ts';
import { doneMigrations } from '#db/migrate.ts';
import type { Damage, Folders } from './collect.ts';
import { confirmFile, placeFile } from './collect.ts';
import { codeOf, copyDurably, filesUnder, hashOf, syncFolders } from './files.ts';
import type { Header } from './manifest.ts';
import { ManifestWriter } from './manifest.ts';
import type { NamedFile } from '#server/named-files.ts';
import { isNamed, namedFiles, unnamed } from '#server/named-files.ts';
import { copyDatabase } from '#db/snapshot.ts';
import type { Db } from '#server/database.ts';
import { queriesOn } from '#server/sqlite/check-file.ts';

const MAX_SNAPSHOTS = 20;

interface Building extends Folders {
  manifest: string;
  program: string;
  now: Date;
  readAll: boolean;
  /** Photos are in a store of their own, which keeps its own old versions. */
  photosElsewhere?: boolean;
}

export interface Built {
  files: number;
  bytes: number;
  found: Damage[];
  /** Database copies until the files matched. */
  snapshots: number;
}

/** The server removed a file that the copied database refers to: copy again. */
class Outdated extends Error {}

/**
 * Builds a consistent backup. The server removes a file only after the commit that drops its last
 * reference, so files are linked before and after the database is copied. One missing then is
 * either unreferenced by now, and the database is copied again, or lost, which is reported.
 */
export async function buildSet(building: Building): Promise<Built> {
  const sqlite = openLive(building.data);
  const live = { sqlite, db: queriesOn(sqlite) };
  try {
    await placeAll(building, live.db);
    for (let snapshots = 1; ; snapshots++) {
      const built = await tryBuild(building, live).catch((error: unknown) => {
        if (!(error instanceof Outdated) || snapshots >= MAX_SNAPSHOTS) throw error;
        return null;
      });
      if (built) return { ...built, snapshots };
    }
  } finally {
    sqlite.close();
  }
}

/** One connection. */
interface Opened {
  sqlite: BetterSqlite3.Database;
  db: Db;
}

function openLive(dataDir: string): BetterSqlite3.Database {
  const file = dataPaths(dataDir).database;
  try {
    const live = new BetterSqlite3(file, { fileMustExist: true });
    live.pragma('trusted_schema = OFF');
    return live;
  } catch (error) {
    throw new Error(`no database in ${dataDir}`, { cause: error });
  }
}

const filesOf = ({ photosElsewhere }: Building, db: Db) => (photosElsewhere ? [] : namedFiles(db));

async function placeAll(building: Building, db: Db): Promise<NamedFile[]> {
  const missing: NamedFile[] = [];
  for await (const file of filesOf(building, db)) {
    if (!(await placeFile(building, file))) missing.push(file);
  }
  return missing;
}

async function tryBuild(building: Building, live: Opened): Promise<Omit<Built, 'snapshots'>> {
  const file = dataPaths(building.set).database;
  await rm(file, { force: true });
  await copyDatabase(live.sqlite, file);
  await chmod(file, 0o600);
  const sqlite = new BetterSqlite3(file, { readonly: true });
  const copy = { sqlite, db: queriesOn(sqlite) };
  try {
    const missing = await placeAll(building, copy.db);
    if ((await unnamed(live.db, missing)).length > 0) throw new Outdated();
    await dropUnnamed(building.set, copy.db);
    return await writeManifest(building, copy, live);
  } finally {
    sqlite.close();
  }
}

/** Removes links to files that the copied database does not refer to. */
async function dropUnnamed(set: string, copy: Db): Promise<void> {
  for (const folder of ['uploads', 'photos']) {
    const files = pathsOf(filesUnder(set, folder));
    for (const { path: name } of await unnamed(copy, files)) await rm(path.join(set, name));
  }
}

async function* pathsOf(names: AsyncIterable<string>): AsyncGenerator<{ path: string }> {
  for await (const name of names) yield { path: name };
}

async function writeManifest(
  building: Building,
  copy: Opened,
  live: Opened,
): Promise<Omit<Built, 'snapshots'>> {
  const schema = doneMigrations(copy.sqlite).at(-1) ?? '';
  const madeAt = building.now.toISOString();
  const header: Header = { format: 1, program: building.program, schema, madeAt };
  const manifest = await ManifestWriter.open(building.manifest, header);
  try {
    const found = await addDatabase(building, manifest, copy.sqlite);
    await addKeptFiles(building, manifest);
    for await (const file of filesOf(building, copy.db)) {
      const confirmed = await confirmFile(building, file, building);
      // A file that the server removed meanwhile is not damage.
      const isGone = confirmed.found && !(await isNamed(live.db, file));
      if (isGone && confirmed.entry.damage) throw new Outdated();
      if (confirmed.found && !isGone) found.push(confirmed.found);
      await manifest.add(confirmed.entry);
    }
    await syncPath(dataPaths(building.set).database);
    await syncFolders(building.set);
    await manifest.finish();
    return { files: manifest.files, bytes: manifest.bytes, found };
  } catch (error) {
    await manifest.close();
    throw error;
  }
}

async function addDatabase(
  { set }: Building,
  manifest: ManifestWriter,
  copy: BetterSqlite3.Database,
): Promise<Damage[]> {
  const { database } = dataPaths(set);
  const { size } = await stat(database);
  const name = path.basename(database);
  await manifest.add({ path: name, size, sha256: (await hashOf(database)) ?? '' });
  const isGood = copy.pragma('integrity_check', { simple: true }) === 'ok';
  return isGood ? [] : [{ path: name, damage: 'changed', rescued: false }];
}

/** Without the secret no photo URL would be valid. */
async function addKeptFiles({ data, set }: Building, manifest: ManifestWriter): Promise<void> {
  const kept = dataPaths(data);
  for (const from of [kept.secret, kept.postcodes, kept.demoMarker]) {
    const name = path.basename(from);
    const to = path.join(set, name);
    try {
      await copyDurably(from, to);
    } catch (error) {
      if (codeOf(error) === 'ENOENT') continue;
      throw error;
    }
    await manifest.add({
      path: name,
      size: (await stat(to)).size,
      sha256: (await hashOf(to)) ?? '',
    });
  }
}
