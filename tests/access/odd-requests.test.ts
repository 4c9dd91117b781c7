import { describe, expect, test } from 'vitest';
import { paths } from '#lib/paths.ts';
import { call, json } from '../support/http.ts';
import { useSite } from './site.ts';

/** Requests that our pages never make, found by trying (P8). */
const site = useSite();
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

describe('actions that do not exist', () => {
  const names = ['session', 'staffs', 'nope', 'session.nope', '__proto__', 'session.login.x', ''];

  test.each(names)('?_action=%s: 404', async (name) => {
    const path = `${paths.login}?_action=${name}`;
    const answer = await site().ask('anonymous', path, { method: 'POST', headers: FORM, body: '' });
    expect(answer.status).toBe(404);
  });

  test.each(names.slice(0, -1))('/_actions/%s: 404', async (name) => {
    for (const headers of [FORM, { 'Content-Type': 'application/json' }]) {
      const options = { method: 'POST', headers, body: '{}' };
      expect((await site().ask('anonymous', `/_actions/${name}`, options)).status).toBe(404);
    }
  });
});

describe('a form with errors', () => {
  const send = (path: string, body: string, cookie = '') =>
    call(site().server.url, path, {
      method: 'POST',
      headers: { ...FORM, 'Sec-Fetch-Site': 'same-origin', ...(cookie && { Cookie: cookie }) },
      body,
    });

  test('is rendered completely, also with an island on the page', async () => {
    const { general, admin } = site().signed;
    const path = `${paths.editMyPage}?_action=me.changePassword`;
    for (const { cookie } of [general, admin]) {
      const answer = await send(path, 'currentPassword=x&password=short', cookie);
      expect(answer.status).toBe(400);
      expect(answer.text).toContain('確かめてください');
      expect(answer.text).toContain('</html>');
      expect(answer.headers['cache-control']).toBe('no-store');
    }
  });

  test('can be returned to while signed out', async () => {
    const answer = await send(`${paths.newPassword}?_action=staffs.requestPassword`, 'email=x');
    expect(answer.status).toBe(400);
    expect(answer.headers['cache-control']).toBe('private, no-cache');
  });
});

test.each([paths.api.resetPasswords, paths.api.staffConfirmations, paths.api.hostConfirmations])(
  '%s responds no sooner for anyone (P11)',
  async (path) => {
    for (const email of [site().world.cast.general.email, 'unknown@example.jp']) {
      const from = performance.now();
      expect((await site().ask('anonymous', path, json({ email }))).status).toBe(204);
      expect(performance.now() - from).toBeGreaterThan(140);
    }
  },
);

describe('the remembered path', () => {
  const goOn = async (remembered: string) => {
    const { server, signed } = site();
    const kept = `auth.path=${encodeURIComponent(remembered)}`;
    const headers = { Cookie: `${signed.general.cookie}; ${kept}` };
    const answer = await call(server.url, paths.login, { headers });
    return [answer.status, answer.headers.location];
  };

  test.each([
    '/adminstaff/items?あ',
    '/adminstaff/items?\r\nX-Evil: 1',
    '/adminstaff/items?\0',
    '/adminstaff/items\u2028',
    '/adminstaff\\evil.example',
    '//evil.example/adminstaff/items',
    'https://evil.example/adminstaff/items',
    '/adminstaff/staffs/qrcode',
  ])('%j redirects to the photos', async (remembered) => {
    expect(await goOn(remembered)).toEqual([302, paths.items]);
  });

  test('one of ours is used', async () => {
    expect(await goOn('/adminstaff/items?page=2')).toEqual([302, '/adminstaff/items?page=2']);
  });
});

describe('tokens as other programs send them', () => {
  test('with a lower-case scheme', async () => {
    const { server, signed } = site();
    const Authorization = signed.general.bearer.replace('Bearer', 'bearer');
    expect((await call(server.url, paths.api.user, { headers: { Authorization } })).status).toBe(
      200,
    );
  });

  test("with the refresh token's stored prefix", async () => {
    const { server, signed } = site();
    const refreshToken = `Bearer ${signed.other.refreshToken}`;
    const answer = await call(server.url, paths.api.refresh, {
      ...json({ refreshToken }),
      method: 'PATCH',
    });
    expect(answer.status).toBe(200);
  });
});

test('errors in a body are reported in Japanese', async () => {
  for (const body of [[], null, 5]) {
    const { status, text } = await site().ask('anonymous', paths.api.login, json(body));
    expect(status).toBe(422);
    expect((JSON.parse(text) as { msg: string }).msg).toMatch(/[ぁ-ん]/);
  }
});
