import { describe, expect, test } from 'vitest';
import {
  completeHostSignUp,
  makeSignUpLink,
  readHostConfirmation,
  requestHostSignUp,
  resendHostConfirmation,
} from '#domains/account/sign-up-host.ts';
import { readInvitation } from '#domains/account/invite.ts';
import { authenticate, refresh } from '#domains/account/session/session-lifecycle.ts';
import {
  askToJoin,
  facility,
  invitationOf,
  join,
  kindsTo,
  mailedToken,
  readMails,
  signUpHost,
  staffRow,
} from '../../support/accounts.ts';
import { castEachTest, rt, cast } from '../../support/cast-each-test.ts';
import { CLIENT } from '../../support/cast.ts';
import { DAY, HOUR } from '../../support/clock.ts';

const EMAIL = 'new@example.jp';

castEachTest();

const request = (email = EMAIL) => requestHostSignUp(rt, { email }, CLIENT);
const resend = (email = EMAIL) => resendHostConfirmation(rt, { email }, CLIENT);
const tokenOf = (email = EMAIL) => mailedToken(rt, 'host_sign_up', email);
const complete = (token: string) => completeHostSignUp(rt, facility(token), CLIENT);
const hostsNamed = (name: string) =>
  rt.db.selectFrom('hosts').selectAll().where('name', '=', name).execute();

describe('new facilities are few', () => {
  const from = (address: string) => ({ ...CLIENT, address });
  const signUp = async (email: string, address: string) => {
    await requestHostSignUp(rt, { email }, from(address));
    return completeHostSignUp(rt, facility(await tokenOf(email)), from(address));
  };
  const refused = expect.objectContaining({
    status: 429,
    retryAfter: expect.any(Number) as number,
    message: expect.stringContaining('お問い合わせください') as string,
  }) as Error;

  test('of one address a day, and the link stays good', async () => {
    for (const n of [1, 2, 3]) await signUp(`home${n}@example.jp`, '203.0.113.1');
    await expect(signUp('home4@example.jp', '203.0.113.1')).rejects.toEqual(refused);
    await signUp('home5@example.jp', '203.0.113.2');
    rt.clock.advance(DAY);
    await signUp('home6@example.jp', '203.0.113.1');
  });

  test('of one network, and of one mailbox however it is spelt', async () => {
    for (let n = 1; n <= 10; n++) await signUp(`many${n}@example.jp`, `203.0.113.${n}`);
    await expect(signUp('many11@example.jp', '203.0.113.11')).rejects.toEqual(refused);
    for (const n of [1, 2, 3]) await signUp(`one+${n}@example.jp`, `198.51.10${n}.1`);
    await expect(signUp('one+4@example.jp', '198.51.104.1')).rejects.toEqual(refused);
  });

  test('but for those that the operator invites', async () => {
    for (let n = 1; n <= 5; n++) {
      const link = await makeSignUpLink(rt, `invited${n}@example.jp`);
      await complete(new URL(link).searchParams.get('token') ?? '');
    }
    expect(await hostsNamed('新しい家')).toHaveLength(5);
  });
});

describe('completing', () => {
  test('creates an inactive facility with its first admin, signed in', async () => {
    const { tokens, actor } = await signUpHost(rt, EMAIL);
    expect(actor).toMatchObject({
      name: '新人 さくら',
      email: EMAIL,
      role: 'admin',
      scope: ['staff', 'admin'],
      host: { name: '新しい家', isActive: false, plan: null, trialEndsAt: null },
    });
    const renewed = await refresh(rt, tokens.refresh_token);
    expect(await authenticate(rt, renewed.access_token)).toMatchObject({ id: actor.id });
  });

  test('stores the address normalized, with delivery settings and an invitation for seven days', async () => {
    const { actor } = await signUpHost(rt, EMAIL);
    const [host] = await hostsNamed('新しい家');
    expect(host).toMatchObject({
      id: actor.host.id,
      postcode: '1040061',
      pref: '東京都',
      street: '1-2-3',
      phone: '03-0000-0000',
      activated_at: null,
    });
    expect(
      await rt.db
        .selectFrom('delivery_settings')
        .selectAll()
        .where('host_id', '=', actor.host.id)
        .execute(),
    ).toMatchObject([{ sender_name: '新しい家', mail_enabled: 1, hour: 9 }]);
    const invitation = await readInvitation(rt, actor);
    expect(invitation?.expiresAt).toBe(new Date(Date.now() + 7 * DAY).toISOString());
    expect((await join(rt, await invitationOf(rt, actor), 'first@example.jp')).actor).toMatchObject(
      {
        role: 'general',
        host: { id: actor.host.id },
      },
    );
  });

  test('works once', async () => {
    await signUpHost(rt, EMAIL);
    const token = await tokenOf();
    await expect(complete(token)).rejects.toMatchObject({ status: 410 });
    await expect(readHostConfirmation(rt, token)).rejects.toMatchObject({ status: 410 });
  });

  test('twice at once creates one facility', async () => {
    await request();
    const token = await tokenOf();
    const results = await Promise.allSettled([complete(token), complete(token)]);
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused).toMatchObject([{ reason: { status: 410 } }]);
    expect(await hostsNamed('新しい家')).toHaveLength(1);
  });

  test('revokes the other links of that address', async () => {
    await request();
    const first = await tokenOf();
    await request();
    await complete(await tokenOf());
    await expect(complete(first)).rejects.toMatchObject({ status: 410 });
  });

  test('fails with an expired link a day later', async () => {
    await request();
    const token = await tokenOf();
    rt.clock.advance(DAY - 1);
    expect(await readHostConfirmation(rt, token)).toEqual({ email: EMAIL });
    rt.clock.advance(1);
    await expect(readHostConfirmation(rt, token)).rejects.toMatchObject({ status: 410 });
    await expect(complete(token)).rejects.toMatchObject({ status: 410 });
    expect(await hostsNamed('新しい家')).toEqual([]);
  });

  test.each(['', 'A', 'A'.repeat(27)])('%j is not a link: 404', async (token) => {
    await expect(complete(token)).rejects.toMatchObject({ status: 404 });
  });

  test('an address that got an account meanwhile: 409, and nothing is created', async () => {
    await request();
    const { actor } = await signUpHost(rt, 'other@example.jp');
    await join(rt, await invitationOf(rt, actor), EMAIL);
    await expect(complete(await tokenOf())).rejects.toMatchObject({ status: 409 });
    expect(await hostsNamed('新しい家')).toHaveLength(1);
    expect(await staffRow(rt, actor.host.id, EMAIL)).toMatchObject({ role: 'general' });
  });

  test('deletes what that address had begun as a colleague elsewhere', async () => {
    const { actor } = await signUpHost(rt, 'other@example.jp');
    await askToJoin(rt, await invitationOf(rt, actor), EMAIL);
    expect(await staffRow(rt, actor.host.id, EMAIL)).toMatchObject({ confirmed_at: null });
    await signUpHost(rt, EMAIL);
    expect(await staffRow(rt, actor.host.id, EMAIL)).toBeUndefined();
  });
});

describe('an address with an account', () => {
  test('gets a notice without a sign-up link, with the same response as others', async () => {
    await request(cast.general.email);
    await request('unknown@example.jp');
    expect(await kindsTo(rt, cast.general.email)).toEqual(['account_exists']);
    const [notice] = await readMails(rt);
    expect(notice?.text).toContain('佐藤 花子 様');
    expect(notice?.text).toContain(`「${cast.host.name}」の職員として登録されています`);
    expect(notice?.text).toContain('別のメールアドレスでお申し込みください');
    expect(notice?.text).not.toContain('token=');
    expect(await kindsTo(rt, 'unknown@example.jp')).toEqual(['host_sign_up']);
  });
});

describe('asking again', () => {
  test('sends a second link if a sign-up is pending; either works', async () => {
    await request();
    const first = await tokenOf();
    await resend();
    const second = await tokenOf();
    expect(second).not.toBe(first);
    expect(await readHostConfirmation(rt, first)).toEqual({ email: EMAIL });
    expect(await readHostConfirmation(rt, second)).toEqual({ email: EMAIL });
  });

  test('sends nothing to strangers, to accounts, and after completion', async () => {
    await resend('unknown@example.jp');
    await resend(cast.general.email);
    expect(await readMails(rt)).toEqual([]);
    await signUpHost(rt, EMAIL);
    await resend();
    expect(await kindsTo(rt, EMAIL)).toEqual(['host_sign_up']);
  });

  test('sends nothing if the address got its account elsewhere', async () => {
    await request();
    const { actor } = await signUpHost(rt, 'other@example.jp');
    await join(rt, await invitationOf(rt, actor), EMAIL);
    await resend();
    expect(await kindsTo(rt, EMAIL)).toEqual(['host_sign_up', 'staff_sign_up']);
  });

  test('offers a new link once the old one has expired', async () => {
    await request();
    rt.clock.advance(DAY + HOUR);
    await resend();
    expect(await readHostConfirmation(rt, await tokenOf())).toEqual({ email: EMAIL });
  });
});
