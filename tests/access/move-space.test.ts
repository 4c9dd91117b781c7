import BetterSqlite3 from 'better-sqlite3';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { dataPaths } from '#server/data-folder.ts';
import { readEnv } from '#server/env.ts';
import { openFile } from '../../commands/move/file-side.ts';
import { bytesNeeded } from '../../commands/move/space.ts';
import { requireOwnFiles } from '../../commands/move/stored.ts';
import type { Settings } from '../support/moving.ts';
import { dumpFile, filesOf, runMove, writeSettings } from '../support/moving.ts';

let folder: string;
let home: string;
let other: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'tsukidayori-move-'));
  home = path.join(folder, 'data');
  other = path.join(folder, 'other');
  await cp(inject('world').dataDir, home, { recursive: true });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const moveTo = async (settings: Settings) =>
  runMove({ DATA_DIR: home }, await writeSettings(path.join(folder, 'to.env'), settings));

test('a folder on a disk that is too small is refused before a file is written', async () => {
  const db = new BetterSqlite3(dataPaths(home).database);
  db.prepare(`UPDATE blob_files SET byte_size = ? WHERE name = 'master.jpg'`).run(2 ** 50);
  db.close();
  const before = [dumpFile(home), await filesOf(home)];
  const { code, stderr } = await moveTo({ DATA_DIR: other });
  expect(code).toBe(1);
  expect(stderr).toMatch(/other needs \d{10,} MB of space, where \d{1,9} are free; make room/);
  expect(stderr).toContain('The present database and photos are as they were');
  expect(await filesOf(other)).toEqual([]);
  expect(existsSync(dataPaths(other).database)).toBe(false);
  expect([dumpFile(home), await filesOf(home)]).toEqual(before);
});

test('what an earlier move left there needs no more room', async () => {
  const place = (settings: Settings) => ({ env: readEnv(settings), settings });
  const needed = async (settings: Settings): Promise<number> => {
    const source = openFile(home);
    try {
      const to = place(settings);
      const present = await requireOwnFiles(source, to);
      const parts = { photos: true, database: false };
      return await bytesNeeded(source, to, { parts, present });
    } finally {
      await source.close();
    }
  };
  const all = await needed({ DATA_DIR: other });
  expect(all).toBeGreaterThan(100_000);
  expect(await moveTo({ DATA_DIR: other })).toMatchObject({ code: 0 });
  expect(await needed({ DATA_DIR: other })).toBe(0);
  const kept = path.join(other, 'photos');
  await rm(path.join(kept, inject('world').items.own.blobId.slice(0, 2)), { recursive: true });
  const rest = await needed({ DATA_DIR: other });
  expect(rest).toBeGreaterThan(0);
  expect(rest).toBeLessThan(all);
});
