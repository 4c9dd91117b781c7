import { describe, expect, test } from 'vitest';
import { paths } from '#lib/paths.ts';
import { PERSON } from '../support/accounts.ts';
import { DAY } from '../support/clock.ts';
import { PASSWORD } from '../support/factories.ts';
import type { Answer } from '../support/http.ts';
import { json } from '../support/http.ts';
import { askToJoin, bodyOf, joining, send, signUpHost, tokenMailed } from './account-calls.ts';
import { useSite } from './site.ts';

const site = useSite();
const { api } = paths;

interface Pair {
  access_token: string;
  refresh_token: string;
}
type Sender = (method: string, path: string, body?: unknown) => Promise<Answer>;

/** A client with this token. */
const asBearer =
  (token: string): Sender =>
  (method, path, body) => {
    const options = body === undefined ? { method } : { ...json(body), method };
    const headers = { ...options.headers, Authorization: `Bearer ${token}` };
    return site().ask('anonymous', path, { ...options, headers });
  };

describe('a facility that has signed up but not started its trial', () => {
  test('may read its user, start its trial and sign out, and nothing else', async () => {
    const { answer } = await signUpHost(site(), 'begin@example.jp');
    const tokens = bodyOf(answer) as Pair;
    expect(Object.keys(tokens).sort()).toEqual(['access_token', 'refresh_token']);
    const ask = asBearer(tokens.access_token);
    const user = async () => bodyOf(await ask('GET', api.user));
    expect(await user()).toMatchObject({
      user: { isAdmin: true, host: { isActive: false, plan: null } },
    });

    const closed = () => [
      ask('GET', api.staffs),
      ask('GET', api.items),
      ask('GET', api.residents),
      ask('GET', api.counts),
      ask('PATCH', api.staffProfile, { name: PERSON.name }),
      ask('POST', api.resetEmails, {
        email: 'elsewhere@example.jp',
        currentPassword: PERSON.password,
      }),
    ];
    const statuses = async () => (await Promise.all(closed())).map(({ status }) => status);
    expect(await statuses()).toEqual([403, 403, 403, 403, 403, 403]);

    const started = await ask('PATCH', api.trialPrices, { plan: 'small' });
    expect(bodyOf(started)).toMatchObject({ host: { isActive: true, plan: 'small' } });
    expect(await user()).toMatchObject({ user: { host: { isActive: true } } });
    expect(await statuses()).toEqual([200, 200, 200, 200, 200, 204]);
    expect((await ask('PATCH', api.trialPrices, { plan: 'large' })).status).toBe(409);

    expect((await ask('POST', api.logout)).status).toBe(204);
    expect((await ask('GET', api.user)).status).toBe(401);
  });

  test('can sign out', async () => {
    const { answer } = await signUpHost(site(), 'leave@example.jp');
    const ask = asBearer((bodyOf(answer) as Pair).access_token);
    expect((await ask('POST', api.logout)).status).toBe(204);
    expect((await ask('GET', api.user)).status).toBe(401);
  });

  test('sees its name behind its link, which stays valid', async () => {
    await send(site(), 'POST', api.hostSignUp, { email: 'look@example.jp' });
    const token = await tokenMailed(site(), 'host_sign_up', 'look@example.jp');
    for (let times = 0; times < 2; times++) {
      const answer = await site().ask('anonymous', `${api.hostConfirmations}?token=${token}`);
      expect(answer.status).toBe(200);
      expect(bodyOf(answer)).toEqual({ email: 'look@example.jp' });
    }
  });
});

describe('signing in sets both cookies', () => {
  const WAYS: [string, () => Promise<Answer>][] = [
    ['a new facility', async () => (await signUpHost(site(), 'cookies@example.jp')).answer],
    [
      'a new colleague',
      async () => {
        const token = await askToJoin(site(), 'colleague@example.jp');
        return send(site(), 'PATCH', api.staffSignUp, joining(token));
      },
    ],
    [
      'a user who signs in',
      () => {
        const { email } = site().world.cast.general;
        return send(site(), 'POST', api.login, { email, password: PASSWORD });
      },
    ],
  ];
  const parse = (cookie: string) => {
    const [pair = '', ...attributes] = cookie.split('; ');
    const at = pair.indexOf('=');
    const value = decodeURIComponent(pair.slice(at + 1));
    const expires = attributes.find((part) => part.startsWith('Expires='))?.slice(8) ?? '';
    const rest = attributes.filter((part) => !part.startsWith('Expires=')).sort();
    return { name: pair.slice(0, at), value, expires, rest };
  };
  const FOR_US_ALONE = ['HttpOnly', 'Path=/', 'SameSite=Lax', 'Secure'];

  test.each(WAYS)('%s', async (_who, come) => {
    const answer = await come();
    const { access_token, refresh_token } = bodyOf(answer) as Pair;
    const cookies = (answer.headers['set-cookie'] ?? []).map(parse);
    expect(cookies.map(({ name }) => name).sort()).toEqual([
      'auth._refresh_token.local',
      'auth._token.local',
      'auth.device',
    ]);
    for (const [name, token] of [
      ['auth._token.local', access_token],
      ['auth._refresh_token.local', refresh_token],
    ] as const) {
      const cookie = cookies.find((one) => one.name === name);
      expect(cookie?.value).toBe(`Bearer ${token}`);
      expect(cookie?.rest).toEqual(['HttpOnly', 'Max-Age=864000', ...FOR_US_ALONE.slice(1)]);
      const lifetime = Date.parse(cookie?.expires ?? '') - Date.parse(answer.headers.date ?? '');
      expect(Math.round(lifetime / DAY)).toBe(90);
    }
    const device = cookies.find(({ name }) => name === 'auth.device');
    expect(device?.rest).toEqual(expect.arrayContaining(FOR_US_ALONE));
  });

  test('which identify the user', async () => {
    const { answer } = await signUpHost(site(), 'known@example.jp');
    const cookie = (answer.headers['set-cookie'] ?? []).map((one) => one.split(';', 1)[0]);
    const user = await site().ask('anonymous', api.user, {
      headers: { Cookie: cookie.join('; ') },
    });
    expect(bodyOf(user)).toMatchObject({ user: { email: 'known@example.jp' } });
  });
});
