import { describe, expect, test } from 'vitest';
import { SHARED_DEVICE_COOKIE } from '#domains/account/session/session.ts';
import { STAFF_HEADER, paths } from '#lib/paths.ts';
import { makePin, makeSharedDevice } from '../support/device-rows.ts';
import { PASSWORD, makeCarer } from '../support/factories.ts';
import type { Answer } from '../support/http.ts';
import { call, json, signIn } from '../support/http.ts';
import { guessOnDevice } from '../support/pin-guessing.ts';
import { Random } from '../support/random.ts';
import { PIN, WRONG_PIN } from '../support/shared-device.ts';
import { comparable } from './account-calls.ts';
import { DEVICE_ROUTES } from './device-rows.ts';
import { useSite } from './site.ts';

const site = useSite();

const SAME_ORIGIN = { 'Sec-Fetch-Site': 'same-origin' };
const cookieOf = (token: string) => ({ Cookie: `${SHARED_DEVICE_COOKIE}=${token}` });

async function sharedPhone() {
  const { factory, world, dataDir } = site();
  const { id, token } = await makeSharedDevice(factory, world.cast.host.id);
  const carer = await makeCarer(factory, world.cast.host.id);
  await makePin(factory, dataDir, carer);
  const enter = (staffId: string, pin: string): Promise<Answer> =>
    site().ask(
      'anonymous',
      paths.api.currentDevice,
      json({ staffId, pin }, { ...SAME_ORIGIN, ...cookieOf(token) }),
    );
  return { id, token, carer, enter };
}

const setCookies = ({ headers }: Answer): string[] => headers['set-cookie'] ?? [];

test('making a device sets a cookie that no script can read, for a year', async () => {
  const { server, world, ask } = site();
  const { bearer } = await signIn(server.url, world.cast.admin.email);
  const input = { name: '2階のスマホ', staffIds: null, currentPassword: PASSWORD };
  const answer = await ask('anonymous', paths.api.devices, json(input, { Authorization: bearer }));
  expect(answer.status).toBe(201);
  const [cookie = ''] = setCookies(answer);
  expect(cookie).toMatch(/^auth\.shared_device=[A-Za-z0-9]{54}; Max-Age=31536000; Path=\/; /);
  for (const flag of ['HttpOnly', 'Secure', 'SameSite=Lax']) expect(cookie).toContain(flag);
  expect(answer.text).not.toContain(cookie.slice(20, 40));
});

describe('on a shared device', () => {
  test.each(DEVICE_ROUTES)('%s has the default layout, and no address', async (route) => {
    const { token, carer } = await sharedPhone();
    const path = route.replace('[id]', carer.id);
    const { status, text } = await site().ask('anonymous', path, { headers: cookieOf(token) });
    expect(status).toBe(200);
    expect(text).toContain('data-layout="default"');
    expect(text).toContain(carer.name);
    expect(text).not.toContain('example.jp');
  });

  test('the login leads to the names, and with a password past them', async () => {
    const { token } = await sharedPhone();
    const open = (path: string) => site().ask('anonymous', path, { headers: cookieOf(token) });
    expect((await open(paths.login)).headers.location).toBe(paths.sharedDevice);
    expect((await open(paths.loginByPassword)).status).toBe(200);
  });

  test('wrong, unknown and foreign names answer byte for byte alike', async () => {
    const { enter, carer } = await sharedPhone();
    const wrong = comparable(await enter(carer.id, WRONG_PIN));
    expect(wrong.status).toBe(401);
    for (const id of ['unknown', site().world.cast.otherAdmin.id, site().world.cast.general.id]) {
      expect(comparable(await enter(id, PIN)), id).toEqual(wrong);
    }
  });

  test('another site cannot sign anybody in', async () => {
    const { token, carer } = await sharedPhone();
    const sent = json({ staffId: carer.id, pin: PIN }, cookieOf(token));
    for (const headers of [
      { 'Sec-Fetch-Site': 'cross-site' },
      { Origin: 'https://evil.example' },
    ]) {
      const answer = await site().ask('anonymous', paths.api.currentDevice, {
        ...sent,
        headers: { ...sent.headers, ...headers },
      });
      expect(answer.status).toBe(403);
    }
  });

  test('a page that is still open does not act in the name of the next person', async () => {
    const { enter, carer } = await sharedPhone();
    const cookie = setCookies(await enter(carer.id, PIN))
      .map((one) => one.split(';', 1)[0])
      .join('; ');
    const read = (staff: string) =>
      site().ask('anonymous', paths.api.items, {
        headers: { Cookie: cookie, [STAFF_HEADER]: staff },
      });
    expect((await read(carer.id)).status).toBe(200);
    expect((await read(site().world.cast.general.id)).status).toBe(401);
  });

  test('once it is ended, everything leads to the ordinary login, and the cookie goes', async () => {
    const { id, token, carer, enter } = await sharedPhone();
    const tokens = JSON.parse((await enter(carer.id, PIN)).text) as { access_token: string };
    const headers = { Authorization: `Bearer ${tokens.access_token}` };
    expect((await site().ask('anonymous', paths.api.user, { headers })).status).toBe(200);
    await site().ask('admin', paths.api.device(id), { method: 'DELETE' });
    expect((await site().ask('anonymous', paths.api.user, { headers })).status).toBe(401);
    const login = await site().ask('anonymous', paths.login, { headers: cookieOf(token) });
    expect(login.status).toBe(200);
    expect(setCookies(login)).toEqual([
      expect.stringMatching(/^auth\.shared_device=deleted; .*Expires=Thu, 01 Jan 1970/),
    ]);
    const names = await site().ask('anonymous', paths.sharedDevice, { headers: cookieOf(token) });
    expect(names.headers.location).toBe(paths.loginByPassword);
  });

  test('who has to make a second step first is told where', async () => {
    const { token } = await sharedPhone();
    const { factory, world, server } = site();
    const asks = (asks_second_step: 'everybody' | 'nobody') =>
      factory.db.updateTable('hosts').set({ asks_second_step }).execute();
    await asks('everybody');
    const login = { email: world.cast.general.email, password: PASSWORD };
    const sent = json(login, { ...SAME_ORIGIN, ...cookieOf(token) });
    const cookie = setCookies(await call(server.url, paths.api.login, sent))
      .map((one) => one.split(';', 1)[0])
      .join('; ');
    const open = (path: string) => call(server.url, path, { headers: { Cookie: cookie } });
    expect((await open(paths.items)).headers.location).toBe(paths.mySignIn);
    const { status, text } = await open(paths.mySignIn);
    expect([status, text]).toEqual([200, expect.stringContaining('ご自分の端末でログインして')]);
    expect(text).toContain('ログアウト</button>');
    await asks('nobody');
    expect((await open(paths.mySignIn)).headers.location).toBe(paths.myPage);
  });

  test('PINs guessed in parallel are verified a few times only', async () => {
    const { broken, verified } = await guessOnDevice(site(), new Random(28), 80);
    expect(broken).toEqual([]);
    expect(verified).toBeGreaterThan(5);
  });
});
