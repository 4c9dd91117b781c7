import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { LINES } from '#domains/operator/status-lines.ts';
import { judge } from '#domains/operator/status.ts';
import { readFacts } from '#domains/operator/read-status.ts';
import { rehearsalLane } from '#domains/operator/rehearse.ts';
import { MANIFEST, backupFolderOf, nameOfSet } from '#server/backup-sets.ts';
import type { Rehearsal } from '#server/copies/state.ts';
import { readRehearsal, writeRehearsal } from '#server/copies/state.ts';
import type { OutgoingMail } from '../support/sender.ts';
import { rehearsalFolderOf } from '#server/rehearsal-folder.ts';
import { makeWorker } from '#server/lane-worker.ts';
import { DAY } from '../support/clock.ts';
import { takeLogged } from '../support/log.ts';
import type { TestRuntime } from '../support/runtime.ts';
import { mailerOf } from '../support/sender.ts';
import { makeRuntime } from '../support/runtime.ts';

let rt: TestRuntime;
let look: () => Promise<void>;
const mails: OutgoingMail[] = [];
let mailWorks: boolean;

/** A backup that cannot be restored. */
async function putBackup(): Promise<void> {
  const set = path.join(backupFolderOf(rt.env), nameOfSet(rt.clock.now()));
  await mkdir(set, { recursive: true });
  await writeFile(path.join(set, MANIFEST), '');
}

/** The clock starts on the 17th, at noon. */
beforeEach(async () => {
  mails.length = 0;
  mailWorks = true;
  const settings = { OPERATOR_EMAIL: 'info@example.jp', BACKUP_HOUR: '11', PHOTO_STORE: '' };
  rt = await makeRuntime(settings);
  const mailer = mailerOf((mail) =>
    mailWorks
      ? Promise.resolve(void mails.push(mail))
      : Promise.reject(Object.assign(new Error('x'), { code: 'ESOCKET' })),
  );
  look = makeWorker(rt.log, [rehearsalLane({ ...rt, mailer })]).drain;
  takeLogged();
});

const said = (): string[] => takeLogged().map(({ msg }) => msg);
const state = async () => {
  const facts = await readFacts(rt);
  return { holds: judge(facts, 0).rehearsal, line: LINES.rehearsal(facts) };
};

test('it runs in a separate process once there is a backup, and again after a failure', async () => {
  expect(await state()).toEqual({ holds: true, line: '復元の予行: まだしていません' });
  await look();
  expect(said()).toEqual([]);
  expect(readRehearsal(rt.env)).toBeNull();
  await putBackup();
  await look();
  await look();
  expect(said()).toEqual(['rehearsal of a restore failed']);
  expect((await state()).line).toContain('manifest.jsonl');
  rt.clock.advance(DAY);
  await look();
  expect(said()).toEqual(['rehearsal of a restore failed']);
  expect(mails).toEqual([]);
});

test('the operator gets its result, once', async () => {
  const at = rt.clock.now().toISOString();
  const done = { at, since: at, goodAt: null, place: null, set: null, photos: null };
  const amounts = { files: 0, bytes: 0, seconds: 0 };
  const error = 'it needs 9 MB of space';
  const skipped: Rehearsal = { ...done, ...amounts, outcome: 'skipped', error, isTold: false };
  await writeRehearsal(rt.env, skipped);
  mailWorks = false;
  await look();
  expect(said()).toEqual(['the operator could not be told']);
  mailWorks = true;
  await look();
  await look();
  expect(said()).toEqual([]);
  expect(mails).toMatchObject([
    { to: 'info@example.jp', subject: '【つきだより】バックアップの復元を確かめられませんでした' },
  ]);
  expect(mails[0]?.text).toContain(error);
  expect(readRehearsal(rt.env)).toEqual({ ...skipped, isTold: true });
});

test('not while letters are delivered, for a demo, when it is off, or without the photos', async () => {
  await putBackup();
  rt.clock.advance(17 * DAY); // the 3rd
  await look();
  expect(said()).toEqual([]);
  rt.clock.advance(-17 * DAY);
  const changes = [
    { BACKUP_REHEARSAL: 'off' },
    { BACKUP_HOUR: null },
    { PHOTO_STORE: { bucket: 'photos', prefix: '' } },
  ] as const;
  for (const change of changes) {
    const env = { ...rt.env, ...change };
    await makeWorker(rt.log, [rehearsalLane({ ...rt, env })]).drain();
  }
  await makeWorker(rt.log, [rehearsalLane({ ...rt, isDemo: true })]).drain();
  expect(said()).toEqual([]);
  expect(readRehearsal(rt.env)).toBeNull();
});

test('one that ends without a result has failed, which is an alert and no mail of its own', async () => {
  await putBackup();
  vi.stubEnv('NODE_OPTIONS', '--import=data:text/javascript,process.kill(process.pid,9)');
  await look();
  vi.unstubAllEnvs();
  expect(said()).toEqual(['rehearsal of a restore failed']);
  expect(mails).toEqual([]);
  expect((await state()).holds).toBe(false);
});

test('what a killed one left is removed', async () => {
  const folder = rehearsalFolderOf(rt.env);
  await mkdir(`${folder}/data`, { recursive: true });
  await writeFile(`${folder}/data/x`, '');
  rt.clock.advance(17 * DAY);
  await look();
  await expect(writeFile(`${folder}/data/y`, '')).rejects.toThrow(/ENOENT/);
});
