import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openLookupFile, writeLookupFile } from './lookup-file.ts';

const COLUMNS = ['code', 'place', 'note'] as const;
const ROWS = [
  ['20', 'b', ''],
  ['10', 'いろは', 'x'],
  ['20', 'a', 'zweite'],
];
const MANY = Array.from({ length: 20_000 }, (_, n) => [String(n), 'あ'.repeat(n % 30), '']);

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'tsukidayori-lookup-'));
  file = path.join(folder, 'codes.sqlite');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('each key finds its values, in the order they came', async () => {
  await writeLookupFile(file, COLUMNS, ROWS);
  const { find, close } = openLookupFile(file, COLUMNS);
  expect(find('20')).toEqual([
    ['b', ''],
    ['a', 'zweite'],
  ]);
  expect(find('10')).toEqual([['いろは', 'x']]);
  for (const unknown of ['', '1', '100', '２０']) expect(find(unknown)).toEqual([]);
  close();
  expect(await readdir(folder)).toEqual(['codes.sqlite']);
});

test('an open file answers as before while another takes its place', async () => {
  await writeLookupFile(file, COLUMNS, ROWS);
  const before = openLookupFile(file, COLUMNS);
  await writeLookupFile(file, COLUMNS, [['10', 'new', '']]);
  expect(before.find('10')).toEqual([['いろは', 'x']]);
  const after = openLookupFile(file, COLUMNS);
  expect(after.find('10')).toEqual([['new', '']]);
  before.close();
  after.close();
});

test('a file that cannot be written leaves the old one and nothing else', async () => {
  await writeLookupFile(file, COLUMNS, ROWS);
  const old = await readFile(file);
  const short = [['10', 'one column missing']];
  await expect(writeLookupFile(file, COLUMNS, short)).rejects.toThrow();
  expect((await readFile(file)).equals(old)).toBe(true);
  expect(await readdir(folder)).toEqual(['codes.sqlite']);
});

test('what an interrupted run left is no obstacle', async () => {
  await writeFile(`${file}.new`, 'half');
  await writeLookupFile(file, COLUMNS, ROWS);
  expect(await readdir(folder)).toEqual(['codes.sqlite']);
});

describe('a damaged file is refused', () => {
  const damages: [string, (bytes: Buffer) => Buffer | string][] = [
    ['empty', () => ''],
    ['cut short', (bytes) => bytes.subarray(0, bytes.length - 4096)],
    ['cut in a page', (bytes) => bytes.subarray(0, bytes.length - 100)],
    ['zeros', (bytes) => Buffer.alloc(bytes.length)],
    ['zeros in its middle', (bytes) => Buffer.from(bytes).fill(0, 8192, 40_960)],
    ['text', () => '# 1 addresses\n10\ta\tb\n'],
  ];
  test.each(damages)('%s', async (_name, damage) => {
    await writeLookupFile(file, COLUMNS, MANY);
    await writeFile(file, damage(await readFile(file)));
    expect(() => openLookupFile(file, COLUMNS)).toThrow();
  });

  test('another database', () => {
    const other = new BetterSqlite3(file);
    other.exec('CREATE TABLE entries (code TEXT, somewhere TEXT)');
    other.close();
    expect(() => openLookupFile(file, COLUMNS)).toThrow(/place/);
  });

  test('none, which is not created either', async () => {
    expect(() => openLookupFile(file, COLUMNS)).toThrow();
    await expect(stat(file)).rejects.toThrow('ENOENT');
  });
});
