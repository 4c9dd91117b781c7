import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { renewInvitation } from '#domains/account/invite.ts';
import { endOtherSessions } from '#domains/account/session/signed-in-devices.ts';
import { findSession } from '#domains/account/session/session-rows.ts';
import { authenticate } from '#domains/account/session/session-lifecycle.ts';
import { requestEmailChange } from '#domains/account/change-email.ts';
import {
  checkPasswordToken,
  makeResetLink,
  requestPasswordReset,
  resetPassword,
  startAnew,
} from '#domains/account/password/reset-password.ts';
import { changeRole, removeStaff, updateProfile } from '#domains/account/manage-staff.ts';
import { login } from '../../support/login.ts';
import { PERSON, invitationOf, join, readMails } from '../../support/accounts.ts';
import { castEachTest, rt, cast } from '../../support/cast-each-test.ts';
import { CLIENT, signedIn } from '../../support/cast.ts';
import type { Cast } from '../../support/cast.ts';
import { PASSWORD, makeStaff } from '../../support/factories.ts';
import { confirmEmailChange } from '../../support/change-email.ts';

castEachTest();

const NEW_PASSWORD = 'mizu-to-hana-no-iro';
const mailTo = (email: string) =>
  rt.db
    .selectFrom('outbox')
    .select(['kind', 'text', 'html', 'content'])
    .where('recipient', '=', email)
    .orderBy(sql`rowid`, 'desc')
    .executeTakeFirst();
const tokenTo = async (email: string): Promise<string> =>
  /token=(\w+)/.exec(JSON.stringify(await mailTo(email)))?.[1] ?? '';

describe('a change of e-mail requested by a thief', () => {
  const thief = 'thief@example.jp';
  const steal = async (): Promise<string> => {
    const actor = await signedIn(rt, cast.general);
    await requestEmailChange(rt, actor, { email: thief, currentPassword: PASSWORD }, CLIENT);
    return tokenTo(thief);
  };

  test('is cancelled by a password reset', async () => {
    const stolen = await steal();
    await requestPasswordReset(rt, { email: cast.general.email }, CLIENT);
    const token = await tokenTo(cast.general.email);
    await resetPassword(rt, { token, password: NEW_PASSWORD });
    await expect(confirmEmailChange(rt, stolen, null)).rejects.toMatchObject({ status: 410 });
  });

  test('is cancelled by a new password', async () => {
    const stolen = await steal();
    const actor = await signedIn(rt, cast.general);
    await updateProfile(rt, actor, { currentPassword: PASSWORD, password: NEW_PASSWORD });
    await expect(confirmEmailChange(rt, stolen, null)).rejects.toMatchObject({ status: 410 });
  });

  test('is cancelled by signing out everywhere else', async () => {
    const stolen = await steal();
    await endOtherSessions(rt, await signedIn(rt, cast.general));
    await expect(confirmEmailChange(rt, stolen, null)).rejects.toMatchObject({ status: 410 });
  });
});

describe('starting anew, as every mail about the account offers', () => {
  const open = ({ access_token: token }: { access_token: string }) => authenticate(rt, token);
  const signIn = () => login(rt, { email: cast.general.email, password: PASSWORD }, CLIENT);

  test('ends all sessions and links of that person, and mails a new one', async () => {
    const [mine, theirs] = [await signIn(), await signIn()];
    const actor = await signedIn(rt, cast.general);
    const change = { email: 'thief@example.jp', currentPassword: PASSWORD };
    await requestEmailChange(rt, actor, change, CLIENT);
    const stolen = await tokenTo('thief@example.jp');
    const { link } = await makeResetLink(rt, cast.general.email);
    const made = new URL(link).searchParams.get('token') ?? '';
    const colleague = await signedIn(rt, cast.admin);

    expect(await startAnew(rt, actor)).toBe(cast.general.email);
    expect([await open(mine), await open(theirs)]).toEqual([null, null]);
    expect(await findSession(rt.db, colleague.sessionId)).toBeDefined();
    await expect(confirmEmailChange(rt, stolen, null)).rejects.toMatchObject({ status: 410 });
    await expect(checkPasswordToken(rt, made)).rejects.toMatchObject({ status: 410 });
    expect(await mailTo(cast.general.email)).toMatchObject({ kind: 'password_reset' });
    await resetPassword(rt, {
      token: await tokenTo(cast.general.email),
      password: NEW_PASSWORD,
    });
  });

  test('is never refused for too many mails, but counts as one', async () => {
    const { email } = cast.general;
    const ask = () => requestPasswordReset(rt, { email }, CLIENT);
    for (let n = 1; n < 5; n++) await ask();
    await startAnew(rt, await signedIn(rt, cast.general));
    await expect(ask()).rejects.toMatchObject({ status: 429 });
    await startAnew(rt, await signedIn(rt, cast.general));
  });

  test('is not for those without an address, who have no password', async () => {
    const actor = await signedIn(rt, cast.general);
    await rt.db
      .updateTable('staffs')
      .set({ email: null, password_hash: null })
      .where('id', '=', actor.id)
      .execute();
    await expect(startAnew(rt, actor)).rejects.toMatchObject({ status: 409 });
    expect(await findSession(rt.db, actor.sessionId)).toBeDefined();
  });
});

describe('changes that would let a thief in for good are mailed to the admins', () => {
  const mailsOf = async (kind: string) =>
    (await readMails(rt)).filter((mail) => mail.kind === kind);
  const told = async (kind: string) => (await mailsOf(kind)).map(({ recipient }) => recipient);
  let second: Cast['admin'];
  beforeEach(async () => {
    second = await makeStaff(rt, cast.host.id, { role: 'admin', name: '山本 誠' });
  });

  test('a new colleague', async () => {
    const admin = await signedIn(rt, cast.admin);
    await renewInvitation(rt, admin);
    await join(rt, await invitationOf(rt, admin), 'thief@example.jp');
    expect(await told('staff_joined')).toEqual([cast.admin.email, second.email]);
    expect((await mailsOf('staff_joined'))[0]?.text).toContain(PERSON.name);
  });

  test("a new admin: to the other admins, and to the session's owner", async () => {
    await changeRole(rt, await signedIn(rt, cast.admin), cast.general.id, 'admin');
    expect(await told('admins_changed')).toEqual([
      cast.admin.email,
      second.email,
      cast.general.email,
    ]);
    expect((await mailsOf('admins_changed'))[0]?.text).toContain(
      '高橋 恵さんが、佐藤 花子さんを管理者にしました。',
    );
  });

  test.each<[string, () => Promise<unknown>]>([
    [
      'made a general colleague',
      async () => changeRole(rt, await signedIn(rt, cast.admin), second.id, 'general'),
    ],
    ['taken out', async () => removeStaff(rt, await signedIn(rt, cast.admin), second.id)],
  ])('an admin %s, who gets it as well', async (_what, change) => {
    await change();
    expect(await told('admins_changed')).toEqual([cast.admin.email, second.email]);
  });

  test('nothing if nothing changes, or no admin goes', async () => {
    const admin = await signedIn(rt, cast.admin);
    await changeRole(rt, admin, second.id, 'admin');
    await removeStaff(rt, admin, cast.general.id);
    expect(await readMails(rt)).toEqual([]);
  });

  test('not to another facility', async () => {
    await changeRole(rt, await signedIn(rt, cast.admin), cast.general.id, 'admin');
    expect(await told('admins_changed')).not.toContain(cast.otherAdmin.email);
  });
});

describe('two admins at the same moment', () => {
  test('only the first to remove the other succeeds', async () => {
    const other = await makeStaff(rt, cast.host.id, { role: 'admin' });
    const third = await makeStaff(rt, cast.host.id, { role: 'admin' });
    const [one, two] = [await signedIn(rt, other), await signedIn(rt, third)];
    await removeStaff(rt, one, third.id);
    await expect(removeStaff(rt, two, other.id)).rejects.toMatchObject({ status: 403 });
    await changeRole(rt, await signedIn(rt, cast.admin), other.id, 'general');
    const promoted = changeRole(rt, one, cast.general.id, 'admin');
    await expect(promoted).rejects.toMatchObject({ status: 403 });
  });
});
