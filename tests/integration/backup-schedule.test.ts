import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { beforeEach, expect, test, vi } from 'vitest';
import { MANIFEST, findLastBackup, listBackupSets } from '#server/backup-sets.ts';
import { dataPaths } from '#server/data-folder.ts';
import { makeBackupSchedule, wrongFilesOf } from '../support/backups.ts';
import { makeCast, signedIn } from '../support/cast.ts';
import { takeLogged } from '../support/log.ts';
import type { TestRuntime } from '../support/runtime.ts';
import { makeRuntime } from '../support/runtime.ts';
import { drainJobs, uploadPhoto } from '../support/uploads.ts';
import { DAY_MS } from '#lib/durations.ts';

let rt: TestRuntime;
beforeEach(async () => {
  rt = await makeRuntime();
  await uploadPhoto(rt, await signedIn(rt, (await makeCast(rt)).general));
  await drainJobs(rt);
  await madeAt('2026-10-10T00:00:00.000Z');
  takeLogged();
});

const folder = () => dataPaths(rt.dataDir).backups;
const madeAt = (time: string) =>
  rt.db
    .$extendTables<{ kysely_migration: { timestamp: string } }>()
    .updateTable('kysely_migration')
    .set({ timestamp: time })
    .execute();
const sets = () => listBackupSets(folder());

test('one is taken per day, in a separate process', async () => {
  const schedule = makeBackupSchedule(rt);
  await schedule.look();
  const [made, ...others] = await sets();
  expect(others).toEqual([]);
  expect(await wrongFilesOf(made?.folder ?? '')).toEqual([]);
  expect(takeLogged().map(({ msg }) => msg)).toEqual(['backup taken']);
  await schedule.look();
  expect(await sets()).toHaveLength(1);
});

test('one dated in the future, by a clock that was wrong, stops nothing', async () => {
  const future = `${folder()}/2031-01-01-030000`;
  await mkdir(future, { recursive: true });
  await writeFile(`${future}/${MANIFEST}`, '');
  expect(await findLastBackup(folder(), rt.clock.now())).toBeNull();
  await makeBackupSchedule(rt).look();
  expect(takeLogged().map(({ msg }) => msg)).toEqual(['backup taken']);
  expect(await sets()).toHaveLength(2);
});

test('a new server waits for the first night; the demo takes none; it can be off', async () => {
  await madeAt(rt.clock.now().toISOString());
  await makeBackupSchedule(rt).look();
  expect(await sets()).toEqual([]);
  await madeAt('2026-10-10T00:00:00.000Z');
  await makeBackupSchedule({ ...rt, env: { ...rt.env, BACKUP_HOUR: null } }).look();
  expect(await sets()).toEqual([]);
  await writeFile(dataPaths(rt.dataDir).demoMarker, '');
  await makeBackupSchedule(rt).look();
  expect(await sets()).toEqual([]);
});

test('a failed one is logged, and retried after an hour', async () => {
  await mkdir(folder());
  await mkdir(`${folder()}/.lock`);
  const schedule = makeBackupSchedule(rt);
  await schedule.look();
  expect(takeLogged().map(({ msg }) => msg)).toEqual([
    'backup failed, or the data folder is damaged',
  ]);
  await schedule.look();
  expect(takeLogged()).toEqual([]);
  rt.clock.advance(DAY_MS / 24 + 1);
  await schedule.look();
  expect(takeLogged()).toHaveLength(1);
  expect(await findLastBackup(folder())).toBeNull();
});

const UNFINISHED: unknown = expect.stringMatching(/^\.part-/);
/** Makes a backup wait before its last step. */
const NEVER_THROUGH = `data:text/javascript,${encodeURIComponent(`
  import files from 'node:fs/promises';
  import { syncBuiltinESMExports } from 'node:module';
  files.rename = () => new Promise((resolve) => setTimeout(resolve, 1e9));
  syncBuiltinESMExports();
`)}`;

test('shutdown ends it, and leaves no incomplete one', async () => {
  vi.stubEnv('NODE_OPTIONS', `--import=${NEVER_THROUGH}`);
  const schedule = makeBackupSchedule(rt);
  const looking = schedule.look();
  await expect.poll(() => readdir(folder()).catch(() => [])).toContainEqual(UNFINISHED);
  schedule.stop();
  await looking;
  vi.unstubAllEnvs();
  expect(await sets()).toEqual([]);
  expect(takeLogged()).toEqual([]);
});
