import { beforeEach, describe, expect, test } from 'vitest';
import { readHostRoom, readSendsUntil } from '#domains/facility/read-host.ts';
import { readStanding, continueUse, tellTrialsEnding } from '#domains/account/trial.ts';
import { continueFacility } from '#domains/operator/facilities.ts';
import {
  completeHostSignUp,
  makeSignUpLink,
  requestHostSignUp,
} from '#domains/account/sign-up-host.ts';
import type { Actor } from '#domains/account/session/session.ts';
import { planLetter } from '#domains/delivery/trial-letters.ts';
import { addDays, civilDateOf } from '#lib/calendar.ts';
import { actorOf, facility } from '../support/accounts.ts';
import { castEachTest, rt, cast } from '../support/cast-each-test.ts';
import { CLIENT, signedIn } from '../support/cast.ts';
import { DAY, HOUR } from '../support/clock.ts';
import { makeStaff } from '../support/factories.ts';
import { takeLoggedErrors } from '../support/log.ts';
import { mailsOf } from '../support/mailbox.ts';
import { refuseRows } from '../support/refused-updates.ts';

const OPERATOR = 'operator@example.jp';
let admin: Actor;

castEachTest([], { OPERATOR_EMAIL: OPERATOR });
beforeEach(async () => {
  await endsIn(30 * DAY);
  admin = await signedIn(rt, cast.admin);
});

const endsIn = (ms: number) =>
  rt.db
    .updateTable('hosts')
    .set({ trial_ends_at: new Date(rt.clock.now().getTime() + ms).toISOString() })
    .where('id', '=', cast.host.id)
    .execute();
const noticesTo = async (email: string) =>
  (await mailsOf(rt))
    .filter(({ kind, recipient }) => kind === 'trial_ending' && recipient === email)
    .map(({ subject }) => /あと(\d+)日/.exec(subject)?.[1]);
const told = () => noticesTo(cast.admin.email);
const now = () => signedIn(rt, cast.admin);

describe('the end of a trial is announced by mail', () => {
  test('seven days and one day before, once each, to every admin', async () => {
    const second = await makeStaff(rt, cast.host.id, { role: 'admin' });
    const days: string[][] = [];
    for (let hour = 0; hour < 31 * 24; hour += 6) {
      await tellTrialsEnding(rt);
      await tellTrialsEnding(rt);
      days.push((await told()) as string[]);
      rt.clock.advance(6 * HOUR);
    }
    expect(days.at(-1)).toEqual(['7', '1']);
    expect(days.findIndex((all) => all.length === 1)).toBe(23 * 4);
    expect(days.findIndex((all) => all.length === 2)).toBe(29 * 4);
    expect(await noticesTo(second.email)).toEqual(['7', '1']);
    expect(await noticesTo(cast.general.email)).toEqual([]);
    expect(await noticesTo(cast.otherAdmin.email)).toEqual([]);
  });

  test('after downtime only by the nearest notice, and never once it is over', async () => {
    rt.clock.advance(29 * DAY + HOUR);
    await tellTrialsEnding(rt);
    expect(await told()).toEqual(['1']);
    await endsIn(-HOUR);
    await tellTrialsEnding(rt);
    expect(await told()).toEqual(['1']);
  });

  test('again if the first attempt was interrupted before its commit', async () => {
    rt.clock.advance(24 * DAY);
    const broken = { ...rt, env: { ...rt.env, PUBLIC_URL: 'no address' } };
    await tellTrialsEnding(broken);
    expect(takeLoggedErrors()).toMatchObject([{ err: { message: 'Invalid URL' } }]);
    expect(await told()).toEqual([]);
    await tellTrialsEnding(rt);
    expect(await told()).toHaveLength(1);
  });

  test.each(['host', 'otherHost'] as const)('also if that fails for another: %s', async (fails) => {
    const trial_ends_at = new Date(rt.clock.now().getTime() + DAY).toISOString();
    await rt.db
      .updateTable('hosts')
      .set({ trial_ends_at, activated_at: rt.clock.now().toISOString(), continued_at: null })
      .execute();
    await refuseRows(rt.db, 'trial_notices', cast[fails].id);
    await tellTrialsEnding(rt);
    expect(takeLoggedErrors().map(({ msg }) => msg)).toEqual(['end of a trial not told']);
    const other = fails === 'host' ? cast.otherAdmin : cast.admin;
    expect(await noticesTo(other.email)).toEqual(['1']);
  });

  test.each([
    ['before its last letter', 60, ['7', '1']],
    ['before its last day, and no letter between', 33, ['7', '1']],
    ['on its last day', 30, []],
    ['after its last day', 20, []],
  ])('of a facility that ends, if its trial does %s', async (_when, days, notices) => {
    const ending = { words: '', asked_by: 'facility' as const };
    await rt.db
      .insertInto('facility_endings')
      .values({
        ...{ ...ending, host_id: cast.host.id, created_at: rt.clock.now().toISOString() },
        ends_on: addDays(civilDateOf(rt.clock.now()), days),
      })
      .execute();
    for (const passed of [23, 6]) {
      rt.clock.advance(passed * DAY);
      await tellTrialsEnding(rt);
    }
    expect(await told()).toEqual(notices);
    const [mail] = (await mailsOf(rt)).filter(({ kind }) => kind === 'trial_ending');
    expect(mail?.text ?? '').not.toMatch(/そのままご覧になれます|写真もお便りも残り/);
    expect(mail?.text.includes('届きません') ?? false).toBe(days === 60);
  });

  test('not to facilities that continue', async () => {
    rt.clock.advance(20 * DAY);
    await continueUse(rt, admin, 'standard');
    rt.clock.advance(9 * DAY);
    await tellTrialsEnding(rt);
    expect(await told()).toEqual([]);
  });
});

describe('continuing', () => {
  test.each([
    ['in the last days', 20 * DAY],
    ['after the end', 40 * DAY],
  ])('%s keeps the facility active and tells the operator', async (_when, passed) => {
    rt.clock.advance(passed);
    await continueUse(rt, await now(), 'small');
    const [mail, ...more] = (await mailsOf(rt)).filter(({ kind }) => kind === 'host_continued');
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ recipient: OPERATOR });
    expect(mail?.text).toContain(`continue-facility ${cast.host.id}`);
    rt.clock.advance(365 * DAY);
    const after = await now();
    expect(after.host).toMatchObject({ isActive: true, plan: 'small' });
    expect(await readStanding(rt, after)).toBe('continued');
    await expect(continueUse(rt, after, 'large')).rejects.toMatchObject({ status: 409 });
  });

  test('is refused before the last fourteen days, and without a trial', async () => {
    rt.clock.advance(16 * DAY - 1);
    await expect(continueUse(rt, admin, 'small')).rejects.toMatchObject({ status: 409 });
    const other = await signedIn(rt, cast.otherAdmin);
    await expect(continueUse(rt, other, 'small')).rejects.toMatchObject({ status: 409 });
    rt.clock.advance(1);
    await continueUse(rt, admin, 'small');
  });

  test("keeps sending, within the trial's limits until the operator lifts them", async () => {
    rt.clock.advance(40 * DAY);
    await continueUse(rt, await now(), 'large');
    const until = await readSendsUntil(rt.db, cast.host.id);
    const sending = { hostId: cast.host.id, trialEndsAt: until, hour: 9 };
    const planned = await planLetter(rt, sending, 'family@example.jp');
    expect(planned).toMatchObject({ at: rt.clock.now(), mailbox: expect.any(String) as string });
    expect(await readHostRoom(rt, cast.host.id)).toMatchObject({
      isOnTrial: true,
      limit: { storage: 20 },
    });
    await continueFacility(rt, cast.host.id);
    expect(await readSendsUntil(rt.db, cast.host.id)).toBeNull();
    expect(await readHostRoom(rt, cast.host.id)).toMatchObject({
      isOnTrial: false,
      limit: { storage: 200 },
    });
  });
});

describe('facilities created by the operator', () => {
  test('start at once, without trial and limits', async () => {
    const link = await makeSignUpLink(rt, 'own@example.jp');
    const token = new URL(link).searchParams.get('token') ?? '';
    const { tokens } = await completeHostSignUp(rt, facility(token), CLIENT);
    const own = await actorOf(rt, tokens);
    expect(own.host).toMatchObject({ isActive: true, plan: null, trialEndsAt: null });
    expect(await readHostRoom(rt, own.host.id)).toMatchObject({ isOnTrial: false, limit: null });
  });

  test('are the only new ones while sign-up is closed', async () => {
    const closed = { ...rt, env: { ...rt.env, SIGN_UP: 'closed' as const } };
    const asked = requestHostSignUp(closed, { email: 'new@example.jp' }, CLIENT);
    await expect(asked).rejects.toMatchObject({ status: 403 });
    expect(await mailsOf(rt)).toEqual([]);
    expect(await makeSignUpLink(closed, 'own@example.jp')).toContain('token=');
  });
});
