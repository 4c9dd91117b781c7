import { confirmSignIn } from '#domains/account/confirm/confirm.ts';
import { staffHolder } from '#domains/account/holder.ts';
import { loginByPassword, loginBySecondStep } from '#domains/account/session/login.ts';
import { beforeEach, expect, test } from 'vitest';
import type { AuditAction } from '#domains/audit/audit.ts';
import { setEnding, takeBackEnding } from '#domains/facility/ending/set-ending.ts';
import { changeFacility } from '#domains/facility/change-facility.ts';
import { requestHostSignUp } from '#domains/account/sign-up-host.ts';
import { startTrial, continueUse } from '#domains/account/trial.ts';
import { renewInvitation } from '#domains/account/invite.ts';
import { endOneSession, endOtherSessions } from '#domains/account/session/signed-in-devices.ts';
import { logout, refresh } from '#domains/account/session/session-lifecycle.ts';
import { requestEmailChange } from '#domains/account/change-email.ts';
import {
  requestPasswordReset,
  resetPassword,
  startAnew,
} from '#domains/account/password/reset-password.ts';
import { changeRole, removeStaff, updateProfile } from '#domains/account/manage-staff.ts';
import { enrol } from '../../support/second-step.ts';
import { login } from '../../support/login.ts';
import {
  PERSON,
  askToJoin,
  invitationOf,
  join,
  mailedToken,
  signUpHost,
} from '../../support/accounts.ts';
import { takeTry } from '#server/rate-limit.ts';
import { castEachTest, rt, cast, admin, general } from '../../support/cast-each-test.ts';
import { CLIENT } from '../../support/cast.ts';
import { DAY, MINUTE } from '../../support/clock.ts';
import { endingOf } from '../../support/endings.ts';
import { PASSWORD } from '../../support/factories.ts';
import type { DeviceAction } from '../../support/events.ts';
import { readEvents } from '../../support/events.ts';
import { confirmEmailChange } from '../../support/change-email.ts';

const NEW = 'new@example.jp';
const NEW_PASSWORD = 'aki-no-kaze-ga-suzushii';
let invitation: string;

castEachTest(['admin', 'general']);
beforeEach(async () => {
  await renewInvitation(rt, admin);
  invitation = await invitationOf(rt, admin);
  await rt.db.deleteFrom('audit_logs').execute();
});

const signIn = (email: string, password = PASSWORD) => login(rt, { email, password }, CLIENT);
const askForReset = (email = general.email) => requestPasswordReset(rt, { email }, CLIENT);
const askForEmail = () =>
  requestEmailChange(rt, general, { email: NEW, currentPassword: PASSWORD }, CLIENT);
const unrelated = { host_id: null, staff_id: null, target: null };
const byGeneral = () => ({ host_id: cast.host.id, staff_id: cast.general.id, target: null });
const byAdmin = (target: string | null = null) => ({
  host_id: cast.host.id,
  staff_id: cast.admin.id,
  target,
});
const onGeneral = () => ({ host_id: cast.host.id, staff_id: null, target: cast.general.id });

/** Other nouns' events have their own tests. */
type Of<Noun extends string> = `${Noun}.${string}`;
type AccountAction = Exclude<
  Extract<AuditAction, Of<'host'> | Of<'staff'> | Of<'session'> | Of<'invitation'>>,
  DeviceAction
>;

/** What causes each event, and what is recorded. */
const EVENTS: Record<AccountAction, () => Promise<object>> = {
  async 'host.sign_up_requested'() {
    await requestHostSignUp(rt, { email: NEW }, CLIENT);
    return unrelated;
  },
  async 'host.signed_up'() {
    const { actor } = await signUpHost(rt, NEW);
    return { host_id: actor.host.id, staff_id: actor.id, target: null };
  },
  async 'host.trial_started'() {
    const { actor } = await signUpHost(rt, NEW);
    await startTrial(rt, actor, 'small', CLIENT);
    return { host_id: actor.host.id, staff_id: actor.id, target: 'small' };
  },
  async 'host.changed'() {
    await changeFacility(rt, admin, { name: '月の家', city: '中央区', phone: admin.host.name });
    return { ...byAdmin(), detail: 'name city phone' };
  },
  async 'host.second_step_asked'() {
    await changeFacility(rt, admin, { asksSecondStep: 'admins' });
    return { ...byAdmin(), detail: 'admins' };
  },
  async 'host.ending_set'() {
    await setEnding(rt, admin, endingOf(rt, cast.host.id, 40));
    return { ...byAdmin(), detail: endingOf(rt, cast.host.id, 40).endsOn };
  },
  async 'host.ending_taken_back'() {
    await setEnding(rt, admin, endingOf(rt, cast.host.id, 40));
    await rt.db.deleteFrom('audit_logs').execute();
    await takeBackEnding(rt, admin, { hostId: cast.host.id });
    return { ...byAdmin(), detail: endingOf(rt, cast.host.id, 40).endsOn };
  },
  async 'session.confirmed'() {
    await confirmSignIn(rt, general, { password: PASSWORD }, CLIENT);
    return byGeneral();
  },
  async 'session.one_ended'() {
    await endOneSession(rt, general, general.sessionId);
    return byGeneral();
  },
  async 'session.code_refused'() {
    await enrol(rt, { holder: staffHolder(general), email: general.email });
    await rt.db.deleteFrom('audit_logs').execute();
    const input = { email: general.email, password: PASSWORD };
    const result = await loginByPassword(rt, input, CLIENT);
    const ticket = 'asked' in result ? result.asked.ticket : '';
    const wrong = { ticket, code: '000000', remember: false };
    await loginBySecondStep(rt, wrong, CLIENT).catch(() => undefined);
    return onGeneral();
  },
  async 'host.continued'() {
    const trialEndsAt = new Date(rt.clock.now().getTime() + DAY).toISOString();
    await rt.db.updateTable('hosts').set({ trial_ends_at: trialEndsAt }).execute();
    await continueUse(rt, admin, 'small');
    return { ...byAdmin(), detail: 'small' };
  },
  async 'staff.sign_up_requested'() {
    await askToJoin(rt, invitation, NEW);
    return { ...unrelated, host_id: cast.host.id };
  },
  async 'staff.signed_up'() {
    const { actor } = await join(rt, invitation, NEW);
    return { host_id: cast.host.id, staff_id: actor.id, target: null };
  },
  async 'staff.role_changed'() {
    await changeRole(rt, admin, general.id, 'admin');
    return { ...byAdmin(general.id), detail: 'admin' };
  },
  async 'staff.deleted'() {
    await removeStaff(rt, admin, general.id);
    return { ...byAdmin(general.id), detail: '佐藤 花子' };
  },
  async 'staff.profile_changed'() {
    await updateProfile(rt, general, { name: PERSON.name });
    return byGeneral();
  },
  async 'staff.password_changed'() {
    const change = { currentPassword: PASSWORD, password: NEW_PASSWORD };
    await updateProfile(rt, general, change);
    return byGeneral();
  },
  async 'staff.password_refused'() {
    const change = { currentPassword: 'wrong', password: NEW_PASSWORD };
    await updateProfile(rt, general, change).catch(() => undefined);
    return byGeneral();
  },
  async 'staff.password_reset_requested'() {
    await askForReset();
    return onGeneral();
  },
  async 'staff.password_reset'() {
    await askForReset();
    const token = await mailedToken(rt, 'password_reset', general.email);
    await resetPassword(rt, { token, password: NEW_PASSWORD });
    return byGeneral();
  },
  async 'staff.email_change_requested'() {
    await askForEmail();
    return byGeneral();
  },
  async 'staff.email_changed'() {
    await askForEmail();
    await confirmEmailChange(rt, await mailedToken(rt, 'email_change', NEW), null);
    return byGeneral();
  },
  async 'session.started'() {
    await signIn(general.email);
    return byGeneral();
  },
  async 'session.refused'() {
    await signIn(general.email, 'wrong').catch(() => undefined);
    return onGeneral();
  },
  async 'session.held_back'() {
    for (let n = 0; n < 20; n++) {
      await takeTry(rt.db, 'loginByAccount', general.email, rt.clock.now());
    }
    await signIn(general.email).catch(() => undefined);
    return onGeneral();
  },
  async 'session.ended'() {
    const { access_token } = await signIn(general.email);
    await logout(rt, { accessToken: access_token, refreshToken: null });
    return byGeneral();
  },
  async 'session.others_ended'() {
    await endOtherSessions(rt, general);
    return byGeneral();
  },
  async 'session.all_ended'() {
    await startAnew(rt, general);
    return byGeneral();
  },
  async 'session.reuse_detected'() {
    const { refresh_token } = await signIn(general.email);
    await refresh(rt, refresh_token);
    rt.clock.advance(MINUTE);
    await refresh(rt, refresh_token).catch(() => undefined);
    return byGeneral();
  },
  async 'invitation.renewed'() {
    await renewInvitation(rt, admin);
    return byAdmin();
  },
};

const written = () => readEvents(rt);

test.each(Object.keys(EVENTS) as AccountAction[])(
  '%s is recorded once, without an address, and a name only if someone was removed',
  async (action) => {
    const expected = await EVENTS[action]();
    const rows = await written();
    expect(rows.filter((row) => row.action === action)).toMatchObject([
      { ...expected, created_at: rt.clock.now().toISOString() },
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/@|example/);
    const named = rows.filter((row) => /[ぁ-ん一-龠]/.test(JSON.stringify(row)));
    expect(named.map((row) => row.action)).toEqual(action === 'staff.deleted' ? [action] : []);
  },
);

test('an unknown address leaves events without a name', async () => {
  await askForReset('unknown@example.jp');
  await signIn('unknown@example.jp').catch(() => undefined);
  expect(await written()).toMatchObject([
    { action: 'staff.password_reset_requested', ...unrelated },
    { action: 'session.refused', ...unrelated },
  ]);
});

test('refused changes are not recorded as done', async () => {
  await removeStaff(rt, admin, admin.id).catch(() => undefined);
  await changeRole(rt, admin, admin.id, 'general').catch(() => undefined);
  await confirmEmailChange(rt, 'A'.repeat(27), null).catch(() => undefined);
  await logout(rt, { accessToken: null, refreshToken: null });
  expect(await written()).toEqual([]);
});
