import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { accountOf } from '#domains/line/webhook.ts';
import { MINUTE_MS } from '#lib/durations.ts';
import { hashToken, newId, randomToken } from '#server/secrets.ts';
import { tokyo } from '../support/delivery.ts';
import { makeHost, makeLetter, makeResident } from '../support/factories.ts';
import { rounds } from '../support/in-full.ts';
import type { LinePlatform } from '../support/line-platform.ts';
import { lineUser, startLine } from '../support/line-platform.ts';
import type { TestRuntime } from '../support/runtime.ts';
import { makeRuntime } from '../support/runtime.ts';
import { BARE_ENV, ROOT } from '../support/server.ts';

const FACILITIES = 10;
const ACCOUNTS = rounds(400, 1000);
const KILLS = rounds(8, 20);
/** On a busy machine; otherwise some thirty seconds. */
const LONG_MS = 600_000;
/** Longer than a claim lasts, and than the first waits after a failure. */
const LATER = 4 * MINUTE_MS;
const OLD = { created_at: '2026-01-05T03:00:00.000Z' };
const FIRST = Date.parse(tokyo('2026-11-01T09:00:00'));

const FAULTS = [
  { status: 500 },
  { status: 500, accepts: true },
  { breaks: true, accepts: true },
  { breaks: true },
  { status: 429 },
] as const;

let rt: TestRuntime;
let line: LinePlatform;
beforeEach(async () => {
  rt = await makeRuntime();
  line = await startLine();
  // One try of twenty fails, always the same ones.
  line.faultOf = (to, nth) => {
    const dice = parseInt(hashToken(`${to} ${nth}`).slice(0, 6), 16);
    return dice % 20 === 0 ? FAULTS[(dice >> 8) % FAULTS.length] : undefined;
  };
});
afterEach(() => line.close());

/** Each account is joined to a family of each of two residents; every fifth to one alone. */
async function makeFacilities(): Promise<void> {
  const each = ACCOUNTS / FACILITIES;
  for (let facility = 0; facility < FACILITIES; facility++) {
    const host = await makeHost(rt, { ...OLD, activated_at: OLD.created_at });
    await makeLetter(rt, host.id, 202610);
    for (const isSecond of [false, true]) {
      const name = isSecond ? '鈴木 キヨ' : '佐藤 ハル';
      const resident = await makeResident(rt, host.id, { ...OLD, name });
      const numbers = Array.from({ length: each }, (_, n) => n).filter(
        (n) => !isSecond || n % 5 > 0,
      );
      const families = numbers.map((n) => ({ n, id: newId() }));
      await rt.db
        .insertInto('families')
        .values(
          families.map(({ id, n }) => ({
            ...{ ...OLD, id, host_id: host.id, resident_id: resident.id, name: `家族 ${n}` },
            ...{ delivery: 'link' as const, by_line: 1 as const, token: randomToken() },
          })),
        )
        .execute();
      await rt.db
        .insertInto('line_accounts')
        .values(
          families.map(({ id, n }) => {
            const user_id = lineUser(1 + facility * each + n);
            const account = accountOf(user_id);
            return { host_id: host.id, family_id: id, account, user_id, joined_at: OLD.created_at };
          }),
        )
        .execute();
    }
  }
}

function start(round: number): ChildProcess {
  const program = path.join(ROOT, 'tests/support/line-child.ts');
  const moment = new Date(FIRST + round * LATER).toISOString();
  return spawn(process.execPath, [program, rt.dataDir, line.url, moment], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...BARE_ENV, DATABASE_URL: rt.env.DATABASE_URL },
  });
}

/** Two at once, killed when that many more messages have been accepted. */
async function killTwo(round: number): Promise<number> {
  const before = line.accepted.length;
  const children = [start(round), start(round)];
  const ended = children.map((child) => once(child, 'exit') as Promise<[number, string | null]>);
  const after = [3 + (round % 7), 8 + (round % 5)];
  const timer = setInterval(() => {
    const arrived = line.accepted.length - before;
    after.forEach((count, n) => arrived >= count && children[n]?.kill('SIGKILL'));
  }, 1);
  const results = await Promise.all(ended);
  clearInterval(timer);
  return results.filter(([, signal]) => signal === 'SIGKILL').length;
}

test(
  `killed ${KILLS} times, two at once, with a fault of twenty: one message for each account`,
  async () => {
    await makeFacilities();
    let round = 0;
    let killed = 0;
    for (; killed < KILLS; round++) {
      const more = await killTwo(round);
      expect(more, `round ${round}`).toBeGreaterThan(0);
      killed += more;
    }
    expect(line.accepted.length).toBeLessThan(ACCOUNTS);
    const open = async () => {
      const rows = await rt.db.selectFrom('outbox').select('state').execute();
      return rows.length === 0 || rows.some(({ state }) => state === 'queued');
    };
    for (; await open(); round++) await once(start(round), 'exit');
    expect(line.accepted).toHaveLength(ACCOUNTS);
    expect(new Set(line.accepted.map(({ to }) => to)).size).toBe(ACCOUNTS);
    const joint = line.accepted.filter(({ messages }) => JSON.stringify(messages).includes('鈴木'));
    expect(joint).toHaveLength((ACCOUNTS * 4) / 5);
    const rows = await rt.db.selectFrom('deliveries').select('state').distinct().execute();
    expect(rows).toEqual([{ state: 'sent' }]);
  },
  LONG_MS,
);
