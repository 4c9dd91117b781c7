import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { enqueueJob } from '#server/jobs.ts';
import { SMTP_CONNECTIONS } from '#server/mailer.ts';
import { MINUTE, NOON } from '../../support/clock.ts';
import { makeHost } from '../../support/factories.ts';
import { makeMail } from '../../support/mailbox.ts';
import type { TestRuntime } from '../../support/runtime.ts';
import { makeRuntime } from '../../support/runtime.ts';
import { BARE_ENV, ROOT } from '../../support/server.ts';
import type { TestSmtp } from '../../support/smtp.ts';
import { startSmtp } from '../../support/smtp.ts';

const MAILS = 160;
const JOBS = 120;
const ROUNDS = 3;
/** The three processes of a round are killed when that many more mails have arrived. */
const KILLED_AFTER = [8, 20, 35];
/** A mail's or a job's lease is over by the next round. */
const LATER = 4 * MINUTE;
/** On a busy machine; otherwise some ten seconds. */
const LONG_MS = 300_000;

let rt: TestRuntime;
let smtp: TestSmtp;
let done: string;
beforeEach(async () => {
  rt = await makeRuntime();
  smtp = await startSmtp();
  done = path.join(rt.dataDir, 'done');
  await writeFile(done, '');
});
afterEach(() => smtp.close());

function start(round: number): ChildProcess {
  const program = path.join(ROOT, 'tests/support/background-child.ts');
  const moment = new Date(Date.parse(NOON) + round * LATER).toISOString();
  return spawn(process.execPath, [program, rt.dataDir, smtp.url, moment, done], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...BARE_ENV, DATABASE_URL: rt.env.DATABASE_URL },
  });
}

async function queueAll(): Promise<string[]> {
  const hosts = [await makeHost(rt), await makeHost(rt), null];
  for (let n = 0; n < MAILS; n++) {
    const kind = n % 4 === 0 ? 'password_reset' : 'delivery';
    await makeMail(rt, { kind, hostId: hosts[n % 3]?.id ?? null, to: `to${n}@example.jp` });
  }
  for (let n = 0; n < JOBS; n++) {
    const hostId = hosts[n % 3]?.id ?? null;
    await enqueueJob(rt.db, {
      kind: 'count',
      hostId,
      payload: { n: `${n}` },
      runAt: rt.clock.now(),
    });
  }
  const rows = await rt.db.selectFrom('outbox').select('message_id').execute();
  return rows.map(({ message_id }) => message_id);
}

/** @returns how many were killed before they had nothing left to do */
async function runRound(round: number): Promise<number> {
  const before = smtp.received.length;
  const children = [start(round), start(round), start(round)];
  const ended = children.map((child) => once(child, 'exit') as Promise<[number, string | null]>);
  const timer = setInterval(() => {
    const arrived = smtp.received.length - before;
    KILLED_AFTER.forEach((after, n) => arrived >= after && children[n]?.kill('SIGKILL'));
  }, 1);
  const results = await Promise.all(ended);
  clearInterval(timer);
  return results.filter(([, signal]) => signal === 'SIGKILL').length;
}

const timesOf = (values: readonly string[]): number[] => {
  const times = new Map<string, number>();
  for (const value of values) times.set(value, (times.get(value) ?? 0) + 1);
  return [...times.values()];
};

test(
  'three processes that are killed again and again lose no mail and no job',
  async () => {
    const messageIds = await queueAll();
    let killed = 0;
    for (let round = 0; round < ROUNDS; round++) killed += await runRound(round);
    // Undisturbed: what was left; later, what was interrupted too often and is tried again.
    for (const round of [ROUNDS, ROUNDS + 1]) await once(start(round), 'exit');

    const arrived = smtp.received.map(({ messageId }) => messageId);
    expect(new Set(arrived)).toEqual(new Set(messageIds));
    const states = await rt.db.selectFrom('outbox').select(['state', 'holder']).execute();
    expect(timesOf(states.map((row) => JSON.stringify(row)))).toEqual([MAILS]);
    expect(states[0]).toEqual({ state: 'sent', holder: null });
    // Only what was accepted and not yet recorded when its process was killed goes twice.
    expect(killed).toBeGreaterThan(0);
    expect(arrived.length - MAILS).toBeLessThanOrEqual(killed * SMTP_CONNECTIONS);

    const runs = (await readFile(done, 'utf8')).trim().split('\n');
    if (process.env['SHOW_KILLS']) {
      console.log({ killed, mails: arrived.length, jobs: runs.length });
    }
    expect(new Set(runs).size).toBe(JOBS);
    expect(runs.length - JOBS).toBeLessThanOrEqual(killed);
    expect(await rt.db.selectFrom('jobs').selectAll().execute()).toEqual([]);
  },
  LONG_MS,
);
