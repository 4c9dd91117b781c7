import { request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { paths } from '#lib/paths.ts';
import { call, json } from '../support/http.ts';
import { useSite } from './site.ts';

const site = useSite();
const ask = (path: string, options: Parameters<typeof call>[2] = {}) =>
  call(site().server.url, path, options);

describe('requests before any page', () => {
  test('another host: 421, whatever the path', async () => {
    for (const path of ['/', '/healthz', paths.api.user, '/staffs/login']) {
      expect((await ask(path, { headers: { Host: 'evil.example' } })).status).toBe(421);
    }
  });

  test('an invalid host never leads to another page', async () => {
    const { status } = await ask(paths.terms, { headers: { Host: '127.0.0.1:99999' } });
    expect(status).toBe(421);
    const { text } = await ask(paths.terms);
    expect(/<title>[^<]*/.exec(text)?.[0]).toContain('利用規約');
  });

  test('uncommon methods: 405', async () => {
    for (const method of ['TRACE', 'OPTIONS', 'PROPFIND']) {
      const { status, headers } = await ask('/', { method });
      expect(status).toBe(405);
      expect(headers.allow).toContain('GET');
    }
  });

  test('meaningless paths: 404, of the API 400, never 500', async () => {
    expect((await ask('/api/%00')).status).toBe(400);
    for (const path of ['/privacy', '/adminstaff/items', '/letters', '/api/v1/actions/items']) {
      expect((await ask(`${path}?resident=a%00`)).status).toBe(400);
    }
    for (const path of [
      '/%',
      '/%E0%A4%A',
      '/%00',
      '//evil.example',
      '/..%2f..%2fetc/passwd',
      '/_image?href=x',
      '/%5Fimage?href=/icon-512.png&f=webp',
      '/x/../y',
      '*',
      'http://127.0.0.1/privacy',
    ]) {
      expect((await ask(path)).status, path).toBe(404);
    }
  });
});

describe('bodies', () => {
  const LIMIT = 256 * 1024;

  test('announced too long: 413 before any of it is read', async () => {
    const answer = await ask(paths.api.login, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: Buffer.alloc(LIMIT + 1),
    });
    expect(answer.status).toBe(413);
    expect(JSON.parse(answer.text)).toEqual({ msg: expect.any(String) as string });
  });

  test('too long without announcing it: 413 too', async () => {
    const status = await new Promise<number>((resolve, reject) => {
      const req = request(site().server.url + paths.api.login, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' },
      });
      req.on('response', (res) => {
        resolve(res.statusCode ?? 0);
        req.destroy();
      });
      req.on('error', reject);
      req.write(Buffer.alloc(LIMIT));
      req.write(Buffer.alloc(1024));
    });
    expect(status).toBe(413);
  });
});

describe('the API always responds in JSON', () => {
  const message = { msg: expect.any(String) as string };
  const parsed = async (path: string, options?: Parameters<typeof call>[2]) => {
    const { status, headers, text } = await ask(path, options);
    expect(headers['content-type']).toMatch(/^application\/json/);
    return { status, headers, body: JSON.parse(text) as unknown };
  };

  test('unknown paths: 404', async () => {
    for (const path of ['/api/x', '/api/', '/api/v1/actions/items/x/y/z']) {
      expect(await parsed(path)).toMatchObject({ status: 404, body: message });
    }
    expect((await parsed('/api/x', { method: 'DELETE' })).status).toBe(404);
  });

  test('invalid JSON: 400; another type: 415; unknown fields: 422', async () => {
    const broken = { ...json(null), body: '{"email":' };
    expect(await parsed(paths.api.login, broken)).toMatchObject({ status: 400, body: message });
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonx']) {
      const other = { ...json({}), headers: { 'Content-Type': type } };
      expect((await parsed(paths.api.login, other)).status, type).toBe(415);
    }
    const more = json({ email: 'a@example.jp', password: 'x', isAdmin: true });
    expect(await parsed(paths.api.login, more)).toMatchObject({
      status: 422,
      body: { ...message, errors: { isAdmin: [expect.any(String)] } },
    });
  });

  test('a wrong query: 400', async () => {
    const headers = { Authorization: site().signed.general.bearer };
    for (const query of ['?page=0', '?yearMonth=1', '?tab=0']) {
      expect(await parsed(paths.api.items + query, { headers })).toMatchObject({
        status: 400,
        body: message,
      });
    }
  });

  test('refused by the gate as well', async () => {
    const answer = await parsed(paths.api.user, { headers: { Host: 'evil.example' } });
    expect(answer).toMatchObject({ status: 421, body: message });
  });
});

describe('links are built from PUBLIC_URL only (P22)', () => {
  test('upload URLs point to us, whatever the headers', async () => {
    const { status, text } = await ask(paths.api.directUploads, {
      ...json({
        blob: {
          filename: 'x.jpg',
          content_type: 'image/jpeg',
          byte_size: 1,
          checksum: 'AAAAAAAAAAAAAAAAAAAAAA==',
        },
      }),
      headers: {
        'Content-Type': 'application/json',
        Authorization: site().signed.general.bearer,
        'X-Forwarded-Host': 'evil.example',
        'X-Forwarded-Proto': 'https',
      },
    });
    expect(status).toBe(200);
    expect(text).not.toContain('evil.example');
    expect(text).toContain(`"url":"${site().server.url}/api/v1/direct_uploads/`);
  });
});
