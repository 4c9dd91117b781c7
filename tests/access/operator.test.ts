import { beforeAll, describe, expect, test } from 'vitest';
import { OPERATOR_COOKIE } from '#domains/operator/operator.ts';
import { confirmationField } from '#domains/account/confirm/confirmation.ts';
import { paths } from '#lib/paths.ts';
import { readMails } from '../support/accounts.ts';
import { runAdmin } from '../support/admin-command.ts';
import { brokenBodies } from '../support/broken-bodies.ts';
import type { Answer, Call } from '../support/http.ts';
import {
  OPERATOR,
  makeOperatorAt,
  operatorForm,
  operatorLinkIn,
  signInOperatorAt,
} from '../support/operator.ts';
import { OPERATOR_FORMS, OPERATOR_ROUTES } from './operator-rows.ts';
import { CAST, useSite } from './site.ts';

const site = useSite({ LOG_LEVEL: 'debug' });
const login = paths.operatorLogin;

let link = '';
let cookie = '';
let secret = '';
beforeAll(async () => {
  const { out } = await runAdmin(site(), ['operator-link'], {
    PUBLIC_URL: site().server.url,
  });
  link = operatorLinkIn(out);
  ({ cookie, secret } = await makeOperatorAt(site().server.url, link));
});

const hostId = (): string => site().world.cast.host.id;
const addressOf = (route: string): string => route.replace('[id]', hostId());
const asOperator = (path: string, { headers, ...rest }: Call = {}): Promise<Answer> =>
  site().ask('anonymous', path, { ...rest, headers: { Cookie: cookie, ...headers } });
const postTo = (path: string, name: string, fields = fieldsOf(name)): Promise<Answer> =>
  asOperator(`${path}?_action=operator.${name}`, operatorForm(fields, cookie));
const fieldsOf = (name: string): Record<string, string> => {
  const { id, ...fields } = OPERATOR_FORMS[name] ?? {};
  return { ...fields, ...(id !== undefined && { id: hostId() }) };
};

const SAME_SITE = { Accept: 'text/html', 'Sec-Fetch-Site': 'same-origin' };
const PASSWORD_FIELD = confirmationField('password');
/** Behind the login. */
const INNER = OPERATOR_ROUTES.filter((route) => !/login|account|confirm/.test(route));

describe('with an account', () => {
  test.each(INNER)('%s is for the operator alone', async (route) => {
    const path = addressOf(route);
    const { status, headers, text } = await asOperator(path);
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    expect(text).toContain('<body data-layout="operator"');
    expect(text).toContain('<meta name="robots" content="noindex"');
    expect(/<a class="logo[^>]* href="([^"]+)"/.exec(text)?.[1]).toBe(paths.operator);
    for (const who of CAST) {
      const refused = await site().ask(who, path);
      expect([refused.status, refused.headers.location], who).toEqual([302, login]);
      expect(refused.headers['cache-control']).toBe('no-store');
    }
  });

  test.each(INNER)('%s holds no name of a resident or family, and no photo', async (route) => {
    const { cast } = site().world;
    const { text } = await asOperator(addressOf(route));
    for (const { name } of [cast.resident, cast.neighbour, cast.family, cast.neighbourFamily]) {
      expect(text).not.toContain(name);
    }
    expect(text).not.toContain('/photos/');
    expect(text).not.toContain(cast.family.token);
  });

  test('an unknown facility does not exist', async () => {
    const { status } = await asOperator(paths.operatorFacility('AAAAAAAAAAAAAAAA'));
    expect(status).toBe(404);
  });

  test.each(
    Object.keys(OPERATOR_FORMS).filter(
      (name) => !/signIn|makeAccount|secondStep|loginByPasskey/.test(name),
    ),
  )('%s is refused without a session, also with one of staff', async (name) => {
    for (const who of CAST) {
      const form = operatorForm(fieldsOf(name));
      const answer = await site().ask(who, `${login}?_action=operator.${name}`, form);
      expect(answer.status, who).toBe(401);
    }
  });

  test.each(Object.keys(OPERATOR_FORMS))('%s is taken on no other path', async (name) => {
    for (const path of [paths.home, paths.login, '/_actions']) {
      const address = path === '/_actions' ? `${path}/operator.${name}` : undefined;
      const target = address ?? `${path}?_action=operator.${name}`;
      const { status, headers } = await asOperator(target, operatorForm(fieldsOf(name), cookie));
      expect([path, status]).toEqual([path, 404]);
      expect(headers['set-cookie']).toBeUndefined();
    }
  });

  test('another site posts nothing', async () => {
    const { headers, ...form } = operatorForm(fieldsOf('setPlan'), cookie);
    for (const more of [{ 'Sec-Fetch-Site': 'cross-site' }, { Origin: 'https://evil.example' }]) {
      const address = `${paths.operatorFacility(hostId())}?_action=operator.setPlan`;
      const { status } = await asOperator(address, { ...form, headers: { ...headers, ...more } });
      expect(status).toBe(403);
    }
  });

  test('bodies that are no forms are refused with an explanation', async () => {
    for (const name of ['signIn', 'setPlan', 'removeFacility']) {
      for (const { type, body, as } of brokenBodies(Object.keys(fieldsOf(name)))) {
        const headers = { ...SAME_SITE, ...(type !== undefined && { 'Content-Type': type }) };
        const address = `${paths.operatorFacility(hostId())}?_action=operator.${name}`;
        const { status } = await asOperator(address, { method: 'POST', headers, body });
        if (as !== 'taken') expect(status).toBe(as);
        else expect(status).toBeLessThan(500);
      }
    }
  });

  test('the session opens no page of staff, and theirs none of the operator', async () => {
    const { status, headers } = await asOperator(paths.items);
    expect([status, headers.location]).toEqual([302, paths.login]);
    const { signed } = site();
    const crossed = await site().ask('anonymous', paths.operator, {
      headers: { Cookie: signed.admin.cookie },
    });
    expect([crossed.status, crossed.headers.location]).toEqual([302, login]);
  });
});

describe('the account', () => {
  test('is made once with each address', async () => {
    const { pathname, search } = new URL(link);
    const answer = await site().ask('anonymous', pathname + search);
    expect(answer.status).toBe(410);
    expect(answer.text).toContain('operator-link');
    const again = operatorForm({
      token: new URL(link).searchParams.get('token') ?? '',
      ...OPERATOR,
    });
    const posted = `${pathname}?_action=operator.makeAccount`;
    expect((await site().ask('anonymous', posted, again)).status).toBe(410);
  });

  test('has a cookie out of reach of scripts', async () => {
    const cookies = await signInOperatorAt(site().server.url, secret);
    const kept = cookies.find((one) => one.startsWith(OPERATOR_COOKIE)) ?? '';
    for (const part of ['Path=/;', 'HttpOnly', 'Secure', 'SameSite=Lax']) {
      expect(`${kept};`).toContain(part);
    }
  });

  test('answers a wrong password like a wrong address', async () => {
    const tryIn = async (fields: typeof OPERATOR) => {
      const address = `${login}?_action=operator.signIn`;
      const { status, text } = await site().ask('anonymous', address, operatorForm(fields));
      return { status, text: text.replaceAll(fields.email, '') };
    };
    const wrong = await tryIn({ ...OPERATOR, password: 'chigau-himitsu' });
    expect(wrong.status).toBe(401);
    expect(await tryIn({ ...OPERATOR, email: 'x@example.jp' })).toEqual(wrong);
    const staff = site().world.cast.admin.email;
    expect(await tryIn({ email: staff, password: 'tsuki-no-tayori-2026' })).toEqual(wrong);
  });

  test('leaves no token in the log', async () => {
    const last = await asOperator(paths.operator);
    await expect.poll(() => site().server.output()).toContain(String(last.headers['x-request-id']));
    const token = new URL(link).searchParams.get('token') ?? 'missing';
    const output = site().server.output();
    expect(output).toContain('"route":"/operator/account"');
    expect(output).not.toContain(token);
    expect(output).not.toContain(cookie.split('=')[1]);
    expect(output).not.toContain(OPERATOR.email);
  });
});

describe('facilities', () => {
  const name = (): string => site().world.cast.otherHost.name;
  const otherId = (): string => site().world.cast.otherHost.id;
  const page = (): string => paths.operatorFacility(otherId());

  const signedInAnHourAgo = () =>
    site()
      .factory.db.updateTable('operator_sessions')
      .set({ created_at: new Date(Date.now() - 3_600_000).toISOString(), confirmed_at: null })
      .execute();

  test('get a plan, and lose it', async () => {
    expect((await postTo(page(), 'setPlan', { id: otherId(), plan: 'small' })).status).toBe(303);
    expect((await asOperator(page())).text).toContain('小さな施設');
    expect((await postTo(page(), 'setPlan', { id: otherId(), plan: 'none' })).status).toBe(303);
    const refused = await postTo(page(), 'setPlan', { id: otherId(), plan: 'gold' });
    expect(refused.status).toBe(400);
  });

  test('are removed by name and a fresh sign-in only, with all they hold', async () => {
    const remove = (fields: Record<string, string>) =>
      postTo(page(), 'removeFacility', { id: otherId(), ...fields });
    const right = { name: name(), [PASSWORD_FIELD]: OPERATOR.password };
    await signedInAnHourAgo();
    const asked = await remove({ name: name() });
    expect(asked.status).toBe(403);
    expect(asked.text).toContain(`name="name" value="${name()}"`);
    expect(asked.text).toMatch(/<button class="button"[^>]*>確かめて、施設を削除する</);
    expect((await remove({ ...right, [PASSWORD_FIELD]: 'chigau-himitsu' })).status).toBe(422);
    const misspelt = await remove({ ...right, name: 'ちがう家' });
    expect(misspelt.status).toBe(409);
    expect(misspelt.text).not.toContain('ご本人であることの確認');
    expect((await asOperator(page())).status).toBe(200);
    await signedInAnHourAgo();
    expect((await remove(right)).status).toBe(303);
    await expect
      .poll(async () => (await asOperator(page())).status, { timeout: 120_000 })
      .toBe(404);
    const { text } = await asOperator(paths.operatorFacilities);
    expect(text).not.toContain(name());
  });

  test("a colleague's password link asks for a fresh sign-in, and is told", async () => {
    const { email } = site().world.cast.general;
    await signedInAnHourAgo();
    const ask = (fields = {}) =>
      postTo(paths.operatorPassword, 'resetPassword', { email, ...fields });
    const told = async () =>
      (await readMails(site().factory)).filter(({ kind }) => kind === 'reset_link_made');
    for (const [fields, status] of [
      [{}, 403],
      [{ [PASSWORD_FIELD]: 'chigau-himitsu' }, 422],
    ] as const) {
      const refused = await ask(fields);
      expect([refused.status, /passwords\/edit/.test(refused.text)]).toEqual([status, false]);
      expect(refused.text).toContain(`name="email" value="${email}"`);
    }
    expect(await told()).toEqual([]);
    const made = await ask({ [PASSWORD_FIELD]: OPERATOR.password });
    const [, token = ''] = /\/staffs\/passwords\/edit\?token=(\w+)/.exec(made.text) ?? [];
    expect((await site().ask('anonymous', paths.editPassword(token))).status).toBe(200);
    expect(await told()).toMatchObject([{ recipient: email }]);
  });

  test('are made by a link for their first admin', async () => {
    const answer = await postTo(paths.operatorFacilities, 'inviteFacility');
    expect(answer.headers['cache-control']).toBe('no-store');
    const [, token = ''] = /\/hosts\/signup\?token=(\w+)/.exec(answer.text) ?? [];
    expect((await site().ask('anonymous', paths.hostSignUp(token))).status).toBe(200);
  });
});
