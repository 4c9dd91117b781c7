import { beforeEach, describe, expect, test } from 'vitest';
import { renewInvitation } from '#domains/account/invite.ts';
import { authenticate } from '#domains/account/session/session-lifecycle.ts';
import type { Actor, TokenPair } from '#domains/account/session/session.ts';
import { readEmailChange, requestEmailChange } from '#domains/account/change-email.ts';
import {
  checkPasswordToken,
  requestPasswordReset,
} from '#domains/account/password/reset-password.ts';
import { readStaffConfirmation } from '#domains/account/sign-up-staff.ts';
import { removeStaff } from '#domains/account/manage-staff.ts';
import { login } from '../../support/login.ts';
import {
  actorOf,
  askToJoin,
  invitationOf,
  join,
  kindsTo,
  mailedToken,
  readMails,
  signUpHost,
  staffRow,
} from '../../support/accounts.ts';
import { EmailChangeInput } from '#domains/account/staff.ts';
import { paths } from '#lib/paths.ts';
import { takeTry } from '#server/rate-limit.ts';
import { castEachTest, rt, cast } from '../../support/cast-each-test.ts';
import type { CastActor } from '../../support/cast.ts';
import { CLIENT, signedIn } from '../../support/cast.ts';
import { DAY } from '../../support/clock.ts';
import { PASSWORD } from '../../support/factories.ts';
import { confirmEmailChange } from '../../support/change-email.ts';

const NEW = 'hanako@example.jp';
let tokens: TokenPair;
let actor: CastActor;

castEachTest();
beforeEach(async () => {
  tokens = await signIn(cast.general.email);
  actor = await actorOf(rt, tokens);
});

const signIn = (email: string) => login(rt, { email, password: PASSWORD }, CLIENT);
async function ask(email = NEW, who = actor): Promise<string> {
  await requestEmailChange(rt, who, { email, currentPassword: PASSWORD }, CLIENT);
  return mailedToken(rt, 'email_change', email);
}
const confirm = (token: string, by: Actor | null = actor) => confirmEmailChange(rt, token, by);
const ownEmail = async () => (await authenticate(rt, tokens.access_token))?.email;

describe('before the link is confirmed', () => {
  test('nothing changes; the old address is notified at once, without the new one', async () => {
    const token = await ask();
    expect(await readEmailChange(rt, token)).toEqual({ email: NEW });
    expect(await ownEmail()).toBe(cast.general.email);
    await expect(signIn(NEW)).rejects.toMatchObject({ status: 401 });
    const [, notice, ...others] = await readMails(rt);
    expect(others).toEqual([]);
    expect(notice).toMatchObject({
      kind: 'email_change_requested',
      recipient: cast.general.email,
    });
    expect(JSON.stringify(notice)).not.toContain(NEW);
  });
});

describe('once confirmed', () => {
  test('the new address signs in, the old one no longer, and the session stays', async () => {
    expect(await confirm(await ask())).toMatchObject({ email: NEW });
    expect(await ownEmail()).toBe(NEW);
    expect(await signIn(NEW)).toBeDefined();
    await expect(signIn(cast.general.email)).rejects.toMatchObject({ status: 401 });
  });

  test('the old address is notified, without the new one', async () => {
    await confirm(await ask());
    expect(await kindsTo(rt, cast.general.email)).toEqual([
      'email_change_requested',
      'email_changed',
    ]);
    const told = (await readMails(rt)).find(({ kind }) => kind === 'email_changed');
    expect(JSON.stringify(told)).not.toContain(NEW);
    expect(told?.text).toContain(paths.contact);
  });

  test('links to the old address, and to other new ones, are revoked', async () => {
    await requestPasswordReset(rt, { email: cast.general.email }, CLIENT);
    const password = await mailedToken(rt, 'password_reset', cast.general.email);
    const other = await ask('hana2@example.jp');
    await confirm(await ask());
    await expect(checkPasswordToken(rt, password)).rejects.toMatchObject({ status: 410 });
    await expect(confirm(other)).rejects.toMatchObject({ status: 410 });
    expect(await ownEmail()).toBe(NEW);
  });

  test('a pending sign-up of that address is deleted', async () => {
    await renewInvitation(rt, actor);
    const link = await askToJoin(rt, await invitationOf(rt, actor), NEW);
    await confirm(await ask());
    expect(await staffRow(rt, cast.host.id, NEW)).toMatchObject({ id: actor.id });
    await expect(readStaffConfirmation(rt, link)).rejects.toMatchObject({ status: 404 });
    const rows = await rt.db.selectFrom('staffs').select('id').where('email', '=', NEW).execute();
    expect(rows).toEqual([{ id: actor.id }]);
  });

  test('the old address is free for others', async () => {
    await confirm(await ask());
    const colleague = await signedIn(rt, cast.admin);
    await confirm(await ask(cast.general.email, colleague));
    expect(await staffRow(rt, cast.host.id, cast.general.email)).toMatchObject({
      id: cast.admin.id,
    });
  });
});

describe('the other sessions', () => {
  const isOpen = async ({ access_token }: TokenPair) =>
    (await authenticate(rt, access_token)) !== null;

  test('end, except the one in which the button was pressed', async () => {
    const there = await signIn(cast.general.email);
    const colleague = await login(rt, { email: cast.admin.email, password: PASSWORD }, CLIENT);
    await confirm(await ask());
    expect([await isOpen(tokens), await isOpen(there), await isOpen(colleague)]).toEqual([
      true,
      false,
      true,
    ]);
  });

  test.each([
    ['someone signed out', () => Promise.resolve(null)],
    ['a colleague signed in', () => signedIn(rt, cast.admin)],
  ])('all end if the button was pressed with %s', async (_who, by) => {
    const token = await ask();
    await confirm(token, await by());
    expect(await isOpen(tokens)).toBe(false);
  });
});

describe('without the current password', () => {
  const wrong = (currentPassword = 'wrong') =>
    requestEmailChange(rt, actor, { email: NEW, currentPassword }, CLIENT);

  test('no request and no mail: 422 naming the field', async () => {
    await expect(wrong()).rejects.toMatchObject({
      status: 422,
      errors: { currentPassword: [expect.any(String)] },
    });
    expect(await readMails(rt)).toEqual([]);
    expect(await rt.db.selectFrom('one_time_tokens').select('hash').execute()).toEqual([]);
    for (const body of [{ email: NEW }, { email: NEW, currentPassword: '' }]) {
      expect(EmailChangeInput.safeParse(body).success).toBe(false);
    }
  });

  test('ten wrong ones in thirty minutes, then 429 even for the right one', async () => {
    for (let n = 0; n < 10; n++) {
      await expect(wrong()).rejects.toMatchObject({ status: 422 });
    }
    await expect(wrong(PASSWORD)).rejects.toMatchObject({ status: 429 });
  });

  test('a wrong one counts as a failed sign-in, a right one does not', async () => {
    await ask('first@example.jp');
    for (let n = 1; n < 20; n++) {
      await takeTry(rt.db, 'loginByAccount', actor.email, rt.clock.now());
    }
    await expect(wrong()).rejects.toMatchObject({ status: 422 });
    await expect(signIn(actor.email)).rejects.toMatchObject({ status: 429 });
    expect(await ask()).toBeDefined();
  });
});

describe('an address that is taken', () => {
  test.each([
    ['by another facility', () => cast.otherAdmin.email],
    ['by a colleague', () => cast.admin.email],
    ['by oneself', () => cast.general.email],
  ])('%s: its owner gets a notice, and nothing else happens', async (_by, emailOf) => {
    await requestEmailChange(rt, actor, { email: emailOf(), currentPassword: PASSWORD }, CLIENT);
    expect(await kindsTo(rt, emailOf())).toContain('account_exists');
    expect(await kindsTo(rt, cast.general.email)).toContain('email_change_requested');
    expect(await readMails(rt)).toHaveLength(2);
    expect(await rt.db.selectFrom('one_time_tokens').select('hash').execute()).toEqual([]);
    expect(await ownEmail()).toBe(cast.general.email);
  });

  test.each([
    ['a new facility', () => signUpHost(rt, NEW)],
    [
      'a new colleague',
      async () => {
        await renewInvitation(rt, actor);
        return join(rt, await invitationOf(rt, actor), NEW);
      },
    ],
  ])('meanwhile by %s: 409', async (_by, take) => {
    const token = await ask();
    await take();
    await expect(confirm(token)).rejects.toMatchObject({ status: 409 });
    expect(await ownEmail()).toBe(cast.general.email);
    expect(await kindsTo(rt, cast.general.email)).toEqual(['email_change_requested']);
  });

  test('two people request one address: the first to confirm gets it', async () => {
    const colleague = await signedIn(rt, cast.admin);
    const mine = await ask();
    const theirs = await ask(NEW, colleague);
    const results = await Promise.allSettled([confirm(mine), confirm(theirs)]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(await staffRow(rt, cast.host.id, NEW)).toMatchObject({ id: actor.id });
  });
});

describe('the link', () => {
  test('works once', async () => {
    const token = await ask();
    await confirm(token);
    await expect(confirm(token)).rejects.toMatchObject({ status: 410 });
    await expect(readEmailChange(rt, token)).rejects.toMatchObject({ status: 410 });
  });

  test('lasts a day, then 410', async () => {
    const token = await ask();
    rt.clock.advance(DAY);
    await expect(confirm(token)).rejects.toMatchObject({ status: 410 });
  });

  test('for another purpose: 404', async () => {
    await requestPasswordReset(rt, { email: cast.general.email }, CLIENT);
    const token = await mailedToken(rt, 'password_reset', cast.general.email);
    await expect(confirm(token)).rejects.toMatchObject({ status: 404 });
    await expect(confirm('A'.repeat(27))).rejects.toMatchObject({ status: 404 });
  });

  test('is deleted with the account: 404', async () => {
    const token = await ask();
    await removeStaff(rt, await signedIn(rt, cast.admin), actor.id);
    await expect(confirm(token)).rejects.toMatchObject({ status: 404 });
  });
});
