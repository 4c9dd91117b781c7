import { linkSync, mkdirSync } from 'node:fs';
import { createHash } from 'node:crypto';
import path from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { ownTables } from '#db/own-tables.ts';
import { dataPaths } from '#server/data-folder.ts';
import { newId } from '#server/secrets.ts';

type Row = Record<string, string | number | null>;

const open = (dataDir: string, readonly = true): BetterSqlite3.Database =>
  new BetterSqlite3(dataPaths(dataDir).database, { readonly });

interface Size {
  rows: number;
  files: number;
  bytes: number;
}

/** What a data folder holds. */
export function sizeOf(dataDir: string): Size {
  const db = open(dataDir);
  const number = (sql: string): number => db.prepare(sql).pluck().get() as number;
  const rows = ownTables(db).map((table) => number(`SELECT count(*) FROM ${table}`));
  const size = {
    rows: rows.reduce((a, b) => a + b, 0),
    files: number('SELECT count(*) FROM blob_files'),
    bytes: number('SELECT coalesce(sum(byte_size), 0) FROM blob_files'),
  };
  db.close();
  return size;
}

/** Of all rows of all tables, by another way than the command's own. */
export function hashOfRows(dataDir: string): string {
  const db = open(dataDir);
  const hash = createHash('sha256');
  for (const table of ownTables(db)) {
    hash.update(table);
    const key = db.prepare(
      `SELECT name FROM pragma_table_info('${table}') WHERE pk > 0 ORDER BY pk`,
    );
    const order = (key.pluck().all() as string[]).join();
    for (const row of db.prepare(`SELECT * FROM ${table} ORDER BY ${order}`).raw().iterate()) {
      hash.update(JSON.stringify(row));
    }
  }
  db.close();
  return hash.digest('hex');
}

/** Adds photos, each with hard links to the files of the first one, until there are so many files. */
export function addFiles(dataDir: string, files: number): void {
  const db = open(dataDir, false);
  const blob = db.prepare<[], Row>('SELECT * FROM blobs ORDER BY id LIMIT 1').get() ?? {};
  const own = db
    .prepare<[unknown], Row>('SELECT * FROM blob_files WHERE blob_id = ?')
    .all(blob['id']);
  const insert = (table: string, row: Row): void => {
    const names = Object.keys(row);
    const marks = names.map(() => '?').join();
    db.prepare(`INSERT INTO ${table} (${names.join()}) VALUES (${marks})`).run(
      ...Object.values(row),
    );
  };
  const there = db.prepare('SELECT count(*) FROM blob_files').pluck().get() as number;
  db.transaction(() => {
    for (let n = there; n < files; n += own.length) {
      const id = newId();
      insert('blobs', { ...blob, id });
      for (const file of own) {
        insert('blob_files', { ...file, blob_id: id });
        link(dataDir, String(blob['id']), id, String(file['name']));
      }
    }
  })();
  db.close();
}

function link(dataDir: string, from: string, to: string, name: string): void {
  const folderOf = (id: string): string => path.join(dataPaths(dataDir).photos, id.slice(0, 2), id);
  mkdirSync(folderOf(to), { recursive: true });
  linkSync(path.join(folderOf(from), name), path.join(folderOf(to), name));
}
