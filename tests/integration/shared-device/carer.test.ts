import { beforeEach, describe, expect, test } from 'vitest';
import { tellAdmins } from '#domains/account/tell-admins.ts';
import { authenticate } from '#domains/account/session/session-lifecycle.ts';
import {
  addCarer,
  inviteCarer,
  changeRole,
  readStaffs,
  removeStaff,
  updateProfile,
} from '#domains/account/manage-staff.ts';
import { requestEmailChange } from '#domains/account/change-email.ts';
import { makeResetLink } from '#domains/account/password/reset-password.ts';
import { completeStaffSignUp } from '#domains/account/sign-up-staff.ts';
import { inTransaction } from '#server/transaction.ts';
import { login } from '../../support/login.ts';
import { kindsTo, mailedToken, person, readMails } from '../../support/accounts.ts';
import { castEachTest, rt, cast, admin } from '../../support/cast-each-test.ts';
import { CLIENT, signedIn } from '../../support/cast.ts';
import { PASSWORD } from '../../support/factories.ts';
import { givePin, pickName, sharePhone } from '../../support/shared-device.ts';
import { uploadPhoto } from '../../support/uploads.ts';

const NAME = '清水 あかり';
const EMAIL = 'akari@example.jp';
let id: string;

castEachTest(['admin']);
beforeEach(async () => {
  ({ id } = await addCarer(rt, admin, { name: NAME, nameKana: 'しみず あかり' }));
});

const invite = (email = EMAIL, actor = admin, of = id) =>
  inviteCarer(rt, actor, { id: of, email, client: CLIENT });
const complete = (token: string) => completeStaffSignUp(rt, person(token), CLIENT);
const byPin = async () => {
  const phone = await sharePhone(rt, admin);
  await givePin(rt, { id, host_id: cast.host.id });
  return pickName(rt, phone, { id });
};

describe('a colleague without an address', () => {
  test('is on the list, and no mail goes to anybody', async () => {
    expect(await readStaffs(rt, admin)).toContainEqual(
      expect.objectContaining({ id, name: NAME, email: null, role: 'general' }),
    );
    expect(await readMails(rt)).toEqual([]);
  });

  test('has no password: neither sign-in nor reset nor a change finds anything', async () => {
    for (const email of ['', 'null', NAME]) {
      const tried = login(rt, { email, password: PASSWORD }, CLIENT);
      await expect(tried).rejects.toMatchObject({ status: 401 });
      await expect(makeResetLink(rt, email)).rejects.toMatchObject({ status: 404 });
    }
    const actor = await byPin();
    const currentPassword = PASSWORD;
    const input = { email: EMAIL, currentPassword };
    await expect(requestEmailChange(rt, actor, input, CLIENT)).rejects.toMatchObject({
      status: 422,
    });
    const change = { currentPassword, password: 'mizu-to-hana-no-iro' };
    await expect(updateProfile(rt, actor, change)).rejects.toMatchObject({ status: 422 });
    expect(await updateProfile(rt, actor, { name: '清水 朱里' })).toMatchObject({ email: null });
  });

  test('is never an admin, also not in the database', async () => {
    await expect(changeRole(rt, admin, id, 'admin')).rejects.toMatchObject({ status: 409 });
    const set = rt.db.updateTable('staffs').set({ role: 'admin' }).where('id', '=', id);
    await expect(set.execute()).rejects.toThrow(/check/i);
    await inTransaction(rt, (tx) =>
      tellAdmins(tx, cast.host.id, 'staff_joined', () => ({ subject: 'x', paragraphs: ['x'] })),
    );
    expect((await readMails(rt)).map(({ recipient }) => recipient)).toEqual([cast.admin.email]);
  });

  test('adds photos in their own name', async () => {
    const item = await uploadPhoto(rt, await byPin());
    expect(item.createdBy).toBe(NAME);
  });

  test('is removed like anyone, with PIN and session', async () => {
    await byPin();
    await removeStaff(rt, admin, id);
    for (const table of ['pins', 'shared_device_people'] as const) {
      expect(await rt.db.selectFrom(table).selectAll().execute()).toEqual([]);
    }
    const left = rt.db.selectFrom('sessions').select('id').where('by_pin', '=', 1);
    expect(await left.execute()).toEqual([]);
  });
});

describe('an invitation to a full account', () => {
  test('makes it one, with the same photos and PIN', async () => {
    const before = await byPin();
    await uploadPhoto(rt, before);
    await invite();
    const token = await mailedToken(rt, 'staff_sign_up', EMAIL);
    const { tokens } = await complete(token);
    expect(await authenticate(rt, tokens.access_token)).toMatchObject({ id, email: EMAIL });
    await login(rt, { email: EMAIL, password: person(token).password }, CLIENT);
    await changeRole(rt, admin, id, 'admin');
    await expect(invite()).rejects.toMatchObject({ status: 409 });
  });

  test('to another address ends the first one', async () => {
    await invite();
    const first = await mailedToken(rt, 'staff_sign_up', EMAIL);
    await invite('other@example.jp');
    await expect(complete(first)).rejects.toMatchObject({ status: 410 });
    await complete(await mailedToken(rt, 'staff_sign_up', 'other@example.jp'));
    await expect(complete(first)).rejects.toMatchObject({ status: 410 });
  });

  test('to a taken address tells its owner only', async () => {
    await invite(cast.otherAdmin.email);
    expect(await kindsTo(rt, cast.otherAdmin.email)).toEqual(['account_exists']);
  });

  test('is for admins of the facility, and for those without an address', async () => {
    const other = await signedIn(rt, cast.otherAdmin);
    await expect(invite(EMAIL, other)).rejects.toMatchObject({ status: 404 });
    await expect(invite(EMAIL, admin, 'unknown')).rejects.toMatchObject({ status: 404 });
    await expect(invite(EMAIL, admin, cast.general.id)).rejects.toMatchObject({ status: 409 });
  });
});
