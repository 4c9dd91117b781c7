import { appendFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readBackups } from '#domains/operator/backup-lines.ts';
import { MANIFEST } from '#server/backup-sets.ts';
import { backUp, makeFolder } from '../support/backups.ts';
import { makeRuntime } from '../support/runtime.ts';

test('the operator sees each backup, newest first, with its size and whether it is whole', async () => {
  const rt = await makeRuntime();
  expect(await readBackups(rt)).toMatchObject({ hour: 3, keep: 14, isElsewhere: false, sets: [] });
  const first = await backUp(rt.env, { now: new Date('2026-10-15T18:00:00Z') });
  const second = await backUp(rt.env, { now: new Date('2026-10-16T18:00:00Z') });
  const third = await backUp(rt.env, { now: new Date('2026-10-17T18:00:00Z') });
  await rename(second.at, `${second.at}.damaged`);
  await appendFile(path.join(third.at, MANIFEST), 'half a li');
  const { sets } = await readBackups(rt);
  expect(sets.map(({ isWhole, files, bytes }) => ({ isWhole, files, bytes }))).toEqual([
    { isWhole: true, files: null, bytes: null },
    { isWhole: false, files: second.files, bytes: second.bytes },
    { isWhole: true, files: first.files, bytes: first.bytes },
  ]);
  expect(first.bytes).toBeGreaterThan(0);
});

test('backups in a folder of their own, taken by hand only', async () => {
  const BACKUP_DIR = await makeFolder();
  const copied = await makeRuntime({ BACKUP_COPY: `file://${BACKUP_DIR}` });
  expect((await readBackups(copied)).isElsewhere).toBe(true);
  const rt = await makeRuntime({ BACKUP_DIR, BACKUP_HOUR: 'off' });
  expect(await readBackups(rt)).toMatchObject({
    folder: BACKUP_DIR,
    hour: null,
    isElsewhere: true,
  });
});
