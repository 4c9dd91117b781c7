import { describe, expect, test } from 'vitest';
import {
  ACCESS_COOKIE,
  ADMINS_ONLY_COOKIE,
  DEVICE_COOKIE,
  MAILED_COOKIE,
  REFRESH_COOKIE,
  REMEMBERED_PATH_COOKIE,
  SHARED_DEVICE_COOKIE,
} from '#domains/account/session/session.ts';
import { OPERATOR_COOKIE } from '#domains/operator/operator.ts';
import { paths } from '#lib/paths.ts';
import { runAdmin } from '../support/admin-command.ts';
import { appCode } from '../support/app-code.ts';
import { PASSWORD } from '../support/factories.ts';
import type { Call } from '../support/http.ts';
import { call, json } from '../support/http.ts';
import { OPERATOR, makeOperatorAt, operatorForm, operatorLinkIn } from '../support/operator.ts';
import { useSite } from './site.ts';

const OWN = ['HttpOnly', 'Path=/', 'SameSite=Lax', 'Secure'];
/** As the specification names them. */
const TOKENS = [ACCESS_COOKIE, REFRESH_COOKIE];

/** Keeps and sends cookies as a browser does, and holds what it was sent to the rules. */
function openBrowser(base: string) {
  const kept = new Map<string, string>();
  const seen = new Set<string>();
  const keep = (cookie: string): void => {
    const [pair = '', ...attributes] = cookie.split('; ');
    const [name = '', value = ''] = pair.split('=', 2);
    seen.add(name);
    const flags = attributes.filter((one) => !/^(Max-Age|Expires)=/.test(one)).sort();
    expect([name, flags]).toEqual([name, OWN]);
    if (attributes.some((one) => /^Expires=Thu, 01 Jan 1970/.test(one))) kept.delete(name);
    else kept.set(name, value);
  };
  const ask = async (path: string, { headers, ...rest }: Call = {}) => {
    const Cookie = [...kept].map((pair) => pair.join('=')).join('; ');
    const own = { 'Sec-Fetch-Site': 'same-origin', ...(Cookie && { Cookie }) };
    const answer = await call(base, path, { ...rest, headers: { ...headers, ...own } });
    for (const cookie of answer.headers['set-cookie'] ?? []) keep(cookie);
    return answer;
  };
  return { ask, seen, kept };
}

describe.each([
  ['https', { PUBLIC_URL: 'https://tayori.example.jp' }, '__Host-'],
  ['plain http', {}, ''],
])('behind %s', (_kind, settings, prefix) => {
  const site = useSite(settings);
  const named = (...names: string[]) => names.map((name) => `${prefix}${name}`);

  test('every cookie of staff but the two tokens has the prefix, and is read by it', async () => {
    const { server, world } = site();
    const { ask, seen, kept } = openBrowser(server.url);
    const login = (email: string) => ask(paths.api.login, json({ email, password: PASSWORD }));

    await ask(paths.residents);
    await ask(
      `${paths.newPassword}?_action=staffs.requestPassword`,
      operatorForm({ email: 'x@example.jp' }),
    );
    expect((await ask(`${paths.newPassword}?sent=1`)).text).toContain('x@example.jp');
    await login(world.cast.general.email);
    // The page asked for is taken once; it is for admins only, which is said once.
    expect((await ask(paths.login)).headers.location).toBe(paths.items);
    expect((await ask(paths.items)).text).toContain('管理者の方だけが開けます');
    await ask(paths.api.logout, { method: 'POST' });
    expect([...kept.keys()].sort()).toEqual(named(DEVICE_COOKIE, MAILED_COOKIE).sort());

    await login(world.cast.admin.email);
    const device = { name: '2階のスマホ', staffIds: null, currentPassword: PASSWORD };
    expect((await ask(paths.api.devices, json(device))).status).toBe(201);
    await ask(paths.api.logout, { method: 'POST' });
    expect((await ask(paths.login)).headers.location).toBe(paths.sharedDevice);
    await site().factory.db.deleteFrom('shared_devices').execute();
    expect((await ask(paths.login)).status).toBe(200);

    const own = named(REMEMBERED_PATH_COOKIE, ADMINS_ONLY_COOKIE, SHARED_DEVICE_COOKIE);
    expect([...kept.keys()].sort()).toEqual(named(DEVICE_COOKIE, MAILED_COOKIE).sort());
    expect([...seen].sort()).toEqual([...TOKENS, ...own, ...kept.keys()].sort());
  });

  test("so have the operator's", async () => {
    const { server } = site();
    const { out } = await runAdmin(site(), ['operator-link'], { PUBLIC_URL: server.url });
    const { secret } = await makeOperatorAt(server.url, operatorLinkIn(out));
    const { ask, seen, kept } = openBrowser(server.url);
    const press = (name: string, fields: Record<string, string> = {}) =>
      ask(`${paths.operatorLogin}?_action=operator.${name}`, operatorForm(fields));

    const asked = await press('signIn', OPERATOR);
    const [, ticket = ''] = /name="ticket" value="(\w+)"/.exec(asked.text) ?? [];
    const code = appCode(secret, new Date(Date.now() + 30_000));
    await press('secondStep', { ticket, code, remember: 'on' });
    expect((await ask(paths.operator)).status).toBe(200);
    await ask(`${paths.operator}?_action=operator.signOut`, operatorForm({}));
    expect((await ask(paths.operator)).headers.location).toBe(paths.operatorLogin);
    // No browser is remembered: the password alone leads to the code.
    await press('signIn', OPERATOR);
    expect((await ask(paths.operator)).headers.location).toBe(paths.operatorLogin);
    expect([...kept.keys()]).toEqual(named(DEVICE_COOKIE));
    expect([...seen].sort()).toEqual(named(OPERATOR_COOKIE, DEVICE_COOKIE).sort());
  });

  test('a browser that keeps no cookie is told so after signing in, any other is led on', async () => {
    const { server, world } = site();
    const { ask, kept } = openBrowser(server.url);
    const fields = { email: world.cast.general.email, password: PASSWORD };
    const login = `${paths.login}?_action=session.login`;
    const signedIn = await ask(login, operatorForm(fields));
    expect([signedIn.status, signedIn.headers.location]).toEqual([303, paths.afterLogin]);
    expect((await ask(paths.afterLogin)).headers.location).toBe(paths.items);
    kept.clear();
    for (const [led, other] of [
      [paths.afterLogin, paths.login],
      [paths.afterOperatorLogin, paths.operatorLogin],
    ] as const) {
      const told = await ask(led);
      expect([told.status, told.text.includes('このブラウザに残らない')]).toEqual([200, true]);
      expect((await ask(other)).text).not.toContain('このブラウザに残らない');
    }
  });
});
