import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { REFRESH_COOKIE } from '#domains/account/session/session.ts';
import { paths } from '#lib/paths.ts';
import { readEnv } from '#server/env.ts';
import { withOperator } from '#server/with-operator.ts';
import type { Call } from '../support/http.ts';
import { call } from '../support/http.ts';
import { useSite } from './site.ts';

const OPERATOR = {
  OPERATOR_NAME: '株式会社うみかぜ',
  OPERATOR_URL: 'https://umikaze.example.jp/',
  OPERATOR_EMAIL: 'madoguchi@umikaze.example.jp',
};
const site = useSite();
const run = useSite({ ...OPERATOR, PUBLIC_URL: 'https://tayori.example.jp' });
const own = useSite({ ...OPERATOR, OPERATOR_FILE: 'deploy/operator.yaml' });
const FILE = await withOperator(readEnv({ OPERATOR_FILE: 'deploy/operator.yaml' }));
const PAGES = [paths.home, paths.terms, paths.privacy, paths.company, paths.accessibility];
const get = (path: string, headers: Call['headers'] = {}) =>
  call(site().server.url, path, { headers });

describe.each(PAGES)('%s', (path) => {
  test('is the same for everyone, from the first request on', async () => {
    const token = site().signed.admin.refreshToken;
    const first = await get(`${path}?from=mail`, { Cookie: `${REFRESH_COOKIE}=Bearer%20${token}` });
    expect(first.status).toBe(200);
    expect(first.headers).not.toHaveProperty('set-cookie');
    for (const who of ['anonymous', 'general', 'admin', 'inactive'] as const) {
      const answer = await site().ask(who, path);
      expect(answer.body.equals(first.body), who).toBe(true);
      expect(answer.headers).not.toHaveProperty('set-cookie');
    }
  });

  test('is compressed as requested, and says so', async () => {
    const plain = await get(path);
    const br = await get(path, { 'Accept-Encoding': 'gzip, deflate, br' });
    const gzip = await get(path, { 'Accept-Encoding': 'gzip' });
    expect(plain.headers).not.toHaveProperty('content-encoding');
    expect(br.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' });
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(brotliDecompressSync(br.body).equals(plain.body)).toBe(true);
    expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true);
    expect(br.body.length).toBeLessThan(12 * 1024);
  });

  test('is revalidated rather than sent again', async () => {
    const { headers } = await get(path);
    expect(headers['cache-control']).toBe('public, max-age=60');
    const etag = String(headers.etag);
    for (const known of [etag, `W/${etag}`, `"older", ${etag}`]) {
      const again = await get(path, { 'If-None-Match': known });
      expect(again.status, known).toBe(304);
      expect(again.body).toHaveLength(0);
      expect(again.headers.etag).toBe(etag);
    }
    expect((await get(path, { 'If-None-Match': '"older"' })).status).toBe(200);
  });

  test('answers HEAD with headers only', async () => {
    const asked = await get(path);
    const head = await call(site().server.url, path, { method: 'HEAD' });
    expect(head).toMatchObject({ status: 200, body: Buffer.alloc(0) });
    expect(head.headers['content-length']).toBe(String(asked.body.length));
  });

  test('has no scripts, and a policy that allows none', async () => {
    const { text, headers } = await get(path);
    expect(text).not.toMatch(/<script|<astro-island|\son\w+=|\sstyle=/i);
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'self'/);
    expect(headers['content-security-policy']).not.toContain('script');
  });

  test('has no broken links', async () => {
    const { text } = await get(path);
    const found = [...text.matchAll(/(?:href|src)="(\/[^"#]*)"/g)].map(([, target = '']) => target);
    expect(found.length).toBeGreaterThan(5);
    // The contact form has its row in the access matrix.
    for (const target of new Set(found.filter((target) => target !== paths.contact))) {
      expect((await get(target)).status, target).toBe(200);
    }
    const anchors = [...text.matchAll(/href="#([^"]+)"/g)].map(([, id = '']) => id);
    for (const id of anchors) expect(text).toContain(`id="${id}"`);
  });

  test('has one canonical URL and picture for search engines and chats', async () => {
    const { text } = await run().ask('anonymous', `${path}?utm=x`);
    const address = `https://tayori.example.jp${path}`;
    expect(text).toContain(`<link rel="canonical" href="${address}">`);
    expect(text).toContain(`<meta property="og:url" content="${address}">`);
    expect(text).toContain('content="https://tayori.example.jp/preview.png"');
    expect(text).toMatch(/<meta name="description" content="[^"]{15,}"/);
    expect(text).not.toContain('noindex');
  });

  test('names the operator from the settings', async () => {
    const { text } = await run().ask('anonymous', path);
    expect(text).toContain(OPERATOR.OPERATOR_NAME);
    expect(text).toContain(`href="${OPERATOR.OPERATOR_URL}"`);
    const unnamed = (await get(path)).text;
    expect(unnamed).not.toContain(OPERATOR.OPERATOR_NAME);
    expect(unnamed).toContain(`href="${paths.company}"`);
  });
});

test('a first HEAD is followed by the complete page', async () => {
  const head = await call(run().server.url, paths.terms, { method: 'HEAD' });
  const page = await run().ask('anonymous', paths.terms);
  expect(page.text).toMatch(/^<!DOCTYPE html>[^]*<\/html>\s*$/);
  expect(head.headers['content-length']).toBe(String(page.body.length));
});

test("the landing page shows each price of the operator's file once", async () => {
  const { text } = await own().ask('anonymous', paths.home);
  expect(FILE.operator.plans).toHaveLength(3);
  for (const { name, price, residents } of FILE.operator.plans) {
    expect(text).toContain(`>${name}</h3>`);
    expect(text.split(price?.toLocaleString('ja-JP') ?? '?'), name).toHaveLength(2);
    expect(text).toContain(`入居者 ${residents}人まで`);
  }
});

test('without the file no page names a price, and a trial begins all the same', async () => {
  for (const path of [paths.home, paths.terms, paths.newHost]) {
    expect((await get(path)).text, path).not.toMatch(/\d円|税込/);
  }
  const { text } = await site().ask('inactive', paths.price);
  expect(text).toContain('お試しを始める');
  expect(text).not.toMatch(/\d円|税込/);
  const priced = await own().ask('inactive', paths.price);
  expect(priced.text).toMatch(/3,300円/);
  expect(priced.text).toContain('税込');
});

test('the legal pages say who the operator is, what it adds, and since when', async () => {
  const { operator } = FILE;
  for (const path of [paths.terms, paths.privacy, paths.company]) {
    const { text } = await own().ask('anonymous', path);
    for (const said of [FILE.OPERATOR_NAME, operator.address, operator.representative]) {
      expect(text, path).toContain(said);
    }
    expect(text).not.toContain(OPERATOR.OPERATOR_NAME);
    if (path !== paths.company) expect(text).toMatch(/最後に変えた日: 20\d\d年\d+月\d+日/);
  }
  const terms = (await own().ask('anonymous', paths.terms)).text;
  for (const { heading } of operator.terms) expect(terms).toContain(heading);
  expect(terms).not.toContain('ここにないこと');
  expect((await get(paths.terms)).text).toContain('ここにないこと');
});

test('the server’s place is on the privacy page and the sheet of who is entrusted', async () => {
  const { server } = FILE.operator;
  expect((await own().ask('anonymous', paths.privacy)).text).toContain(server);
  const sheet = (await own().ask('admin', paths.entrusted)).text;
  expect(sheet).toContain(server);
  expect(sheet).not.toContain('サーバーの場所（国と会社）');
  expect((await site().ask('admin', paths.entrusted)).text).toContain('サーバーの場所（国と会社）');
});

test('legal pages say where to write', async () => {
  for (const path of [paths.terms, paths.privacy]) {
    const { text } = await run().ask('anonymous', path);
    expect(text).toContain(`href="mailto:${OPERATOR.OPERATOR_EMAIL}"`);
    expect(text).toContain(`href="${paths.contact}"`);
  }
});
