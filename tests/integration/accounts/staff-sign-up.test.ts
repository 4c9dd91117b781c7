import { beforeEach, describe, expect, test } from 'vitest';
import { renewInvitation, requireInvitation } from '#domains/account/invite.ts';
import type { Actor } from '#domains/account/session/session.ts';
import {
  completeStaffSignUp,
  readStaffConfirmation,
  requestStaffSignUp,
  resendStaffConfirmation,
} from '#domains/account/sign-up-staff.ts';
import { changeRole, readStaffs, removeStaff } from '#domains/account/manage-staff.ts';
import { login } from '../../support/login.ts';
import {
  PERSON,
  actorOf,
  askToJoin,
  invitationOf,
  join,
  kindsTo,
  mailedToken,
  person,
  readMails,
  staffRow,
} from '../../support/accounts.ts';
import { castEachTest, rt, cast, admin } from '../../support/cast-each-test.ts';
import { CLIENT, signedIn } from '../../support/cast.ts';
import { DAY, SECOND } from '../../support/clock.ts';

const EMAIL = 'sakura@example.jp';
let invitation: string;

castEachTest(['admin']);
beforeEach(async () => {
  invitation = await invite(admin);
});

async function invite(actor: Actor): Promise<string> {
  await renewInvitation(rt, actor);
  return invitationOf(rt, actor);
}
const complete = (token: string) => completeStaffSignUp(rt, person(token), CLIENT);
const read = (token: string) => readStaffConfirmation(rt, token);
const resend = (email = EMAIL) => resendStaffConfirmation(rt, { email }, CLIENT);
const pendingOf = async (actor: Actor) =>
  (await readStaffs(rt, actor)).filter(({ confirmedAt }) => confirmedAt === null);

describe('an invitation', () => {
  test('admits several people', async () => {
    for (const email of [EMAIL, 'ren@example.jp', 'aoi@example.jp']) {
      const { actor } = await join(rt, invitation, email);
      expect(actor).toMatchObject({ email, role: 'general', host: { id: cast.host.id } });
    }
  });

  test('lasts seven days, then 410', async () => {
    rt.clock.advance(7 * DAY - 1);
    expect(await requireInvitation(rt, invitation)).toMatchObject({
      hostId: cast.host.id,
    });
    rt.clock.advance(1);
    await expect(askToJoin(rt, invitation, EMAIL)).rejects.toMatchObject({ status: 410 });
    expect(await readMails(rt)).toEqual([]);
    expect(await pendingOf(admin)).toEqual([]);
  });

  test('that was renewed, or never existed: 404', async () => {
    const renewed = await invite(admin);
    for (const wrong of [invitation, 'A'.repeat(27), '']) {
      await expect(askToJoin(rt, wrong, EMAIL)).rejects.toMatchObject({ status: 404 });
    }
    expect(await pendingOf(admin)).toEqual([]);
    expect((await join(rt, renewed, EMAIL)).actor.host.id).toBe(cast.host.id);
  });

  test('for an address with an account sends a notice and creates no row', async () => {
    await requestStaffSignUp(rt, { email: cast.otherAdmin.email, invitation }, CLIENT);
    expect(await kindsTo(rt, cast.otherAdmin.email)).toEqual(['account_exists']);
    expect(await pendingOf(admin)).toEqual([]);
  });
});

describe('a pending sign-up', () => {
  test('is listed without a date, and shows its facility behind the link', async () => {
    const token = await askToJoin(rt, invitation, EMAIL);
    expect(await pendingOf(admin)).toMatchObject([
      { email: EMAIL, name: '', role: 'general', confirmedAt: null, lastSeenAt: null },
    ]);
    expect(await read(token)).toEqual({ email: EMAIL, hostName: cast.host.name });
  });

  test('becomes the same row with name and date when completed, signed in', async () => {
    const token = await askToJoin(rt, invitation, EMAIL);
    const [{ id } = { id: '' }] = await pendingOf(admin);
    rt.clock.advance(SECOND);
    const { tokens, email } = await complete(token);
    expect(email).toBe(EMAIL);
    expect(await actorOf(rt, tokens)).toMatchObject({ id, name: PERSON.name, scope: ['staff'] });
    expect(await pendingOf(admin)).toEqual([]);
    expect((await staffRow(rt, cast.host.id, EMAIL))?.confirmed_at).toBe(new Date().toISOString());
    expect(await login(rt, { email: EMAIL, password: PERSON.password }, CLIENT)).toBeDefined();
  });

  test('requested twice by the same person is one row; completing one link revokes the other', async () => {
    const first = await askToJoin(rt, invitation, EMAIL);
    const second = await askToJoin(rt, invitation, EMAIL);
    expect(await pendingOf(admin)).toHaveLength(1);
    await complete(first);
    for (const token of [first, second]) {
      await expect(complete(token)).rejects.toMatchObject({ status: 410 });
      await expect(read(token)).rejects.toMatchObject({ status: 410 });
    }
    expect(await readStaffs(rt, admin)).toHaveLength(3);
  });

  test('completed twice at once creates one session', async () => {
    const token = await askToJoin(rt, invitation, EMAIL);
    const results = await Promise.allSettled([complete(token), complete(token)]);
    expect(results.filter(({ status }) => status === 'rejected')).toMatchObject([
      { reason: { status: 410 } },
    ]);
  });

  test('at another facility is deleted with its link once the address has an account', async () => {
    const other = await signedIn(rt, cast.otherAdmin);
    const elsewhere = await askToJoin(rt, await invite(other), EMAIL);
    const here = await askToJoin(rt, invitation, EMAIL);
    expect(await pendingOf(other)).toHaveLength(1);
    await complete(here);
    expect(await pendingOf(other)).toEqual([]);
    expect((await staffRow(rt, cast.host.id, EMAIL))?.confirmed_at).not.toBeNull();
    await expect(complete(elsewhere)).rejects.toMatchObject({ status: 404 });
  });

  test('is deleted with its row: the link and asking again do nothing', async () => {
    const token = await askToJoin(rt, invitation, EMAIL);
    const [pending] = await pendingOf(admin);
    await removeStaff(rt, admin, pending?.id ?? '');
    await expect(read(token)).rejects.toMatchObject({ status: 404 });
    await expect(complete(token)).rejects.toMatchObject({ status: 404 });
    await resend();
    expect(await kindsTo(rt, EMAIL)).toEqual(['staff_sign_up']);
  });

  test('keeps a role that an admin changed before completion', async () => {
    const token = await askToJoin(rt, invitation, EMAIL);
    const [pending] = await pendingOf(admin);
    await changeRole(rt, admin, pending?.id ?? '', 'admin');
    expect(await actorOf(rt, (await complete(token)).tokens)).toMatchObject({ role: 'admin' });
  });

  test('expires after a day; asking again sends a link that works', async () => {
    const token = await askToJoin(rt, invitation, EMAIL);
    rt.clock.advance(DAY);
    await expect(complete(token)).rejects.toMatchObject({ status: 410 });
    await resend();
    expect(await read(await mailedToken(rt, 'staff_sign_up', EMAIL))).toMatchObject({
      email: EMAIL,
    });
  });

  test('for an address that got its account elsewhere: 409', async () => {
    const token = await askToJoin(rt, invitation, EMAIL);
    // The service would have deleted the sign-up.
    await rt.db
      .updateTable('staffs')
      .set({ email: EMAIL })
      .where('id', '=', cast.otherAdmin.id)
      .execute();
    await expect(complete(token)).rejects.toMatchObject({ status: 409 });
    expect((await staffRow(rt, cast.host.id, EMAIL))?.confirmed_at).toBeNull();
  });
});

describe('asking again', () => {
  test('sends nothing to strangers, to accounts, and after completion', async () => {
    await join(rt, invitation, EMAIL);
    for (const email of ['unknown@example.jp', cast.general.email, EMAIL]) await resend(email);
    expect((await readMails(rt)).map(({ kind }) => kind)).toEqual([
      'staff_sign_up',
      'staff_joined',
    ]);
  });

  test('uses the newest of several facilities', async () => {
    await askToJoin(rt, invitation, EMAIL);
    rt.clock.advance(SECOND);
    await askToJoin(rt, await invite(await signedIn(rt, cast.otherAdmin)), EMAIL);
    await resend();
    expect(await read(await mailedToken(rt, 'staff_sign_up', EMAIL))).toMatchObject({
      hostName: cast.otherHost.name,
    });
  });
});
