import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { mailbox, makeDelivering, tokyo } from '../support/delivery.ts';
import {
  makeFamily,
  makeSkipped,
  makeLetter,
  makeNote,
  makeResident,
  makeStaff,
} from '../support/factories.ts';
import type { TestRuntime } from '../support/runtime.ts';
import { makeRuntime } from '../support/runtime.ts';
import { BARE_ENV, ROOT } from '../support/server.ts';
import { rounds } from '../support/in-full.ts';

const FACILITIES = 16;
/** Of each facility: those by mail, who have a letter of a second resident too, and its admins. */
const FAMILIES = 14;
const RELATIVES = 5;
const ADMINS = 2;
const KILLS = rounds(8, 20);
const LATER_KILLS = rounds(2, 6);
/** On a busy machine; otherwise some fifteen seconds. */
const LONG_MS = 300_000;
const FIRST = tokyo('2026-11-01T09:00:00');
const OLD = { created_at: '2026-01-05T03:00:00.000Z' };
const SKIPPED = '見送 ナシ';

/** Families of half a facility. */
const LARGE = 20;

/** Batches a process may still run after the one it is killed at. */
const BEYOND = 3;

async function makeFacilities(rt: TestRuntime, months = [202610]): Promise<void> {
  for (let n = 0; n < FACILITIES; n++) {
    const { hostId } = await makeDelivering(rt, { families: FAMILIES, months });
    await addRelatives(rt, hostId);
    await addKeptBack(rt, hostId);
    for (let admin = 0; admin < ADMINS; admin++) {
      const email = `admin${n}-${admin}@example.jp`;
      await makeStaff(rt, hostId, { role: 'admin', email });
    }
  }
}

/** The first families have a second resident; by link they are the admins' to hand over. */
async function addRelatives(rt: TestRuntime, hostId: string): Promise<void> {
  const other = await makeResident(rt, hostId, { ...OLD, name: '鈴木 キヨ' });
  for (let n = 0; n < RELATIVES; n++) {
    await makeFamily(rt, other, { ...OLD, delivery: 'email', email: mailbox(n) });
    await makeFamily(rt, other, { ...OLD, delivery: 'link' });
  }
}

/** Families of residents whose letters are kept back: they are not in any mail. */
async function addKeptBack(rt: TestRuntime, hostId: string): Promise<void> {
  for (const days of [
    {},
    { away_since: '2026-10-12' },
    { left_on: '2026-09-12' },
    { died_on: '2026-10-12', letters_end: '2026-10-01' },
  ]) {
    const resident = await makeResident(rt, hostId, { ...OLD, ...days, name: SKIPPED });
    if (Object.keys(days).length === 0) {
      await makeNote(rt, resident, 202610);
      await makeSkipped(rt, resident, 202610);
    }
    // Of relatives too, and of people who get nothing else.
    for (const email of [mailbox(0), mailbox(FAMILIES - 1), 'todokanai@example.jp']) {
      await makeFamily(rt, resident, { ...OLD, delivery: 'email', email });
    }
  }
}

/** A real process that runs the delivery on the test's file, and blocks after `most` batches. */
function deliver(rt: TestRuntime, moment = FIRST, most = Infinity, batch = 1): ChildProcess {
  const program = path.join(ROOT, 'tests/support/delivery-child.ts');
  return spawn(process.execPath, [program, rt.dataDir, moment, String(batch), String(most)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...BARE_ENV,
      DATABASE_URL: rt.env.DATABASE_URL ?? '',
      TZ: 'America/New_York',
    },
  });
}

/** Waits for it to end by itself, without an error. */
async function runToEnd(...given: Parameters<typeof deliver>): Promise<void> {
  const [code] = (await once(deliver(...given), 'exit')) as [number | null];
  expect(code).toBe(0);
}

/** Every relative in the outbox once, each delivery with its mail and vice versa. */
async function states({ db }: TestRuntime) {
  const { rows } = await sql<Record<string, number>>`SELECT
    (SELECT count(*) FROM outbox WHERE kind = 'delivery') AS mails,
    (SELECT count(DISTINCT host_id || recipient) FROM outbox WHERE kind = 'delivery') AS relatives,
    (SELECT count(*) FROM deliveries) AS deliveries,
    (SELECT count(*) FROM deliveries JOIN outbox ON outbox.id = outbox_id) AS pairs,
    (SELECT count(*) FROM outbox WHERE text LIKE '%▼%▼%' OR content LIKE '%"moreButtons":[{%') AS joint,
    (SELECT count(*) FROM outbox WHERE text || content LIKE ${`%${SKIPPED}%`}) AS "skipped",
    (SELECT count(*) FROM outbox WHERE kind = 'handover') AS told,
    (SELECT count(DISTINCT recipient) FROM outbox WHERE kind = 'handover') AS admins,
    (SELECT count(*) FROM delivery_runs WHERE admins_told_at IS NOT NULL) AS tellings,
    (SELECT count(*) FROM delivery_runs WHERE finished_at IS NOT NULL) AS finished`.execute(db);
  return rows[0] ?? {};
}

const LETTERS = FACILITIES * (FAMILIES + RELATIVES);
const whole = {
  mails: FACILITIES * FAMILIES,
  relatives: FACILITIES * FAMILIES,
  deliveries: LETTERS,
  pairs: LETTERS,
  joint: FACILITIES * RELATIVES,
  skipped: 0,
  told: FACILITIES * ADMINS,
  admins: FACILITIES * ADMINS,
  tellings: FACILITIES,
  finished: FACILITIES,
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
  `killed ${KILLS} times, two at once: one mail for each relative and each admin`,
  async () => {
    const rt = await makeRuntime();
    await makeFacilities(rt);
    // Too early to send anything, but its compile cache speeds up the others.
    await runToEnd(rt, tokyo('2026-11-01T08:00:00'));
    const seen: Record<string, number>[] = [];
    for (let kill = 0; kill < KILLS; kill += 2) {
      // Facilities take turns: only with larger batches is one done before all others.
      const batch = kill < KILLS / 2 ? 1 : LARGE;
      const both = [1 + (kill % 5), 1 + (kill % 7)].map((batches) =>
        killAfter(deliver(rt, FIRST, batches + BEYOND, batch), batches),
      );
      expect(await Promise.all(both), `kill ${kill}`).toEqual([true, true]);
      const now = await states(rt);
      expect(now).toMatchObject({ relatives: now['mails'], pairs: now['deliveries'], skipped: 0 });
      expect(now['deliveries']).toBe((now['mails'] ?? 0) + (now['joint'] ?? 0));
      expect(now).toMatchObject({ told: ADMINS * (now['tellings'] ?? 0), admins: now['told'] });
      seen.push(now);
    }
    // Each run made progress but did not finish; some were killed about the admins' mails.
    const counts = seen.map(({ mails = 0 }) => mails);
    expect(counts).toEqual([...counts].sort((one, other) => one - other));
    expect(counts.at(-1)).toBeLessThan(whole.mails);
    expect(seen.at(-1)?.['tellings']).toBeGreaterThan(1);
    if (process.env['SHOW_KILLS']) console.log(JSON.stringify(seen));
    await runToEnd(rt);
    expect(await states(rt)).toEqual(whole);
  },
  LONG_MS,
);

test(
  'three processes at once: one mail for each relative and each admin in the outbox',
  async () => {
    const rt = await makeRuntime();
    await makeFacilities(rt);
    await Promise.all([runToEnd(rt), runToEnd(rt), runToEnd(rt)]);
    expect(await states(rt)).toEqual(whole);
  },
  LONG_MS,
);

test(
  'killed again and again, two at once, about letters that become ones after the run',
  async () => {
    const rt = await makeRuntime();
    await makeFacilities(rt, []);
    await runToEnd(rt);
    expect(await states(rt)).toMatchObject({ mails: 0, finished: FACILITIES });
    const hosts = await rt.db.selectFrom('hosts').select('id').execute();
    for (const { id } of hosts) await makeLetter(rt, id, 202610);
    const later = tokyo('2026-11-01T23:00:00');
    for (let kill = 0; kill < LATER_KILLS; kill += 2) {
      const both = [3 + kill, 5 + kill].map((batches) =>
        killAfter(deliver(rt, later, batches + BEYOND), batches),
      );
      expect(await Promise.all(both), `kill ${kill}`).toEqual([true, true]);
      const now = await states(rt);
      expect(now).toMatchObject({ relatives: now['mails'], pairs: now['deliveries'], skipped: 0 });
      expect(now['mails']).toBeLessThan(whole.mails);
    }
    await Promise.all([runToEnd(rt, later), runToEnd(rt, later)]);
    // Nothing was to be handed over at the hour.
    expect(await states(rt)).toEqual({ ...whole, told: 0, admins: 0 });
  },
  LONG_MS,
);
