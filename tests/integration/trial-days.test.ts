import { beforeEach, describe, expect, test } from 'vitest';
import { runDeliveries } from '#domains/delivery/monthly-run.ts';
import { planLetter } from '#domains/delivery/trial-letters.ts';
import { mailbox, tokyo } from '../support/delivery.ts';
import type { TestRuntime } from '../support/runtime.ts';
import { makeRuntime } from '../support/runtime.ts';
import { makeFacility, noteAnswer } from '../support/trial.ts';

const TRIAL_END = tokyo('2026-11-25T12:00:00');
let rt: TestRuntime;
beforeEach(async () => {
  rt = await makeRuntime();
});

describe('the day of one more letter', () => {
  const sending = (hostId: string) => ({ hostId, trialEndsAt: TRIAL_END, hour: 9 });

  test('is the next, for a mailbox that got five, even one that has answered', async () => {
    const { hostId, familyIds } = await makeFacility(rt, 1, TRIAL_END);
    await runDeliveries(rt);
    await noteAnswer(rt, hostId, familyIds[0] ?? '');
    const planned = [];
    for (let n = 0; n < 5; n++) {
      planned.push((await planLetter(rt, sending(hostId), mailbox(0)))?.at.toISOString());
    }
    const today = rt.clock.now().toISOString();
    expect(planned).toEqual([today, today, today, today, tokyo('2026-11-02T09:00:00')]);
  });

  test('is today while there is room, though tomorrow is full', async () => {
    const { hostId } = await makeFacility(rt, 0, TRIAL_END);
    const day = { host_id: hostId, letters: 30, mailbox: 'x' };
    const plan = (email: string) => planLetter(rt, sending(hostId), email);
    await rt.db
      .insertInto('trial_letters')
      .values([
        { ...day, day: '2026-11-01', to_strangers: 29 },
        { ...day, day: '2026-11-02', to_strangers: 30 },
      ])
      .execute();
    expect((await plan('a@example.jp'))?.at).toEqual(rt.clock.now());
    expect((await plan('b@example.jp'))?.at.toISOString()).toBe(tokyo('2026-11-03T09:00:00'));
  });
});
