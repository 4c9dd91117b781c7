import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { takeBackup } from '../../../commands/backup.ts';
import { rehearse } from '../../../commands/rehearsal/rehearse.ts';
import { readEnv } from '#server/env.ts';
import { copyWorld } from '../../support/copied-world.ts';
import { needs } from '../../support/needs.ts';
import { DISK_MISSING, mountSmallDisk } from '../../support/small-disk.ts';

const disk = await mountSmallDisk();

test('without room, a rehearsal says so', needs(disk.isMounted, DISK_MISSING), async () => {
  onTestFinished(disk.unmount);
  const { dataDir, remove } = await copyWorld(inject('world'));
  onTestFinished(remove);
  const env = readEnv({ DATA_DIR: dataDir, BACKUP_DIR: disk.folder });
  const set = path.basename((await takeBackup(env, { readAll: true })).at);
  const rehearsal = await rehearse(env);
  expect(rehearsal).toMatchObject({ outcome: 'skipped', set });
  expect(rehearsal.error).toMatch(/^it needs \d+ MB of space in .*, where \d+ MB are free$/);
  expect((await readdir(disk.folder)).filter((name) => name === '.rehearsal')).toEqual([]);
});
