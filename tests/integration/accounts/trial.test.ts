import { beforeEach, describe, expect, test } from 'vitest';
import { readStanding, startTrial } from '#domains/account/trial.ts';
import { requireAdminOfAnyHost, requireAdminStaff } from '#domains/account/session/guards.ts';
import type { Actor } from '#domains/account/session/session.ts';
import { login } from '../../support/login.ts';
import { takeTry } from '#server/rate-limit.ts';
import { PERSON, actorOf, signUpHost } from '../../support/accounts.ts';
import { CLIENT } from '../../support/cast.ts';
import { DAY } from '../../support/clock.ts';
import type { TestRuntime } from '../../support/runtime.ts';
import { makeRuntime } from '../../support/runtime.ts';

const EMAIL = 'new@example.jp';
const BEGUN = '2026-11-15T01:00:00.000Z';
/** Midnight after 1 January. */
const END = '2027-01-01T15:00:00.000Z';
let rt: TestRuntime;
let admin: Actor;
beforeEach(async () => {
  rt = await makeRuntime();
  rt.clock.set(BEGUN);
  admin = (await signUpHost(rt, EMAIL)).actor;
});

/** Reloaded: an access token does not last for a trial. */
const now = async (): Promise<Actor> =>
  actorOf(rt, await login(rt, { email: EMAIL, password: PERSON.password }, CLIENT));
const guarded = (actor: Actor, guard: typeof requireAdminStaff) => () =>
  guard({ locals: { actor } });

describe('the trial', () => {
  test('makes the facility active until the second 1st has passed, with the chosen plan', async () => {
    const expected = { id: admin.host.id, isActive: true, plan: 'small', trialEndsAt: END };
    expect(guarded(admin, requireAdminStaff)).toThrow(expect.objectContaining({ status: 403 }));
    expect(await startTrial(rt, admin, 'small', CLIENT)).toEqual({ ...expected, name: '新しい家' });
    const active = await now();
    expect(active.host).toMatchObject(expected);
    expect(guarded(active, requireAdminStaff)()).toBe(active);
    expect(await readStanding(rt, active)).toBe('trial');
  });

  test('is one of three a day that begin at one address', async () => {
    const take = () => takeTry(rt.db, 'trialsByAddress', CLIENT.address, rt.clock.now());
    for (let n = 0; n < 3; n++) await take();
    await expect(startTrial(rt, admin, 'small', CLIENT)).rejects.toMatchObject({ status: 429 });
    const elsewhere = { ...CLIENT, address: '203.0.113.9' };
    expect(await startTrial(rt, admin, 'small', elsewhere)).toMatchObject({ isActive: true });
  });

  test('starts once: 409, and the first stays as it was', async () => {
    const { trialEndsAt } = await startTrial(rt, admin, 'small', CLIENT);
    rt.clock.advance(DAY);
    await expect(startTrial(rt, admin, 'large', CLIENT)).rejects.toMatchObject({ status: 409 });
    expect((await now()).host).toMatchObject({ plan: 'small', trialEndsAt });
  });

  test('ends with that day: inactive again, without a second one', async () => {
    await startTrial(rt, admin, 'standard', CLIENT);
    rt.clock.set(new Date(Date.parse(END) - 1).toISOString());
    expect((await now()).host.isActive).toBe(true);
    rt.clock.advance(1);
    const after = await now();
    expect(after.host.isActive).toBe(false);
    expect(await readStanding(rt, after)).toBe('over');
    expect(guarded(after, requireAdminStaff)).toThrow(expect.objectContaining({ status: 403 }));
    expect(guarded(after, requireAdminOfAnyHost)()).toBe(after);
    await expect(startTrial(rt, after, 'standard', CLIENT)).rejects.toMatchObject({ status: 409 });
    expect((await now()).host.isActive).toBe(false);
  });

  test('started twice at once is one', async () => {
    const results = await Promise.allSettled([
      startTrial(rt, admin, 'small', CLIENT),
      startTrial(rt, admin, 'large', CLIENT),
    ]);
    expect(results.filter(({ status }) => status === 'rejected')).toMatchObject([
      { reason: { status: 409 } },
    ]);
  });
});
