import { describe, expect, test } from 'vitest';
import { paths } from '#lib/paths.ts';
import type { LetterTokens } from '#lib/paths.ts';
import { addMonths, firstDayOf, monthOf } from '#lib/calendar.ts';
import { makeFamily } from '../support/factories.ts';
import { makeItem } from '../support/items.ts';
import { PAIRS, addressesOf, pair } from './letter-pairs.ts';
import { useSite } from './site.ts';

const site = useSite();
const castOf = () => site().world.cast;
const addresses = (tokens: LetterTokens) => addressesOf(site().world, tokens);

describe.each(Object.entries(PAIRS))('the link of %s', (name, tokens) => {
  const opens = name === 'own';

  test(opens ? 'opens every page and call' : 'is a 404 page and a 401 call', async () => {
    const { pages, calls } = addresses(tokens(castOf()));
    for (const page of pages) {
      expect((await site().ask('anonymous', page)).status, page).toBe(opens ? 200 : 404);
    }
    for (const api of calls) {
      expect((await site().ask('anonymous', api)).status, api).toBe(opens ? 200 : 401);
    }
  });
});

describe('a signed-in user without tokens', () => {
  test.each(['general', 'admin', 'other'] as const)('%s cannot read letters', async (who) => {
    expect((await site().ask(who, '/letters')).status).toBe(404);
    expect((await site().ask(who, paths.api.letters)).status).toBe(401);
  });
});

describe('what a family reads', () => {
  const own = () => PAIRS['own']?.(castOf()) ?? pair('', '');

  test("its resident's and the facility-wide photos, and no names or photos of others", async () => {
    const { pages, calls } = addresses(own());
    const { items, cast } = site().world;
    for (const address of [...pages.slice(0, -1), ...calls]) {
      const { text } = await site().ask('anonymous', address);
      for (const other of [items.neighbour, items.foreign]) {
        expect(text).not.toContain(other.id);
        expect(text).not.toContain(other.blobId);
      }
      expect(text).not.toContain(cast.neighbour.name);
      expect(text).not.toContain(cast.general.name);
    }
    const { text } = await site().ask('anonymous', calls[1] ?? '');
    const letter = JSON.parse(text) as { items: { id: string; images: { src: string } }[] };
    expect(letter.items.map(({ id }) => id)).toEqual([items.own.id, items.hall.id]);
    for (const { images } of letter.items) {
      expect((await site().ask('anonymous', images.src)).status).toBe(200);
    }
  });

  test("a neighbour's photo: not found", async () => {
    const { yearMonth, items } = site().world;
    for (const item of [items.neighbour, items.foreign, { id: 'AAAAAAAAAAAAAAAA' }]) {
      const address = paths.letterPhoto(yearMonth, item.id, own());
      const { status, text } = await site().ask('anonymous', address);
      expect(status).toBe(404);
      expect(text).toContain('このページは、もうありません');
      expect(text).not.toContain('Not Found');
      for (const way of [paths.letter(yearMonth, own()), paths.letters(own())]) {
        expect(text).toContain(`href="${way.replaceAll('&', '&amp;')}"`);
      }
    }
  });

  test('an impossible photo id is reported, with a link back', async () => {
    const { yearMonth } = site().world;
    for (const id of ['x', '1', 'AAAAAAAAAAAAAAAAA', '%E5%86%99%E7%9C%9F']) {
      const { status, text } = await site().ask(
        'anonymous',
        paths.letterPhoto(yearMonth, id, own()),
        { headers: { Accept: 'text/html' } },
      );
      expect(status).toBe(404);
      expect(text).toMatch(/このページは、もうありません|このページは開けません/u);
      expect(text).not.toContain('This page could not be found');
      const links = text.replace(/&(?:amp|#38);/g, '&');
      expect(links).toContain(`href="${paths.letter(yearMonth, own())}"`);
    }
  });

  test('is noindex and private, and its previews contain no names', async () => {
    const { resident, family } = castOf();
    for (const address of addresses(own()).pages) {
      const { headers, text } = await site().ask('anonymous', address);
      expect(headers['x-robots-tag']).toBe('noindex, noimageindex');
      expect(headers['cache-control']).toContain('private');
      expect(headers['referrer-policy']).toBe('same-origin');
      const head = text.slice(0, text.indexOf('</head>'));
      const tags = [...head.matchAll(/<(?:meta|title)[^>]*>(?:[^<]*)/g)].join('\n');
      expect(tags).not.toContain(resident.name);
      expect(tags).not.toContain(family.name);
      expect(tags).not.toContain('/photos/');
    }
  });

  test('has no scripts', async () => {
    for (const address of addresses(own()).pages) {
      const { text, headers } = await site().ask('anonymous', address);
      expect(text).not.toMatch(/<script|<astro-island|\son\w+=/i);
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toContain('script-src');
    }
  });

  test.each(['202613', '2026', '2026100', 'abcdef', '209912'])(
    'the month %s redirects to /404',
    async (month) => {
      const { status, headers } = await site().ask(
        'anonymous',
        paths.letters(own()).replace('/letters', `/letters/${month}`),
      );
      expect([status, headers.location]).toEqual([302, '/404']);
    },
  );

  test('a month that is empty or invalid: not found', async () => {
    expect((await site().ask('anonymous', paths.letter(200101, own()))).status).toBe(404);
    const query = paths.letters(own()).slice('/letters'.length);
    for (const month of ['200101', 'abc', '20xx01', '202413', '2024010']) {
      const { status, text } = await site().ask(
        'anonymous',
        `${paths.api.letters}/${month}${query}`,
      );
      expect(status, month).toBe(404);
      expect(JSON.parse(text)).toEqual({ msg: expect.any(String) as string });
    }
  });
});

describe('an early look', () => {
  const tokens = () => PAIRS['own']?.(castOf()) ?? pair('', '');
  const ask = async (address: string) => (await site().ask('anonymous', address)).text;
  const current = () => addMonths(site().world.yearMonth, 1);
  const allow = (early_look: 0 | 1) =>
    site()
      .factory.db.insertInto('delivery_settings')
      .values({ host_id: castOf().host.id, early_look })
      .onConflict((conflict) => conflict.column('host_id').doUpdateSet({ early_look }))
      .execute();

  test('applies with the next request, to cached pages too, and not to calls', async () => {
    const { factory } = site();
    const { host, resident } = castOf();
    const takenOn = firstDayOf(current());
    const item = await makeItem(factory, host.id, { residentId: resident.id, takenOn });
    const pages = [paths.letters(tokens()), paths.letter(site().world.yearMonth, tokens())];
    const due = `${monthOf(addMonths(current(), 1))}月1日にできあがります`;
    const link = paths.letter(current(), tokens()).replaceAll('&', '&amp;');
    for (const early of [0, 1, 0] as const) {
      await allow(early);
      for (const page of [...pages, ...pages]) {
        const text = await ask(page);
        expect(text.includes(due), page).toBe(early === 1);
        expect(text.includes(`href="${link}"`), page).toBe(early === 1);
      }
      const letter = await ask(paths.letter(current(), tokens()));
      expect(letter.includes(item.blob_id)).toBe(early === 1);
      expect(letter.includes(due)).toBe(early === 1);
      const { calls } = addresses(tokens());
      const { letters } = JSON.parse(await ask(calls[0] ?? '')) as {
        letters: { yearMonth: number }[];
      };
      expect(letters.map(({ yearMonth }) => yearMonth)).toEqual([site().world.yearMonth]);
    }
    await factory.db.deleteFrom('items').where('id', '=', item.id).execute();
  });
});

describe('a revoked link', () => {
  test('stops working with the next request, with its pictures, cached or not', async () => {
    const { factory, world } = site();
    const { resident } = castOf();
    const family = await makeFamily(factory, resident);
    const tokens = pair(resident.token, family.token);
    const { pages, calls } = addresses(tokens);
    for (const page of [...pages, ...pages]) {
      expect((await site().ask('anonymous', page)).status).toBe(200);
    }
    const { text } = await site().ask('anonymous', calls[1] ?? '');
    const [photo] = /\/photos\/family\/[^" ]+\/photo\.jpg/.exec(text) ?? [];
    expect((await site().ask('anonymous', photo ?? '')).status).toBe(200);
    await factory.db
      .updateTable('families')
      .set({ token: 'renewed-and-unknown-to-the-old' })
      .where('id', '=', family.id)
      .execute();
    for (const page of pages) {
      expect((await site().ask('anonymous', page)).status, page).toBe(404);
    }
    expect((await site().ask('anonymous', photo ?? '')).status).toBe(404);
    expect(world.yearMonth).toBeGreaterThan(0);
  });
});

test('reading changes nothing (P20, P21)', async () => {
  const { db } = site().factory;
  const states = async () => [
    await db.selectFrom('letter_reads').selectAll().execute(),
    await db.selectFrom('hosts').select(['id', 'content_version']).execute(),
  ];
  const before = await states();
  const robot = { headers: { 'User-Agent': 'facebookexternalhit/1.1' } };
  const { pages, calls } = addresses(PAIRS['own']?.(castOf()) ?? pair('', ''));
  for (const address of [...pages, ...calls]) await site().ask('anonymous', address, robot);
  expect(await states()).toEqual(before);
});
