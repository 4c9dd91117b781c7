import type { IncomingMessage } from 'node:http';
import { ServerResponse } from 'node:http';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { dismissGivenUpMails } from '#domains/mail/given-up-mails.ts';
import { retryGivenUpJobs } from '#domains/operator/given-up-jobs.ts';
import { LINES } from '#domains/operator/status-lines.ts';
import { isReady, judge } from '#domains/operator/status.ts';
import { readFacts } from '#domains/operator/read-status.ts';
import { isFromHere, sendReadiness } from '#domains/operator/ready.ts';
import { MANIFEST, backupFolderOf, nameOfSet } from '#server/backup-sets.ts';
import { enqueueJob } from '#server/jobs.ts';
import { withoutFileBackups } from '#server/shared-settings.ts';
import { HOUR, MINUTE } from '../support/clock.ts';
import { makeHost } from '../support/factories.ts';
import { takeLoggedErrors } from '../support/log.ts';
import { makeMail } from '../support/mailbox.ts';
import type { TestRuntime } from '../support/runtime.ts';
import { makeRuntime } from '../support/runtime.ts';

/** A complete backup. */
async function leaveBackup(rt: TestRuntime): Promise<void> {
  const set = path.join(backupFolderOf(rt.env), nameOfSet(rt.clock.now()));
  await mkdir(set, { recursive: true });
  await writeFile(path.join(set, MANIFEST), '');
}

async function makeReady(settings: Record<string, string> = {}): Promise<TestRuntime> {
  const rt = await makeRuntime({ READY_FREE_MB: '0', ...settings });
  await leaveBackup(rt);
  return rt;
}

async function troublesOf(rt: TestRuntime): Promise<string[]> {
  const checks = judge(await readFacts(rt), rt.env.READY_FREE_MB);
  return Object.entries(checks)
    .filter(([, holds]) => !holds)
    .map(([name]) => name);
}

const job = (rt: TestRuntime, hostId: string, blobId: string) =>
  enqueueJob(rt.db, {
    kind: 'photo.variants',
    hostId,
    payload: { blobId },
    runAt: rt.clock.now(),
  });

describe('the facts', () => {
  test('of an idle server are good', async () => {
    const rt = await makeReady();
    const facts = await readFacts(rt);
    expect(facts).toMatchObject({
      storage: true,
      mails: { queued: 0, failed: 0, lost: 0, oldestS: null, refused: 0, refusedWhy: null },
      jobs: { queued: 0, failed: 0, lost: 0, overdueS: null },
      backup: { isOn: true, ageS: 0 },
    });
    expect(facts.freeBytes).toBeGreaterThan(0);
    expect(isReady(judge(facts, 0))).toBe(true);
  });

  test('report disk space below the limit', async () => {
    expect(await troublesOf(await makeReady({ READY_FREE_MB: '1000000' }))).toEqual(['disk']);
  });

  test('count mails, and how long the oldest has waited; failed ones are separate', async () => {
    const rt = await makeReady();
    await makeMail(rt);
    rt.clock.advance(HOUR);
    const late = await makeMail(rt);
    const failed = { state: 'failed', fault: 'address' } as const;
    await rt.db.updateTable('outbox').set(failed).where('id', '=', late).execute();
    const facts = { queued: 1, failed: 1, lost: 0, oldestS: 3600 };
    expect((await readFacts(rt)).mails).toMatchObject(facts);
    expect(await troublesOf(rt)).toEqual([]);
    rt.clock.advance(MINUTE);
    expect(await troublesOf(rt)).toEqual(['mails']);
  });

  test('count due jobs, also running ones', async () => {
    const rt = await makeReady();
    const { id } = await makeHost(rt);
    await job(rt, id, 'a');
    await job(rt, id, 'b');
    await rt.db
      .updateTable('jobs')
      .set({ state: 'running' })
      .where('payload', 'like', '%a%')
      .execute();
    rt.clock.advance(30 * MINUTE);
    const waiting = { queued: 2, failed: 0, lost: 0, overdueS: 1800 };
    expect((await readFacts(rt)).jobs).toEqual(waiting);
    expect(await troublesOf(rt)).toEqual([]);
    rt.clock.advance(MINUTE);
    expect(await troublesOf(rt)).toEqual(['jobs']);
    await rt.db.updateTable('jobs').set({ state: 'failed', given_up: 1 }).execute();
    const refused = { queued: 0, failed: 2, lost: 0, overdueS: null };
    expect((await readFacts(rt)).jobs).toEqual(refused);
    expect(await troublesOf(rt)).toEqual([]);
  });

  test('what was lost for good stays until someone deals with it', async () => {
    const rt = await makeReady();
    const { id } = await makeHost(rt);
    const mail = await makeMail(rt);
    await job(rt, id, 'a');
    const reason = {
      state: 'failed',
      last_error: 'メールサーバーにログインできませんでした。',
    } as const;
    await rt.db.updateTable('outbox').set(reason).where('id', '=', mail).execute();
    await rt.db.updateTable('jobs').set({ state: 'failed' }).execute();
    rt.clock.advance(26 * HOUR);
    await leaveBackup(rt);
    expect(await troublesOf(rt)).toEqual(['mails', 'jobs']);
    await dismissGivenUpMails(rt, mail);
    await retryGivenUpJobs(rt, null);
    expect(await troublesOf(rt)).toEqual([]);
  });

  test('report a backup of the day before, if the server should take them', async () => {
    const rt = await makeReady();
    rt.clock.advance(28 * HOUR);
    expect(await troublesOf(rt)).toEqual([]);
    rt.clock.advance(MINUTE);
    expect(await troublesOf(rt)).toEqual(['backup']);
    expect(await troublesOf({ ...rt, env: { ...rt.env, BACKUP_HOUR: null } })).toEqual([]);
    await leaveBackup(rt);
    expect(await troublesOf(rt)).toEqual([]);
  });

  test('leave out old backups of files, once the database has its own', async () => {
    const rt = await makeReady();
    rt.clock.advance(29 * HOUR);
    const env = { ...rt.env, DATABASE_URL: 'postgres://db.example.jp/tayori' };
    const moved = { ...rt, env: withoutFileBackups(env) };
    expect(await troublesOf(moved)).toEqual([]);
    expect(LINES.backup(await readFacts(moved))).toContain('データベースの側で');
  });

  test('are missing if the data folder does not respond', async () => {
    const rt = await makeReady();
    const env = { ...rt.env, DATA_DIR: path.join(rt.dataDir, 'gone') };
    const unknown = {
      storage: false,
      freeBytes: null,
      mails: null,
      stopped: null,
      returned: null,
      jobs: null,
      backup: null,
      copies: null,
      rehearsal: null,
    };
    const check = () => Promise.reject(new Error('it does not answer'));
    const database = { ...rt.database, check };
    expect(await readFacts({ ...rt, env, database })).toEqual(unknown);
    expect(takeLoggedErrors().map(({ msg }) => msg)).toEqual([
      'health check failed',
      'server state could not be read',
    ]);
  });
});

describe('who learns what', () => {
  const answerOf = async (rt: TestRuntime, toWatcher: boolean) => {
    const res = new ServerResponse({ method: 'GET' } as unknown as IncomingMessage);
    let body = '';
    res.end = ((text: string) => ((body = text), res)) as typeof res.end;
    await sendReadiness(res, rt, { toWatcher });
    return { status: res.statusCode, body: JSON.parse(body) as Record<string, unknown> };
  };

  test('outsiders get one word, monitoring the figures', async () => {
    const rt = await makeReady({ READY_FREE_MB: '1000000' });
    expect(await answerOf(rt, false)).toEqual({ status: 503, body: { status: 'unavailable' } });
    const { body } = await answerOf(rt, true);
    expect(body).toMatchObject({ status: 'unavailable', checks: { disk: false, storage: true } });
    expect(await answerOf(await makeReady(), false)).toEqual({
      status: 200,
      body: { status: 'ok' },
    });
  });

  const from = (remoteAddress: string, headers: Record<string, string>) =>
    isFromHere({ socket: { remoteAddress }, headers } as unknown as IncomingMessage);

  test.each([
    ['127.0.0.1', { host: '127.0.0.1:4321' }],
    ['::1', { host: '[::1]:4321' }],
    ['::ffff:127.0.0.1', { host: 'localhost' }],
  ])('%s is local', (address, headers) => expect(from(address, headers)).toBe(true));

  test.each([
    ['192.0.2.1', { host: '127.0.0.1:4321' }],
    ['127.0.0.1', { host: 'tayori.example.jp' }],
    ['127.0.0.1', { host: 'localhost.example.jp' }],
    ['127.0.0.1', { host: '127.0.0.1:4321', 'x-forwarded-for': '192.0.2.1' }],
    ['127.0.0.1', { host: '127.0.0.1:4321', via: '1.1 Caddy' }],
    ['127.0.0.1', {}],
  ])('%s %o is not', (address, headers) => expect(from(address, headers)).toBe(false));
});
