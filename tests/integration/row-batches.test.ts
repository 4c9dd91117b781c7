import BetterSqlite3 from 'better-sqlite3';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { dataPaths } from '#server/data-folder.ts';
import { openFileRows } from '../../commands/restore/file-rows.ts';
import type { Value } from '../../commands/restore/rows.ts';
import { copyRows } from '../../commands/restore/rows.ts';

const LONG = 100_000;
/** Characters. */
const AT_ONCE = 300_000;
const SHOWN = ['body', 'id'];

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'tsukidayori-batches-'));
  cpSync(inject('templateFile'), dataPaths(folder).database);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const idOf = (n: number): string => String(n).padStart(6, '0');

function fill(lengths: number[]): void {
  const db = new BetterSqlite3(dataPaths(folder).database);
  const insert = db.prepare(
    `INSERT INTO contacts (id, name, email, body, created_at) VALUES (?, '', '', ?, '')`,
  );
  for (const [n, length] of lengths.entries()) insert.run(idOf(n), 'あ'.repeat(length));
  db.close();
}

/** Into a database that has what it is sent. @returns the rows of each batch */
async function read(): Promise<Value[][][]> {
  const file = openFileRows(dataPaths(folder).database);
  const found: Value[][][] = [];
  try {
    await copyRows(file, {
      ...file,
      insert(table, { columns }, rows) {
        const at = SHOWN.map((name) => columns.indexOf(name));
        if (table === 'contacts') found.push(rows.map((row) => at.map((n) => row[n] ?? null)));
        return Promise.resolve();
      },
    });
    return found;
  } finally {
    file.close();
  }
}

const repeated = (count: number, length: number): number[] =>
  Array.from({ length: count }, () => length);

test.each([
  ['no rows', []],
  ['as many as a first batch', repeated(20, 5)],
  ['one more', repeated(21, 5)],
  ['short ones', repeated(900, 5)],
  ['long ones among short ones', [...repeated(50, 5), ...repeated(9, LONG), ...repeated(400, 5)]],
])('all rows come once and in order: %s', async (_, lengths) => {
  fill(lengths);
  const found = await read();
  expect(found.flat().map(([, id]) => id)).toEqual(lengths.map((_length, n) => idOf(n)));
  for (const rows of found) expect(rows.length).toBeLessThanOrEqual(200);
});

test('long rows come a few at a time, once it is known that they are long', async () => {
  fill(repeated(60, LONG));
  const [first = [], ...rest] = await read();
  expect(first).toHaveLength(20);
  expect(rest.length).toBeGreaterThan(10);
  for (const rows of rest) expect(rows.length * LONG).toBeLessThanOrEqual(AT_ONCE);
});
