import { describe, expect, test } from 'vitest';
import { paths } from '#lib/paths.ts';
import { FACILITY, PERSON, kindsTo } from '../support/accounts.ts';
import { PASSWORD, makeStaff } from '../support/factories.ts';
import { json, signIn } from '../support/http.ts';
import {
  askToJoin,
  bodyOf,
  comparable,
  invite,
  joining,
  send,
  signUpHost,
  tokenMailed,
  withToken,
} from './account-calls.ts';
import { useSite } from './site.ts';

const site = useSite();
const { api } = paths;
const TOKEN = 'A'.repeat(27);
const NEW_PASSWORD = 'aki-no-kaze-ga-suzushii';
let addresses = 0;
const proven = (email: string) => ({ email, currentPassword: PASSWORD });
const fresh = () => `fresh${++addresses}@example.jp`;

describe('known and unknown addresses get byte-identical responses (P11)', () => {
  const CALLS: [string, string, (email: string) => Promise<object>][] = [
    ['asking for a new password', api.resetPasswords, (email) => Promise.resolve({ email })],
    ['signing a facility up', api.hostSignUp, (email) => Promise.resolve({ email })],
    ['asking again as a facility', api.hostConfirmations, (email) => Promise.resolve({ email })],
    ['asking again as a colleague', api.staffConfirmations, (email) => Promise.resolve({ email })],
    [
      'joining with an invitation',
      api.staffSignUp,
      async (email) => ({ email, invitation: await invite(site()) }),
    ],
  ];

  test.each(CALLS)('%s', async (_what, path, body) => {
    const [known, unknown] = [site().world.cast.general.email, fresh()];
    const answers = [
      await send(site(), 'POST', path, await body(known)),
      await send(site(), 'POST', path, await body(unknown)),
    ].map(comparable);
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]).toMatchObject({ status: 204, text: '' });
  });

  test('also during a pending sign-up', async () => {
    const pending = fresh();
    await send(site(), 'POST', api.hostSignUp, { email: pending });
    const answers = [
      await send(site(), 'POST', api.hostConfirmations, { email: pending }),
      await send(site(), 'POST', api.hostConfirmations, { email: fresh() }),
    ].map(comparable);
    expect(answers[0]).toEqual(answers[1]);
    expect(await kindsTo(site().factory, pending)).toEqual(['host_sign_up', 'host_sign_up']);
  });

  test.each([api.login, api.authLogin])('signing in by %s with a wrong password', async (path) => {
    const password = 'not-the-password';
    const answers = [
      await send(site(), 'POST', path, { email: site().world.cast.general.email, password }),
      await send(site(), 'POST', path, { email: fresh(), password }),
    ].map(comparable);
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]?.status).toBe(401);
    expect(answers[0]?.headers).not.toHaveProperty('set-cookie');
  });

  test('changing to a taken or a free address', async () => {
    const answers = [
      await send(site(), 'POST', api.resetEmails, proven(fresh()), 'general'),
      await send(
        site(),
        'POST',
        api.resetEmails,
        proven(site().world.cast.otherAdmin.email),
        'general',
      ),
    ].map(comparable);
    expect(answers[0]).toEqual(answers[1]);
  });
});

describe('a mailed link', () => {
  /** Every call that takes a token, with its other input. */
  const USES: [string, string, string, (token: string) => object | null][] = [
    ['host_sign_up', 'GET', api.hostConfirmations, () => null],
    ['host_sign_up', 'PATCH', api.hostSignUp, (token) => ({ ...FACILITY, token })],
    ['staff_sign_up', 'GET', api.staffConfirmations, () => null],
    ['staff_sign_up', 'PATCH', api.staffSignUp, joining],
    ['password', 'GET', api.resetPasswords, () => null],
    ['password', 'PATCH', api.resetPasswords, (token) => ({ token, password: NEW_PASSWORD })],
    ['email', 'PATCH', api.resetEmails, () => null],
  ];
  const use = (method: string, path: string, token: string, body: object | null) =>
    body === null
      ? site().ask('anonymous', withToken(path, token), { method })
      : send(site(), method, path, body);

  /** A valid token of each purpose. */
  const ISSUE: Record<string, () => Promise<string>> = {
    async host_sign_up() {
      const email = fresh();
      await send(site(), 'POST', api.hostSignUp, { email });
      return tokenMailed(site(), 'host_sign_up', email);
    },
    staff_sign_up: () => askToJoin(site(), fresh()),
    async password() {
      const email = fresh();
      await makeStaff(site().factory, site().world.cast.host.id, { email });
      await send(site(), 'POST', api.resetPasswords, { email });
      return tokenMailed(site(), 'password_reset', email);
    },
    async email() {
      const [now, email] = [fresh(), fresh()];
      await makeStaff(site().factory, site().world.cast.host.id, { email: now });
      const { bearer } = await signIn(site().server.url, now);
      const asked = json(proven(email), { Authorization: bearer });
      await site().ask('anonymous', api.resetEmails, asked);
      return tokenMailed(site(), 'email_change', email);
    },
  };

  test.each(USES)(
    'for %s at %s %s works for its own purpose; others are 404',
    async (own, method, path, body) => {
      for (const [purpose, issue] of Object.entries(ISSUE)) {
        const token = await issue();
        const { status } = await use(method, path, token, body(token));
        expect(Math.floor(status / 100) === 2, purpose).toBe(purpose === own);
        if (purpose !== own) expect(status, purpose).toBe(404);
      }
      expect((await use(method, path, TOKEN, body(TOKEN))).status).toBe(404);
    },
  );

  test.each(USES.filter(([, method]) => method === 'PATCH'))(
    'for %s works once: then 410 by every call',
    async (purpose, method, path, body) => {
      const token = (await ISSUE[purpose]?.()) ?? '';
      expect((await use(method, path, token, body(token))).status).toBeLessThan(300);
      for (const [, again, target, more] of USES.filter(([own]) => own === purpose)) {
        const answer = await use(again, target, token, more(token));
        expect(answer.status, again).toBe(410);
        expect(bodyOf(answer)).toEqual({ msg: expect.any(String) as string });
      }
    },
  );
});

describe('unexpected fields: 422', () => {
  const email = 'x@example.jp';
  const BODIES: [string, string, object][] = [
    ['POST', api.hostSignUp, { email }],
    ['PATCH', api.hostSignUp, { ...FACILITY, token: TOKEN }],
    ['POST', api.hostConfirmations, { email }],
    ['POST', api.staffSignUp, { email, invitation: TOKEN }],
    ['PATCH', api.staffSignUp, joining(TOKEN)],
    ['POST', api.staffConfirmations, { email }],
    ['POST', api.resetPasswords, { email }],
    ['PATCH', api.resetPasswords, { token: TOKEN, password: NEW_PASSWORD }],
    ['POST', api.resetEmails, { email, currentPassword: PASSWORD }],
    ['PATCH', api.staffProfile, { name: PERSON.name }],
    ['PATCH', api.staff('AAAAAAAAAAAAAAAA'), { role: 'general' }],
    ['PATCH', api.trialPrices, { plan: 'small' }],
  ];
  test.each(BODIES)('%s %s', async (method, path, body) => {
    const answer = await send(site(), method, path, { ...body, isAdmin: true }, 'admin');
    expect(answer.status).toBe(422);
    expect(bodyOf(answer)).toMatchObject({ errors: { isAdmin: [expect.any(String)] } });
    expect((await send(site(), method, path, body, 'admin')).status).not.toBe(422);
  });
});

describe('the next request (P10)', () => {
  const newcomer = async (role: 'admin' | 'general') => {
    const email = fresh();
    const staff = await makeStaff(site().factory, site().world.cast.host.id, { role, email });
    const signed = await signIn(site().server.url, staff.email);
    const ask = (path: string, headers: Record<string, string>) =>
      site().ask('anonymous', path, { headers });
    return { ...staff, ...signed, ask };
  };

  test('of a deleted member is refused, by token, cookie, refresh and password', async () => {
    const { id, email, bearer, cookie, refreshToken, ask } = await newcomer('general');
    for (const headers of [{ Authorization: bearer }, { Cookie: cookie }]) {
      expect((await ask(api.user, headers)).status).toBe(200);
    }
    expect((await site().ask('admin', api.staff(id), { method: 'DELETE' })).status).toBe(204);
    for (const headers of [{ Authorization: bearer }, { Cookie: cookie }]) {
      expect((await ask(api.user, headers)).status).toBe(401);
      expect((await ask(api.items, headers)).status).toBe(401);
    }
    expect((await send(site(), 'PATCH', api.refresh, { refreshToken })).status).toBe(401);
    expect((await send(site(), 'POST', api.login, { email, password: PASSWORD })).status).toBe(401);
  });

  test("of a demoted admin has a colleague's rights", async () => {
    const { id, bearer, ask } = await newcomer('admin');
    const headers = { Authorization: bearer };
    expect((await ask(api.staffs, headers)).status).toBe(200);
    const demoted = await send(site(), 'PATCH', api.staff(id), { role: 'general' }, 'admin');
    expect(bodyOf(demoted)).toMatchObject({ staff: { id, role: 'general' } });
    expect((await ask(api.staffs, headers)).status).toBe(403);
    expect((await ask(api.items, headers)).status).toBe(200);
  });
});

test('mails about the account lead the signed-in to a button that ends everything', async () => {
  const { email } = await makeStaff(site().factory, site().world.cast.host.id, { email: fresh() });
  const { cookie, bearer } = await signIn(site().server.url, email);
  const headers = { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' };
  const isIn = async () =>
    (await site().ask('anonymous', api.user, { headers: { Authorization: bearer } })).status;
  const page = await site().ask('anonymous', paths.newPassword, { headers });
  expect(page.status).toBe(200);
  for (const words of [email, 'すべてログアウトして', '取り消します']) {
    expect(page.text).toContain(words);
  }
  expect([await isIn(), await kindsTo(site().factory, email)]).toEqual([200, []]);
  const answer = await site().ask('anonymous', `${paths.newPassword}?_action=me.startAnew`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/x-www-form-urlencoded' },
  });
  expect([answer.status, answer.headers.location]).toEqual([
    303,
    `${paths.newPassword}?sent=1&ended=1`,
  ]);
  expect([await isIn(), await kindsTo(site().factory, email)]).toEqual([401, ['password_reset']]);
  const token = await tokenMailed(site(), 'password_reset', email);
  expect((await site().ask('anonymous', paths.editPassword(token))).status).toBe(200);
});

test('an address with a facility cannot sign up another: 409 at the end', async () => {
  const email = fresh();
  await send(site(), 'POST', api.hostSignUp, { email });
  const token = await tokenMailed(site(), 'host_sign_up', email);
  const join = await askToJoin(site(), email);
  expect((await send(site(), 'PATCH', api.staffSignUp, joining(join))).status).toBe(200);
  const answer = await send(site(), 'PATCH', api.hostSignUp, { ...FACILITY, token });
  expect(answer.status).toBe(409);
  expect((await signUpHost(site(), fresh())).answer.status).toBe(200);
});
