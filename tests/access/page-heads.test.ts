import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { yearOf } from '#lib/calendar.ts';
import { paths } from '#lib/paths.ts';
import { ROOT } from '../support/server.ts';
import { PAGES } from './rows.ts';
import type { Who } from './site.ts';
import { CAST, useSite } from './site.ts';

const site = useSite();
const headOf = (html: string): string => html.slice(0, html.indexOf('</head>'));
const titleOf = (html: string): string => /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? '';

/** Names and addresses must not appear in a tab or a history. */
const personal = (): string[] =>
  Object.values(site().world.cast)
    .flatMap((one: { name?: string; email?: string | null }) => [one.name, one.email])
    .filter((word): word is string => word !== undefined && word !== null && word !== '');

/** Every page that this caller may open. */
async function* pagesFor(who: Who) {
  for (const row of PAGES) {
    if (row.expected[who] !== 200) continue;
    const route = row.call.slice('GET '.length);
    const options = typeof row.options === 'function' ? await row.options(site()) : row.options;
    const answer = await site().ask(who, (await row.path?.(site())) ?? route, options);
    if (String(answer.headers['content-type']).startsWith('text/html')) yield { route, answer };
  }
}

describe.each(CAST)('the pages of %s', (who) => {
  test('have distinct titles, without a name or an address', async () => {
    const names = personal();
    expect(names).toContain(site().world.cast.resident.name);
    let count = 0;
    for await (const { route, answer } of pagesFor(who)) {
      const title = titleOf(answer.text);
      count++;
      expect(title, route).toMatch(/.｜つきだより$|^つきだより｜./);
      for (const name of names) expect(title, route).not.toContain(name);
    }
    expect(count).toBeGreaterThan(3);
  });
});

test('staff can install the product on their home screen, families are not asked to', async () => {
  const { cast, yearMonth } = site().world;
  const tokens = { residentToken: cast.resident.token, familyToken: cast.family.token };
  const link = '<link rel="manifest" href="/manifest.webmanifest">';
  for (const page of [paths.login, paths.home]) {
    expect(headOf((await site().ask('anonymous', page)).text), page).toContain(link);
  }
  const takingPhotos = '<link rel="manifest" href="/adminstaff/manifest.webmanifest">';
  expect(headOf((await site().ask('general', paths.items)).text)).toContain(takingPhotos);
  const ofYear = paths.letterYear(yearOf(yearMonth), tokens);
  for (const page of [paths.letters(tokens), paths.letter(yearMonth, tokens), ofYear]) {
    const { text } = await site().ask('anonymous', page);
    expect(headOf(text)).not.toMatch(/manifest|canonical|og:url/);
  }
});

describe('the manifest', () => {
  const read = async () => {
    const { text, headers } = await site().ask('anonymous', '/manifest.webmanifest');
    expect(headers['content-type']).toMatch(/^application\/manifest\+json/);
    return JSON.parse(text) as Record<string, unknown> & { icons: Record<string, string>[] };
  };

  test('opens the photos, in the colours of the tokens', async () => {
    const tokens = readFileSync(path.join(ROOT, 'src/styles/tokens.css'), 'utf8');
    const color = /--color-page: (#\w+)/.exec(tokens)?.[1];
    const manifest = await read();
    expect(manifest).toMatchObject({ start_url: paths.items, lang: 'ja', display: 'standalone' });
    expect(manifest).toMatchObject({ theme_color: color, background_color: color });
    const page = await site().ask('anonymous', paths.login);
    expect(page.text).toContain(`<meta name="theme-color" content="${color}">`);
  });

  test('has icons of the stated sizes', async () => {
    const { icons } = await read();
    expect(icons.map(({ purpose }) => purpose)).toContain('maskable');
    for (const { src, sizes } of icons) {
      const { status, body } = await site().ask('anonymous', String(src));
      expect(status).toBe(200);
      expect(`${body.readUInt32BE(16)}x${body.readUInt32BE(20)}`).toBe(sizes);
    }
  });
});

test('the link preview has the stated size, and is small enough for a chat', async () => {
  const { body } = await site().ask('anonymous', '/preview.png');
  expect([body.readUInt32BE(16), body.readUInt32BE(20)]).toEqual([1200, 630]);
  expect(body.length).toBeLessThan(60_000);
});

test('robots may read public pages', async () => {
  const { status, text } = await site().ask('anonymous', '/robots.txt');
  expect(status).toBe(200);
  expect(text).toMatch(/^User-agent: \*\nAllow: \/\$\nAllow: \/privacy\$\nAllow: \/terms\$/m);
  expect(text.match(/^Disallow: \/$/gm)).toHaveLength(2);
  expect(text).not.toContain('token');
});
