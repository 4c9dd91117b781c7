import { mkdir, writeFile } from 'node:fs/promises';
import { beforeEach, expect, test, vi } from 'vitest';
import { judge } from '#features/operation/operation.ts';
import { readFacts } from '#features/operation/operation.service.ts';
import { rehearsalLane } from '#features/operation/rehearsal.service.ts';
import { LINES } from '#features/operation/status-lines.ts';
import { readRehearsal } from '#server/copies/state.ts';
import type { Mailer, OutgoingMail } from '#server/mailer.ts';
import { rehearsalFolderOf } from '#server/rehearsal-folder.ts';
import { makeWorker } from '#server/worker.ts';
import { DAY } from '../support/clock.ts';
import { takeLogged } from '../support/log.ts';
import type { TestRuntime } from '../support/runtime.ts';
import { makeRuntime } from '../support/runtime.ts';

let rt: TestRuntime;
let look: () => Promise<void>;
const mails: OutgoingMail[] = [];
let mailWorks: boolean;

/** The clock starts on the 17th, at noon. */
beforeEach(async () => {
  mails.length = 0;
  mailWorks = true;
  rt = await makeRuntime({ OPERATOR_EMAIL: 'info@example.jp', BACKUP_HOUR: '11' });
  const mailer: Mailer = {
    kind: 'smtp',
    send(mail) {
      if (!mailWorks) return Promise.reject(Object.assign(new Error('x'), { code: 'ESOCKET' }));
      mails.push(mail);
      return Promise.resolve();
    },
    close: () => undefined,
  };
  look = makeWorker(rt.log, [rehearsalLane({ ...rt, mailer })]).drain;
  takeLogged();
});

const said = (): string[] => takeLogged().map(({ msg }) => msg);
const state = async () => {
  const facts = await readFacts(rt);
  return { holds: judge(facts, 0).rehearsal, line: LINES.rehearsal(facts) };
};

test('it runs in a separate process, and the operator gets its result, once', async () => {
  expect(await state()).toEqual({ holds: true, line: '復元の予行: まだしていません' });
  mailWorks = false;
  await look();
  expect(said()).toEqual(['restore rehearsed', 'the operator could not be told']);
  mailWorks = true;
  await look();
  await look();
  expect(said()).toEqual([]);
  expect(mails).toMatchObject([
    { to: 'info@example.jp', subject: '【つきだより】バックアップの復元を確かめられませんでした' },
  ]);
  expect(mails[0]?.text).toContain('there is no whole backup yet');
  expect(readRehearsal(rt.env)).toMatchObject({ outcome: 'skipped', isTold: true });
});

test('not while letters are delivered, for a demo, or when it is off', async () => {
  rt.clock.advance(17 * DAY); // the 3rd
  await look();
  expect(said()).toEqual([]);
  rt.clock.advance(-17 * DAY);
  for (const change of [{ BACKUP_REHEARSAL: 'off' }, { BACKUP_HOUR: null }] as const) {
    const env = { ...rt.env, ...change };
    await makeWorker(rt.log, [rehearsalLane({ ...rt, env })]).drain();
  }
  await makeWorker(rt.log, [rehearsalLane({ ...rt, isDemo: true })]).drain();
  expect(said()).toEqual([]);
  expect(readRehearsal(rt.env)).toBeNull();
});

test('one that ends without a result has failed, which is an alert and no mail of its own', async () => {
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
