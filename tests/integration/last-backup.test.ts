import { mkdir, symlink, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { findLastBackup } from '#server/backup-sets.ts';
import { makeFolder } from '../support/backups.ts';

test('there is none yet, without a folder or in an empty one', async () => {
  const folder = path.join(await makeFolder(), 'backups');
  expect(await findLastBackup(folder)).toBeNull();
  await mkdir(folder);
  expect(await findLastBackup(folder)).toBeNull();
});

test('is the newest complete one', async () => {
  const folder = await makeFolder();
  const made: [string, string][] = [
    ['old.tar', '2026-10-01T00:00:00Z'],
    ['new.tar', '2026-10-16T18:00:00Z'],
    ['next.tar.part', '2026-10-17T00:00:00Z'],
    ['.tmp', '2026-10-17T00:00:00Z'],
  ];
  for (const [name, time] of made) {
    await writeFile(path.join(folder, name), '');
    await utimes(path.join(folder, name), new Date(time), new Date(time));
  }
  expect(await findLastBackup(folder)).toEqual(new Date('2026-10-16T18:00:00Z'));
});

test('is found also beside one that has gone', async () => {
  const folder = await makeFolder();
  await symlink(path.join(folder, 'nowhere'), path.join(folder, 'gone.tar'));
  expect(await findLastBackup(folder)).toBeNull();
  const [there, at] = [path.join(folder, 'there.tar'), new Date('2026-10-16T18:00:00Z')];
  await writeFile(there, '');
  await utimes(there, at, at);
  expect(await findLastBackup(folder)).toEqual(at);
});
