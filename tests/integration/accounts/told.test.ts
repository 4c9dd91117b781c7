import { beforeEach, describe, expect, test } from 'vitest';
import { san } from '#lib/honorific.ts';
import { requestEmailChange } from '#domains/account/change-email.ts';
import { staffHolder } from '#domains/account/holder.ts';
import { removePasskey } from '#domains/account/passkey/manage-passkeys.ts';
import { removeApp, renewRecoveryCodes } from '#domains/account/second-step/enrol.ts';
import { takeBackColleaguesWays, takeBackWays } from '#domains/account/second-step/switch-off.ts';
import { issueDevice } from '#domains/account/session/client-of.ts';
import { loginByPassword, loginBySecondStep } from '#domains/account/session/login.ts';
import { SecondStepInput } from '#domains/account/second-step/second-step.ts';
import { startSession } from '#domains/account/session/session-lifecycle.ts';
import { changeOperatorPassword } from '#domains/operator/change-password.ts';
import { signInOperator } from '#domains/operator/login-operator.ts';
import { readOperator } from '#domains/operator/operator-sessions.ts';
import {
  makeOperatorAccount,
  makeOperatorLink,
  operatorName,
} from '#domains/operator/operator-account.ts';
import { mailedToken } from '../../support/accounts.ts';
import type { Cast, CastActor } from '../../support/cast.ts';
import { CLIENT, makeCast, signedIn } from '../../support/cast.ts';
import { readEvents } from '../../support/events.ts';
import { PASSWORD } from '../../support/factories.ts';
import { login } from '../../support/login.ts';
import { mailsOf } from '../../support/mailbox.ts';
import { OPERATOR } from '../../support/operator.ts';
import type { TestRuntime } from '../../support/runtime.ts';
import { makeRuntime } from '../../support/runtime.ts';
import { enrol } from '../../support/second-step.ts';
import { makePasskeyRow } from '../../support/sign-in-rows.ts';
import { confirmEmailChange } from '../../support/change-email.ts';

let rt: TestRuntime;
let cast: Cast;
let actor: CastActor;
let of: { holder: ReturnType<typeof staffHolder>; email: string };
beforeEach(async () => {
  rt = await makeRuntime({ ADMIN_COMMAND: 'tsukidayori admin' });
  cast = await makeCast(rt);
  actor = await signedIn(rt, cast.general);
  of = { holder: staffHolder(actor), email: actor.email };
  const last_seen_at = rt.clock.now().toISOString();
  await rt.db.updateTable('staffs').set({ last_seen_at }).execute();
});

const told = async (kind: string) => (await mailsOf(rt)).filter((mail) => mail.kind === kind);
const WINDOWS =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36';
const byPassword = (client: object = {}) =>
  login(rt, { email: actor.email, password: PASSWORD }, { ...CLIENT, ...client });

describe('a browser that has not been seen', () => {
  test('is told to the person, with what it is and what to do', async () => {
    await byPassword({ userAgent: WINDOWS });
    const [mail, ...more] = await told('new_browser');
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ recipient: actor.email });
    for (const words of ['Windows（Chrome）', 'パスワード', '/staffs/passwords/new']) {
      expect(mail?.text).toContain(words);
    }
  });

  test('is not told of twice, nor after the second step of 30 days', async () => {
    await byPassword({ device: issueDevice(rt.secrets, actor.email) });
    const { recoveryCodes } = await enrol(rt, of);
    const asked = await loginByPassword(rt, { email: actor.email, password: PASSWORD }, CLIENT);
    const ticket = 'asked' in asked ? asked.asked.ticket : '';
    const step = { ticket, recoveryCode: recoveryCodes[0], remember: true };
    const { remembered } = await loginBySecondStep(rt, SecondStepInput.parse(step), CLIENT);
    expect(await told('new_browser')).toHaveLength(1);
    await byPassword({ remembered });
    expect(await told('new_browser')).toHaveLength(1);
  });

  test('is not told of with the first sign-in of an account', async () => {
    await rt.db.updateTable('staffs').set({ last_seen_at: null }).execute();
    await byPassword();
    expect(await told('new_browser')).toEqual([]);
  });

  test('a sign-in that fails tells nothing', async () => {
    const gone = startSession(rt, 'A'.repeat(16), cast.host.id, CLIENT);
    await expect(gone).rejects.toMatchObject({ status: 401 });
    expect(await told('new_browser')).toEqual([]);
  });
});

describe('a change of what opens the account', () => {
  const subjects = async () => (await told('account_changed')).map(({ subject }) => subject);

  test('a second step that is made, renewed, used and removed', async () => {
    await enrol(rt, of);
    const [code = ''] = await renewRecoveryCodes(rt, of.holder);
    const asked = await loginByPassword(rt, { email: actor.email, password: PASSWORD }, CLIENT);
    const ticket = 'asked' in asked ? asked.asked.ticket : '';
    await loginBySecondStep(rt, SecondStepInput.parse({ ticket, recoveryCode: code }), CLIENT);
    await removeApp(rt, of.holder, () => Promise.resolve(false));
    expect(await subjects()).toEqual([
      expect.stringContaining('二段階の確認が設定されました'),
      expect.stringContaining('予備のコードが作り直されました'),
      expect.stringContaining('予備のコードが使われました'),
      expect.stringContaining('二段階の確認がなくなりました'),
    ]);
    const used = (await told('account_changed')).find(({ subject }) => subject.includes('使われ'));
    expect(used?.text).toContain('残りは9個');
  });

  test('a passkey that is removed, by its name', async () => {
    await removePasskey(rt, of.holder, await makePasskeyRow(rt, cast.general));
    const [mail] = await told('account_changed');
    expect(mail?.text).toContain('「電話」');
    expect(mail?.text).toContain('お心当たりのないとき');
  });

  test('what is refused is not told', async () => {
    const mustStay = removeApp(rt, of.holder, () => Promise.resolve(true));
    await expect(mustStay).rejects.toMatchObject({ status: 409 });
    expect(await subjects()).toEqual([]);
  });

  test('a new address is told to both', async () => {
    const input = { email: 'atarashii@example.jp', currentPassword: PASSWORD };
    await requestEmailChange(rt, actor, input, CLIENT);
    await confirmEmailChange(rt, await mailedToken(rt, 'email_change', input.email), null);
    expect(await told('email_changed')).toMatchObject([{ recipient: actor.email }]);
    expect(await told('account_changed')).toMatchObject([{ recipient: input.email }]);
  });
});

describe('who has lost phone and codes', () => {
  test('gets in by the password alone, and is told like the operator', async () => {
    rt = await makeRuntime({ OPERATOR_EMAIL: 'unei@example.jp' });
    cast = await makeCast(rt);
    actor = await signedIn(rt, cast.general);
    await enrol(rt, { holder: staffHolder(actor), email: actor.email });
    await takeBackWays(rt, actor.email);
    expect(await byPassword()).toBeDefined();
    expect(await rt.db.selectFrom('recovery_codes').select('hash').execute()).toEqual([]);
    expect((await told('account_changed')).slice(1)).toMatchObject([
      { recipient: actor.email, subject: expect.stringContaining('運営者の操作') as string },
      { recipient: 'unei@example.jp' },
    ]);
    expect(await readEvents(rt)).toContainEqual(
      expect.objectContaining({ action: 'operator.ways_taken_back', target: actor.id }),
    );
  });

  test('gets in after an admin was asked in person; both are told, and the history says who', async () => {
    const admin = await signedIn(rt, cast.admin);
    await enrol(rt, of);
    await makePasskeyRow(rt, cast.general);
    await expect(byPassword()).rejects.toThrow('asked for a second step');
    await rt.db.deleteFrom('outbox').execute();
    await takeBackColleaguesWays(rt, admin, actor.id);
    const sessions = rt.db.selectFrom('sessions').select('id').where('staff_id', '=', actor.id);
    expect(await sessions.execute()).toEqual([]);
    expect(await byPassword()).toBeDefined();
    for (const table of ['second_steps', 'recovery_codes', 'passkeys'] as const) {
      expect(await rt.db.selectFrom(table).select('staff_id').execute()).toEqual([]);
    }
    const [own, ...more] = await told('account_changed');
    expect([own?.recipient, more]).toEqual([actor.email, []]);
    expect(own?.text).toContain(`${san(admin.name)}が、あなたの認証アプリ`);
    const [tells, ...others] = await told('admins_changed');
    expect([tells?.recipient, others]).toEqual([admin.email, []]);
    expect(tells?.text).toContain(`${san(actor.name)}の認証アプリと予備のコード`);
    expect(await readEvents(rt)).toContainEqual(
      expect.objectContaining({
        ...{ action: 'second_step.taken_back', target: actor.id },
        ...{ staff_id: admin.id },
      }),
    );
  });

  test('is a colleague of the same facility with a second step, and not the admin', async () => {
    const admin = await signedIn(rt, cast.admin);
    await enrol(rt, { holder: staffHolder(admin), email: admin.email });
    const status = (id: string) =>
      takeBackColleaguesWays(rt, admin, id).catch((error: unknown) => error);
    expect(await status(admin.id)).toMatchObject({ status: 409 });
    expect(await status(actor.id)).toMatchObject({ status: 409 });
    expect(await status(cast.otherAdmin.id)).toMatchObject({ status: 404 });
    expect(await rt.db.selectFrom('second_steps').select('staff_id').execute()).toHaveLength(1);
    await rt.db.updateTable('staffs').set({ role: 'general' }).where('id', '=', admin.id).execute();
    expect(await status(actor.id)).toMatchObject({ status: 403 });
  });

  test('is nobody whose address is unknown', async () => {
    await expect(takeBackWays(rt, 'x@example.jp')).rejects.toMatchObject({ status: 404 });
  });
});

describe('the operator', () => {
  const makeAccount = async (email = OPERATOR.email) => {
    const token = new URL(await makeOperatorLink(rt)).searchParams.get('token') ?? '';
    return makeOperatorAccount(rt, { token, ...OPERATOR, email }, CLIENT);
  };

  test('is told of a new browser, but not of the one that made the account', async () => {
    await makeAccount();
    expect(await told('new_browser')).toEqual([]);
    await signInOperator(rt, OPERATOR, CLIENT);
    expect(await told('new_browser')).toMatchObject([{ recipient: OPERATOR.email }]);
    const device = issueDevice(rt.secrets, operatorName(OPERATOR.email));
    await signInOperator(rt, OPERATOR, { ...CLIENT, device });
    const [mail, ...more] = await told('new_browser');
    expect(more).toEqual([]);
    expect(mail?.text).toContain('tsukidayori admin operator-link');
  });

  test('is told of a new password, and of an account that replaces the own', async () => {
    const operator = await readOperator(rt, await makeAccount());
    const change = { currentPassword: OPERATOR.password, password: 'tsuzuki-no-himitsu' };
    if (operator) await changeOperatorPassword(rt, operator, change, CLIENT);
    await makeAccount('tsugi@example.jp');
    expect(await told('account_changed')).toMatchObject([
      {
        recipient: OPERATOR.email,
        subject: expect.stringContaining('パスワードが変わりました') as string,
      },
      { recipient: OPERATOR.email, subject: expect.stringContaining('作り直されました') as string },
    ]);
  });
});
