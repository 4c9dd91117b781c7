import { setImmediate as settled } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { oneForAll, whileRenewed } from '#server/leases.ts';
import type { Ending } from '#server/lane-worker.ts';
import { sweep } from '#server/lane-worker.ts';
import { alone, beside } from '../../support/beside.ts';
import { MINUTE, SECOND } from '../../support/clock.ts';
import type { TestRuntime } from '../../support/runtime.ts';
import { closeRuntimes, makeRuntime } from '../../support/runtime.ts';

const PERIOD = 15 * MINUTE;
/** A third of a lease. */
const RENEWAL = 20 * SECOND;

let rt: TestRuntime;
let runs: string[];
beforeEach(async () => {
  rt = await makeRuntime();
  runs = [];
  // A lease is renewed when a test says so.
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: rt.clock.now() });
});
afterEach(async () => {
  vi.useRealTimers();
  await closeRuntimes();
});

const going: Ending = {
  stopping: new AbortController().signal,
  over: new AbortController().signal,
};
const noted = (id: string) => (): Promise<void> => Promise.resolve(void runs.push(id));

/** One look of a process at the sweep. */
function look(id: string, run: (ending: Ending) => Promise<void> = noted(id)) {
  return oneForAll(beside(rt, id), sweep('cleaning', PERIOD, run)).claim(going);
}

const leases = () => rt.db.selectFrom('leases').selectAll().execute();

test('a sweep runs once in its period, in whichever process comes first', async () => {
  for (let passed = 0; passed < 4 * PERIOD; passed += 5 * MINUTE) {
    await Promise.all(['a', 'b', 'c'].map((id) => look(id)));
    rt.clock.advance(5 * MINUTE);
  }
  expect(runs).toHaveLength(4);
});

test('a process that looks a moment early does not lose its turn', async () => {
  await look('a');
  rt.clock.advance(PERIOD - SECOND);
  await look('a');
  expect(runs).toEqual(['a', 'a']);
});

test('no second one begins while the first goes on, however long', async () => {
  const end = Promise.withResolvers<undefined>();
  const first = look('a', () => end.promise);
  await expect.poll(leases).toHaveLength(1);
  for (let passed = 0; passed < 2 * PERIOD; passed += RENEWAL) {
    const [before] = await leases();
    vi.advanceTimersByTime(RENEWAL);
    await expect.poll(async () => (await leases())[0]?.lease_until).not.toBe(before?.lease_until);
    await look('b');
  }
  expect(runs).toEqual([]);
  end.resolve(undefined);
  await first;
  await look('b');
  expect(runs).toEqual(['b']);
});

test('of a process that was killed, another takes it over once its lease and the period are over', async () => {
  void look('killed', () => new Promise(() => undefined));
  await expect.poll(leases).toHaveLength(1);
  rt.clock.advance(PERIOD - 2 * MINUTE);
  await look('b');
  expect(runs).toEqual([]);
  rt.clock.advance(2 * MINUTE);
  await look('b');
  expect(runs).toEqual(['b']);
});

test('one that was frozen is told that it lost its turn, and does not end the next one', async () => {
  const stopped = Promise.withResolvers<undefined>();
  const frozen = look('frozen', ({ stopping }) => {
    stopping.addEventListener('abort', () => stopped.resolve(undefined));
    return stopped.promise;
  });
  await expect.poll(leases).toHaveLength(1);
  // As if it had not run for a while.
  await rt.db.updateTable('leases').set({ holder: 'b' }).execute();
  const taken = await leases();
  vi.advanceTimersByTime(RENEWAL);
  await frozen;
  expect(await leases()).toEqual(taken);
});

test('a lease of a clock that was wrong holds nobody up', async () => {
  rt.clock.advance(365 * 24 * 60 * MINUTE);
  void look('wrong', () => new Promise(() => undefined));
  await expect.poll(leases).toHaveLength(1);
  rt.clock.advance(-365 * 24 * 60 * MINUTE);
  await look('b');
  expect(runs).toEqual(['b']);
});

test('a process that is alone writes no lease', async () => {
  const lane = oneForAll(alone(rt), sweep('cleaning', PERIOD, noted('alone')));
  for (let n = 0; n < 3; n++) await lane.claim(going);
  expect([runs.length, await leases()]).toEqual([3, []]);
});

test('without a database, only what says so runs', async () => {
  await rt.db.schema.dropTable('leases').execute();
  await expect(look('a')).rejects.toThrow('leases');
  const lane = sweep('alerts', PERIOD, noted('alerts'));
  await oneForAll(beside(rt, 'a'), lane, { evenUnasked: true }).claim(going);
  expect(runs).toEqual(['alerts']);
});

test('a renewal that fails is tried again, and ends nothing', async () => {
  let tries = 0;
  const renew = () => {
    tries++;
    return Promise.reject(new Error('the database restarts'));
  };
  const isLost = await whileRenewed(
    renew,
    async (lost) => {
      for (let n = 1; n <= 3; n++) {
        vi.advanceTimersByTime(RENEWAL);
        await settled();
        expect(tries).toBe(n);
      }
      return lost.aborted;
    },
    RENEWAL,
  );
  expect(isLost).toBe(false);
});

test('renewals come one after the other, and none after the work has ended', async () => {
  const first = Promise.withResolvers<boolean>();
  const events: string[] = [];
  const renew = async () => {
    events.push('asked');
    await first.promise;
    events.push('renewed');
    return true;
  };
  const work = async () => {
    vi.advanceTimersByTime(5 * RENEWAL);
    await settled();
    events.push('worked');
  };
  const over = whileRenewed(renew, work, RENEWAL).then(() => events.push('over'));
  await settled();
  vi.advanceTimersByTime(5 * RENEWAL);
  expect(events).toEqual(['asked', 'worked']);
  first.resolve(true);
  await over;
  vi.advanceTimersByTime(5 * RENEWAL);
  expect(events).toEqual(['asked', 'worked', 'renewed', 'over']);
});
