import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { copyBackups } from '../../commands/copies/copy.ts';
import { LINES } from '#domains/operator/status-lines.ts';
import { judge } from '#domains/operator/status.ts';
import { readFacts } from '#domains/operator/read-status.ts';
import { dataPaths } from '#server/data-folder.ts';
import { copyLane } from '#server/copies/backup-lanes.ts';
import { readPlaceStates } from '#server/copies/state.ts';
import { readEnv } from '#server/env.ts';
import { makeWorker } from '#server/lane-worker.ts';
import { backUp, makeFolder } from '../support/backups.ts';
import { DAY, HOUR, MINUTE } from '../support/clock.ts';
import { takeLogged } from '../support/log.ts';
import type { TestRuntime } from '../support/runtime.ts';
import { makeRuntime } from '../support/runtime.ts';

let rt: TestRuntime;
let root: string;
let looks: () => Promise<void>;
beforeEach(async () => {
  root = path.join(await makeFolder(), 'copies');
  rt = await makeRuntime({ BACKUP_COPY: `file://${root}` });
  looks = makeWorker(rt.log, [copyLane(rt)]).drain;
  takeLogged();
});

const take = () => backUp(rt.env, { now: rt.clock.now() });
/** As the lane would after the operator's word; the tests' folders share a disk. */
const accept = () => copyBackups(rt.env, { now: rt.clock.now(), isSure: true });
const said = (): string[] => takeLogged().map(({ msg }) => msg);
const check = async () => {
  const facts = await readFacts(rt);
  return { holds: judge(facts, 0).copies, line: LINES.copies(facts) };
};

test('a finished backup is copied in a separate process, once', async () => {
  await looks();
  expect(said()).toEqual([]);
  await take();
  await accept();
  rt.clock.advance(DAY);
  await take();
  await looks();
  expect(said()).toEqual(['backup copied']);
  expect(readPlaceStates(rt.env)).toMatchObject([{ kept: 2, error: null }]);
  await looks();
  expect(said()).toEqual([]);
});

test('a place that fails is tried again each hour, and reported when its copies get old', async () => {
  await take();
  await looks();
  expect(said()).toEqual(['backup not copied']);
  expect(await check()).toMatchObject({
    holds: true,
    line: expect.stringMatching(
      /まだありません（今回は置けませんでした: .* is the disk mounted/,
    ) as string,
  });
  await looks();
  expect(said()).toEqual([]);
  rt.clock.advance(HOUR);
  await looks();
  expect(said()).toEqual(['backup not copied']);
});

test('copies that get old are reported, until there is a new one', async () => {
  await take();
  await copyBackups(rt.env, { now: rt.clock.now() });
  rt.clock.advance(32 * HOUR);
  expect((await check()).holds).toBe(true);
  rt.clock.advance(MINUTE);
  expect((await check()).holds).toBe(false);
  await take();
  await accept();
  expect(await check()).toMatchObject({
    holds: true,
    line: expect.stringContaining('1回分') as string,
  });
});

test('the demo copies nothing', async () => {
  await take();
  await writeFile(dataPaths(rt.dataDir).demoMarker, '');
  await looks();
  expect(said()).toEqual([]);
});

test('one place that fails delays no other', async () => {
  await take();
  await accept();
  const env = readEnv({
    DATA_DIR: rt.dataDir,
    BACKUP_COPY: `sftp://me@127.0.0.1:1/x file://${root}`,
    BACKUP_COPY_HOST_KEY: 'ssh-ed25519 AAAA',
  });
  rt.clock.advance(DAY);
  await take();
  expect(await copyBackups(env, { now: rt.clock.now() })).toMatchObject([
    { error: expect.stringContaining('ssh_key cannot be read') as string },
    { error: null, files: expect.any(Number) as number },
  ]);
});

test('with a broken notebook it starts over, without touching what is there', async () => {
  await take();
  await accept();
  await rm(path.join(dataPaths(rt.dataDir).backups, '.copies.json'));
  expect(await copyBackups(rt.env, { now: rt.clock.now() })).toMatchObject([
    { error: null, files: 0 },
  ]);
});
