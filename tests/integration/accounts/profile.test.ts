import { beforeEach, describe, expect, test } from 'vitest';
import { authenticate } from '#domains/account/session/session-lifecycle.ts';
import type { TokenPair } from '#domains/account/session/session.ts';
import {
  checkPasswordToken,
  requestPasswordReset,
} from '#domains/account/password/reset-password.ts';
import { updateProfile } from '#domains/account/manage-staff.ts';
import { ProfileInput } from '#domains/account/staff.ts';
import { login } from '../../support/login.ts';
import { actorOf, kindsTo, mailedToken, readMails } from '../../support/accounts.ts';
import { castEachTest, rt, cast } from '../../support/cast-each-test.ts';
import type { CastActor } from '../../support/cast.ts';
import { CLIENT } from '../../support/cast.ts';
import { MINUTE } from '../../support/clock.ts';
import { PASSWORD } from '../../support/factories.ts';

const NEW = 'aki-no-kaze-ga-suzushii';
let here: TokenPair;
let actor: CastActor;

castEachTest();
beforeEach(async () => {
  here = await signIn();
  actor = await actorOf(rt, here);
});

const signIn = (password = PASSWORD) => login(rt, { email: cast.general.email, password }, CLIENT);
const change = (input: unknown) => updateProfile(rt, actor, ProfileInput.parse(input));
const changePassword = (currentPassword: string) => change({ currentPassword, password: NEW });

describe('the name', () => {
  test('and its reading change independently; nothing else does', async () => {
    const before = await change({});
    expect(await change({ name: '佐藤 華子' })).toEqual({ ...before, name: '佐藤 華子' });
    const both = { name: '佐藤 華子', nameKana: 'さとう はなこ' };
    expect(await change({ nameKana: both.nameKana })).toEqual({ ...before, ...both });
    expect(await authenticate(rt, here.access_token)).toMatchObject(both);
    expect(await readMails(rt)).toEqual([]);
  });

  test('of others does not change', async () => {
    await change({ name: '佐藤 華子' });
    const names = await rt.db.selectFrom('staffs').select('name').execute();
    expect(names.filter(({ name }) => name === '佐藤 華子')).toHaveLength(1);
  });
});

describe('the password', () => {
  test('changes with the current one; the user is notified', async () => {
    await changePassword(PASSWORD);
    expect(await signIn(NEW)).toBeDefined();
    await expect(signIn(PASSWORD)).rejects.toMatchObject({ status: 401 });
    expect(await kindsTo(rt, actor.email)).toEqual(['password_changed', 'new_browser']);
  });

  test('signs out everywhere else, and not here', async () => {
    const there = await signIn();
    await changePassword(PASSWORD);
    expect(await authenticate(rt, there.access_token)).toBeNull();
    expect(await authenticate(rt, here.access_token)).toMatchObject({ id: actor.id });
  });

  test('revokes reset links mailed before', async () => {
    await requestPasswordReset(rt, actor, CLIENT);
    const token = await mailedToken(rt, 'password_reset', actor.email);
    await changePassword(PASSWORD);
    await expect(checkPasswordToken(rt, token)).rejects.toMatchObject({ status: 410 });
  });

  test('stays if the current one is wrong: 422 naming the field, and the name stays too', async () => {
    const wrong = { currentPassword: 'wrong', password: NEW, name: '佐藤 華子' };
    await expect(change(wrong)).rejects.toMatchObject({
      status: 422,
      errors: { currentPassword: [expect.any(String)] },
    });
    expect(await readMails(rt)).toEqual([]);
    expect(await signIn(PASSWORD)).toBeDefined();
    expect(await change({})).toMatchObject({ name: cast.general.name });
  });

  test.each([
    [{ password: NEW }, 'currentPassword'],
    [{ currentPassword: PASSWORD }, 'password'],
    [{ currentPassword: PASSWORD, password: 'short' }, 'password'],
    [{ currentPassword: PASSWORD, password: 'password1234' }, 'password'],
    [{ role: 'admin' }, 'role'],
  ])('%j is refused', (input, field) => {
    const { success, error } = ProfileInput.safeParse(input);
    expect(success).toBe(false);
    expect(JSON.stringify(error?.issues)).toContain(`"${field}"`);
  });
});

describe('ten wrong current passwords in thirty minutes', () => {
  const fail = async (times: number) => {
    for (let n = 0; n < times; n++) {
      await expect(changePassword('wrong')).rejects.toMatchObject({ status: 422 });
    }
  };

  test('lead to 429 with the wait, even with the right one', async () => {
    await fail(10);
    rt.clock.advance(10 * MINUTE);
    const tooMany = { status: 429, retryAfter: 20 * 60 };
    await expect(changePassword(PASSWORD)).rejects.toMatchObject(tooMany);
    rt.clock.advance(20 * MINUTE);
    await changePassword(PASSWORD);
    expect(await signIn(NEW)).toBeDefined();
  });

  test('are forgotten after a right one', async () => {
    await fail(9);
    await change({ currentPassword: PASSWORD, password: PASSWORD });
    await fail(9);
    await changePassword(PASSWORD);
    expect(await signIn(NEW)).toBeDefined();
  });
});
