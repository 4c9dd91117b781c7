import { beforeAll, describe, expect, test } from 'vitest';
import { PAGE_SIZE } from '#domains/item/item-limits.ts';
import { addMonths, civilDateOf, yearMonthOf } from '#lib/calendar.ts';
import { paths } from '#lib/paths.ts';
import { dataPaths } from '#server/data-folder.ts';
import type { Ids } from '../support/admin-pages.ts';
import { adminPages, pickIds } from '../support/admin-pages.ts';
import { makeHost, makeStaff } from '../support/factories.ts';
import { call, signIn } from '../support/http.ts';
import type { Size } from '../support/large-facility.ts';
import { fillFacility, fillFacilityIn } from '../support/large-facility.ts';
import { onFile } from '../support/on-file.ts';
import { takeStatistics } from '../support/statistics.ts';
import { form } from './row.ts';
import { useSite } from './site.ts';

/** So few photos that most residents have none this month, as on its first days. */
const SIZE: Size = { residents: 1000, photos: 2400, months: 12 };
const MAX_BYTES = 200 * 1024;
const SLOW_MS = 120_000;

const site = useSite();
const today = civilDateOf(new Date());
const lastMonth = addMonths(yearMonthOf(today), -1);
let ids: Ids;
let hostId: string;
const cookies = { admin: '', general: '' };

beforeAll(async () => {
  const { factory, dataDir, server } = site();
  hostId = (await makeHost(factory)).id;
  // Due from midnight, so that no hour of the day on which the tests run is too early.
  await factory.db.insertInto('delivery_settings').values({ host_id: hostId, hour: 0 }).execute();
  const admin = await makeStaff(factory, hostId, { role: 'admin', email: 'large@example.jp' });
  const general = await makeStaff(factory, hostId, { email: 'large-general@example.jp' });
  const place = { hostId, staffId: admin.id, today };
  if (onFile) fillFacility(dataPaths(dataDir).database, place, SIZE);
  else await fillFacilityIn(factory.db, place, SIZE);
  await takeStatistics(factory.db);
  ids = await pickIds(factory.db, hostId, lastMonth);
  cookies.admin = (await signIn(server.url, admin.email)).cookie;
  cookies.general = (await signIn(server.url, general.email)).cookie;
}, SLOW_MS);

/** Fails where the page is not small. */
async function read(path: string, who: keyof typeof cookies = 'admin'): Promise<string> {
  const answer = await call(site().server.url, path, { headers: { cookie: cookies[who] } });
  expect([path, answer.status]).toEqual([path, 200]);
  expect(answer.body.length, path).toBeLessThanOrEqual(MAX_BYTES);
  return answer.text;
}

const ADDRESS = 'http://localhost';

/** Follows a link from page to page, as people do, until there is none or one was there before. */
async function walk(
  from: string,
  nextIn: (html: string) => string | undefined,
  who?: keyof typeof cookies,
): Promise<string[]> {
  const pages: string[] = [];
  const visited = new Set<string>();
  let next: string | undefined = from;
  while (next !== undefined && !visited.has(next)) {
    visited.add(next);
    const html = await read(next, who);
    pages.push(html);
    const link = nextIn(html);
    const url: URL | undefined =
      link === undefined ? undefined : new URL(link, new URL(next, ADDRESS));
    next = url && `${url.pathname}${url.search}`;
  }
  return pages;
}

/** The first part of a page's markup that matches, as the browser reads it. */
const partOf = (html: string, pattern: RegExp): string | undefined =>
  pattern.exec(html)?.[1]?.replaceAll('&amp;', '&');
const nextOf = (html: string): string | undefined =>
  partOf(html, /<a [^>]*rel="next"[^>]*href="([^"]*)"/);
const listIn = (html: string): string => html.split('id="all-residents"')[1] ?? '';
/** Which ids the pages link to; once each, however often a page does. */
const linkedIn = (pages: string[], link: RegExp): string[] =>
  pages.flatMap((html) => [...new Set([...html.matchAll(link)].map(([, id]) => id ?? ''))]).sort();

const residentIds = async (part: 'living' | 'left'): Promise<string[]> => {
  const rows = await site()
    .factory.db.selectFrom('residents')
    .select(['id', 'left_on'])
    .where('host_id', '=', hostId)
    .execute();
  const wanted = rows.filter(
    ({ left_on: day }) => (day !== null && day <= today) === (part === 'left'),
  );
  return wanted.map(({ id }) => id).sort();
};
const familyIds = async (): Promise<string[]> => {
  const { db } = site().factory;
  const rows = await db.selectFrom('families').select('id').where('host_id', '=', hostId).execute();
  return rows.map(({ id }) => id).sort();
};

const RESIDENT = /href="\/adminstaff\/residents\/([0-9a-f]{16})"/g;
const FAMILY = /href="\/adminstaff\/families\/([0-9a-f]{16})[#"]/g;
const LETTER_OF = /preview\?resident=([0-9a-f]{16})"/g;
const PHOTOS_OF = /href="\/adminstaff\/items\/residents\/([0-9a-f]{16})[?"]/g;

test('every page is small', { timeout: SLOW_MS }, async () => {
  for (const page of adminPages(ids, Math.ceil(SIZE.photos / PAGE_SIZE))) {
    expect(await read(page), page).not.toBe('');
  }
});

describe('pages add up', { timeout: SLOW_MS }, () => {
  test.each([
    ['living', paths.residents],
    ['left', `${paths.residents}?shown=left`],
  ] as const)('to all residents: %s', async (part, from) => {
    const pages = await walk(from, nextOf);
    expect(linkedIn(pages, RESIDENT)).toEqual(await residentIds(part));
  });

  test('to all families', async () => {
    const pages = await walk(paths.families, nextOf);
    expect(pages).toHaveLength(SIZE.residents / 100);
    expect(linkedIn(pages, FAMILY)).toEqual(await familyIds());
  });

  test('to all deliveries', async () => {
    const pages = await walk(paths.adminDeliveries(lastMonth), nextOf);
    expect(linkedIn(pages, FAMILY)).toEqual(await familyIds());
    for (const html of pages) expect(html).toContain('すべて 1500');
  });

  test('to all residents beside the letter', async () => {
    const room = paths.adminLetterRoom(lastMonth, 'each');
    const everybody = [...(await residentIds('living')), ...(await residentIds('left'))].sort();
    const all = await walk(room, nextOf);
    const listed = linkedIn(all.map(listIn), LETTER_OF);
    expect(listed.filter((id) => everybody.includes(id))).toEqual(listed);
    expect(new Set(listed).size).toBe(listed.length);
    expect(all[0]).toContain(`すべて ${listed.length}`);
    const missing = await walk(`${room}&show=photoless`, nextOf);
    const count = /写真がまだ (\d+)/.exec(missing[0] ?? '')?.[1];
    expect(linkedIn(missing.map(listIn), LETTER_OF)).toHaveLength(Number(count));
  });

  test.each(['admin', 'general'] as const)(
    'to all names of the photo page, without scripts: %s',
    async (who) => {
      const nextNames = (html: string) => partOf(html, /href="([^"]*names=\d+)"/);
      const pages = await walk(`${paths.items}?yearMonth=all&names=1`, nextNames, who);
      expect(linkedIn(pages, PHOTOS_OF)).toEqual(await residentIds('living'));
    },
  );
});

describe('lists', { timeout: SLOW_MS }, () => {
  test('find someone on any page, and show the last page for one past the end', async () => {
    const [found] = [await read(`${paths.residents}?search=${encodeURIComponent('入居 998')}`)];
    expect(linkedIn([found], RESIDENT)).toHaveLength(1);
    expect(await read(`${paths.residents}?page=99`)).toContain('801〜900人目');
    expect(await read(`${paths.families}?page=99`)).toContain('901〜1000人目');
  });

  test('keep search, filter and tab on their pages', async () => {
    const pages = [
      [`${paths.residents}?search=${encodeURIComponent('入居')}`, 'search'],
      [`${paths.families}?delivery=print`, 'delivery'],
      [`${paths.adminDeliveries(lastMonth)}?show=unseen`, 'show'],
    ] as const;
    for (const [address, name] of pages) {
      const kept = new URL(nextOf(await read(address)) ?? '', ADDRESS);
      expect([address, kept.searchParams.get('page')]).toEqual([address, '2']);
      expect(kept.searchParams.get(name)).toBe(new URL(address, ADDRESS).searchParams.get(name));
    }
  });

  test('jump to a row on another page', async () => {
    const html = await read(paths.residents);
    const [, href] = /<a href="([^"]*)"[^>]*aria-label="ら行"/.exec(html) ?? [];
    expect(href).toBe('/adminstaff/residents?page=9#row-ら');
    expect(await read('/adminstaff/residents?page=9')).toContain('id="row-ら"');
    expect(html).toContain('href="#row-あ"');
  });

  test('stay on the page from which a mail is sent', async () => {
    const { db } = site().factory;
    const failed = { state: 'failed' as const, last_error: '550 no such user' };
    await db
      .updateTable('deliveries')
      .set(failed)
      .where('host_id', '=', hostId)
      .where('year_month', '=', lastMonth)
      .execute();
    const [{ id }] = (await db
      .selectFrom('families')
      .innerJoin('residents', 'residents.id', 'families.resident_id')
      .select('families.id')
      .where('families.host_id', '=', hostId)
      .where('delivery', '=', 'email')
      .where('left_on', 'is', null)
      .execute()) as [{ id: string }];
    const list = paths.adminDeliveries(lastMonth);
    const place = 'show=failed&page=2';
    expect(partOf(await read(`${list}?${place}`), /href="([^"]*send=[^"]*)"/)).toMatch(
      `&${place}#send`,
    );
    const asked = await read(`${list}?send=${id}&${place}`);
    const action = partOf(asked, /action="([^"]*sendLetter[^"]*)"/) ?? '';
    expect(asked).toContain(`href="${list}?${place.replace('&', '&amp;')}"`);
    const { headers, ...fields } = form({ yearMonth: String(lastMonth), familyId: id });
    const answer = await call(site().server.url, `${list}${action}`, {
      ...fields,
      headers: { ...headers, cookie: cookies.admin, 'Sec-Fetch-Site': 'same-origin' },
    });
    expect([answer.status, answer.headers.location]).toEqual([303, `${list}?sent=1&${place}`]);
  });
});
