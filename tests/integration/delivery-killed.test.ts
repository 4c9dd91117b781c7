import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { makeDelivering, tokyo } from '../support/delivery.ts';
import { makeFamily, makeResident } from '../support/factories.ts';
import type { TestRuntime } from '../support/runtime.ts';
import { makeRuntime } from '../support/runtime.ts';
import { BARE_ENV, ROOT } from '../support/server.ts';

const FAMILIES = 200;
const KILLS = 20;
/** On a busy machine; otherwise some fifteen seconds. */
const LONG_MS = 300_000;
const FIRST = tokyo('2026-11-01T09:00:00');

/** Batches a process may still run after the one it is killed at. */
const BEYOND = 3;

/** Families of residents whose state keeps their letters back: none of them may get one. */
async function addKeptBack(rt: TestRuntime, hostId: string): Promise<void> {
  const created_at = '2026-01-05T03:00:00.000Z';
  for (const days of [
    { away_since: '2026-10-12' },
    { left_on: '2026-09-12' },
    { died_on: '2026-10-12', letters_end: '2026-10-01' },
  ]) {
    const resident = await makeResident(rt, hostId, { ...days, created_at });
    const kept = { created_at, delivery: 'email' as const, email: 'todokanai@example.jp' };
    for (let n = 0; n < 3; n++) await makeFamily(rt, resident, kept);
  }
}

/** A real process that runs the delivery on the test's file, and blocks after `most` batches. */
function deliver(rt: TestRuntime, moment = FIRST, most = Infinity): ChildProcess {
  const program = path.join(ROOT, 'tests/support/delivery-child.ts');
  return spawn(process.execPath, [program, rt.dataDir, moment, '1', String(most)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...BARE_ENV,
      TZ: 'America/New_York',
    },
  });
}

/** Every family in the outbox once, each delivery with its mail and vice versa. */
async function states({ db }: TestRuntime) {
  const { rows } = await sql<Record<string, number>>`SELECT
    (SELECT count(*) FROM outbox) AS mails,
    (SELECT count(DISTINCT recipient) FROM outbox) AS families,
    (SELECT count(*) FROM deliveries) AS deliveries,
    (SELECT count(*) FROM deliveries JOIN outbox ON outbox.id = outbox_id) AS pairs,
    (SELECT count(*) FROM delivery_runs WHERE finished_at IS NOT NULL) AS finished`.execute(db);
  return rows[0];
}

const whole = {
  mails: FAMILIES,
  families: FAMILIES,
  deliveries: FAMILIES,
  pairs: FAMILIES,
  finished: 1,
};

/** Kills the process after some batches, at any point of the next. */
async function killAfter(child: ChildProcess, batches: number): Promise<boolean> {
  const exited = once(child, 'exit') as Promise<[number | null, string | null]>;
  let seen = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    seen += text;
    if ((seen.match(/\./g)?.length ?? 0) >= batches) child.kill('SIGKILL');
  });
  const [, signal] = await exited;
  return signal === 'SIGKILL';
}

test(
  `killed ${KILLS} times, two at once: one mail per family`,
  async () => {
    const rt = await makeRuntime();
    const { hostId } = await makeDelivering(rt, { families: FAMILIES });
    await addKeptBack(rt, hostId);
    // Too early to send anything, but its compile cache speeds up the others.
    await once(deliver(rt, tokyo('2026-11-01T08:00:00')), 'exit');
    const counts: number[] = [];
    for (let kill = 0; kill < KILLS; kill += 2) {
      const both = [1 + (kill % 5), 1 + (kill % 7)].map((batches) =>
        killAfter(deliver(rt, FIRST, batches + BEYOND), batches),
      );
      expect(await Promise.all(both), `kill ${kill}`).toEqual([true, true]);
      const now = await states(rt);
      expect(now).toMatchObject({ families: now?.['mails'], deliveries: now?.['mails'] });
      expect(now?.['pairs']).toBe(now?.['mails']);
      counts.push(now?.['mails'] ?? 0);
    }
    // Each run made progress but did not finish.
    expect(counts).toEqual([...counts].sort((one, other) => one - other));
    expect(counts.at(-1)).toBeLessThan(FAMILIES);
    await once(deliver(rt), 'exit');
    expect(await states(rt)).toEqual(whole);
  },
  LONG_MS,
);

test(
  'three processes at once: one mail per family in the outbox',
  async () => {
    const rt = await makeRuntime();
    const { hostId } = await makeDelivering(rt, { families: FAMILIES });
    await addKeptBack(rt, hostId);
    const codes = await Promise.all(
      [deliver(rt), deliver(rt), deliver(rt)].map((c) => once(c, 'exit')),
    );
    expect(codes.map(([code]) => code as number)).toEqual([0, 0, 0]);
    expect(await states(rt)).toEqual(whole);
  },
  LONG_MS,
);
