import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { addDays, civilDateOf, firstDayOf, yearMonthOf, yearOf } from '#lib/calendar.ts';
import type { CivilDate } from '#lib/calendar.ts';
import type { LetterTokens } from '#lib/paths.ts';
import { paths } from '#lib/paths.ts';
import { countTry } from '#server/rate-limit.ts';
import { unzip } from '../support/archives.ts';
import { makeFamily, makeHost, makeNote, makeResident } from '../support/factories.ts';
import { makeItem } from '../support/items.ts';
import { useSite } from './site.ts';

const site = useSite();
const TODAY = civilDateOf(new Date());
const LAST = yearOf(yearMonthOf(TODAY)) - 1;
const YEARS = [LAST - 2, LAST - 1, LAST];
const PER_MONTH = 14;
const PHOTOS = YEARS.length * 12 * PER_MONTH;

/** Three years of letters. */
async function makeLetters(perMonth: number, years = YEARS, host?: { id: string }) {
  const { factory } = site();
  const { id: hostId } = host ?? (await makeHost(factory));
  const resident = await makeResident(factory, hostId, { name: '遠藤 とき' });
  const family = await makeFamily(factory, resident);
  for (const year of years) {
    for (let month = 1; month <= 12; month++) {
      const yearMonth = year * 100 + month;
      await makeNote(factory, resident, yearMonth, { body: `${year}年${month}月のご様子です。` });
      for (let n = 0; n < perMonth; n++) {
        const photo = { residentId: resident.id, takenOn: addDays(firstDayOf(yearMonth), n) };
        await makeItem(factory, hostId, photo);
      }
    }
  }
  const tokens = { residentToken: resident.token, familyToken: family.token };
  return { resident, family, tokens };
}

const ask = (address: string) => site().ask('anonymous', address);
/** The most that the server has held at once, in MB. */
function highestMb(): number {
  const status = readFileSync(`/proc/${site().server.child.pid}/status`, 'utf8');
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024);
}

const linkTo = (address: string): string => `href="${address.replaceAll('&', '&amp;')}"`;
const plain = (html: string): string => html.replaceAll(/<[^>]+>|\s/g, '');
const countOf = (text: string, what: RegExp): number => [...text.matchAll(what)].length;
const set = (id: string, values: object) =>
  site().factory.db.updateTable('residents').set(values).where('id', '=', id).execute();

test('all years are one book: a small page, and on paper a year at a time', async () => {
  const { tokens } = await makeLetters(PER_MONTH);
  const book = await ask(paths.letterYear('all', tokens));
  expect(book.status).toBe(200);
  expect(Buffer.byteLength(book.text)).toBeLessThan(40_000);
  expect(countOf(book.text, /<img /g)).toBe(1);
  for (const [index, year] of YEARS.entries()) {
    expect(book.text).toContain(linkTo(paths.letterYear(year, tokens)));
    expect(book.text).toContain(linkTo(paths.letterYearPrint('all', tokens, index + 1)));
  }
  expect(book.text).toContain(linkTo(paths.letterYearArchive('all', tokens)));

  const before = highestMb();
  let sides = 0;
  for (const [index, year] of YEARS.entries()) {
    const { text } = await ask(paths.letterYearPrint('all', tokens, index + 1));
    const isFirst = index === 0;
    expect(countOf(text, /<img /g)).toBe(PHOTOS / YEARS.length + (isFirst ? 1 : 0));
    expect(text).not.toMatch(/loading="lazy"|<script|style="/);
    expect(countOf(text, /class="closing"/g)).toBe(year === YEARS.at(-1) ? 1 : 0);
    expect(text).toContain(`${year}年12月のご様子です。`);
    expect(text).not.toContain(`${year - 1}年12月のご様子です。`);
    // Its numbers go on where the part before ended, as the first page says.
    expect(/\.run\{counter-reset:side (\d+)\}/.exec(text)?.[1]).toBe(
      isFirst ? undefined : String(sides),
    );
    const [, from, to] =
      new RegExp(`${year}年1月号から12月号まで（(\\d+)〜(\\d+)ページ`).exec(plain(book.text)) ?? [];
    expect(Number(from)).toBe(sides + 1);
    sides += countOf(text, /class="page[ "]/g);
    expect(Number(to)).toBe(sides);
  }
  expect((await ask(paths.letterYearPrint('all', tokens, 4))).status).toBe(404);
  const months = unzip((await ask(paths.letterYearArchive('all', tokens))).body);
  expect(Object.keys(months).filter((name) => /^\d{4}-\d\d\.html$/.test(name))).toHaveLength(36);
  const grown = highestMb() - before;
  console.info(`a book of ${PHOTOS} photos: ${before} MB before, ${grown} MB more at its highest`);
  expect(grown).toBeLessThan(120);
});

test('of some photos it is printed at once, and a part is for a printer only', async () => {
  const { tokens } = await makeLetters(1, YEARS.slice(1));
  const { text } = await ask(paths.letterYear('all', tokens));
  expect(text).toContain(linkTo(paths.letterYearPrint('all', tokens)));
  expect(text).not.toContain('/letters/years/all-');
  const { tokens: many } = await makeLetters(PER_MONTH, YEARS.slice(1));
  const part = paths.letterYearPrint('all', many, 2);
  expect((await ask(part)).status).toBe(200);
  expect((await ask(part.replace('/print', ''))).status).toBe(404);
});

test('a month of very many photos is in parts, which hold all of them, once', async () => {
  const { factory } = site();
  const { tokens, resident } = await makeLetters(1, [LAST]);
  const may = LAST * 100 + 5;
  for (let n = 0; n < 449; n++) {
    const takenOn = addDays(firstDayOf(may), n % 31);
    await makeItem(factory, resident.host_id, { residentId: resident.id, takenOn });
  }
  for (const view of [paths.letterYear, paths.letterYearPrint]) {
    const first = await ask(view(LAST, tokens));
    const links = [...first.text.matchAll(/href="#m\d{4}(\d\d)"/g)].map(([, month]) => month);
    // The contents lead to where each month begins.
    expect(links).toEqual(['01', '02', '03', '04']);
    expect(first.text).toContain(`${linkTo(view(LAST, tokens, 2)).slice(0, -1)}#m${may}"`);
    expect(first.text).toContain(`${linkTo(view(LAST, tokens, 4)).slice(0, -1)}#m${may + 1}"`);
    const texts = [first.text];
    for (const part of [2, 3, 4]) {
      const { status, text } = await ask(view(LAST, tokens, part));
      expect(status).toBe(200);
      expect(countOf(text, /<h1/g)).toBe(1);
      expect(text.includes('続き')).toBe(part > 2);
      texts.push(text);
    }
    const counts = texts.map((text) => countOf(text, /<figure>/g));
    expect(counts).toEqual([4, 200, 200, 57]);
    expect(countOf(texts.join(''), new RegExp(`${LAST}年5月のご様子です。`, 'g'))).toBe(1);
    const shown = texts.flatMap((text) =>
      [...text.matchAll(/<figure>.*?\/photos\/family\/[^/]+\/([^/]+)\//gs)].map(([, id]) => id),
    );
    expect(new Set(shown).size).toBe(461);
    expect((await ask(view(LAST, tokens, 5))).status).toBe(404);
  }
});

test('what is made of them is limited by link; what is kept is not, by HEAD as by GET', async () => {
  const { db, clock } = site().factory;
  const { tokens, family } = await makeLetters(1, [LAST]);
  const { tokens: others } = await makeLetters(1, [LAST]);
  const kept = paths.letterYear(LAST, tokens);
  expect((await ask(kept)).status).toBe(200);
  for (let n = 0; n < 59; n++) await countTry(db, 'booksByFamily', family.id, clock.now());
  for (const address of [
    paths.letterYear('all', tokens),
    paths.letterYearPrint(LAST, tokens),
    paths.letterYearArchive(LAST, tokens),
  ]) {
    for (const method of ['GET', 'HEAD']) {
      const { status, headers, text } = await site().ask('anonymous', address, { method });
      expect([address, status]).toEqual([address, 429]);
      expect(Number(headers['retry-after'])).toBeGreaterThan(3000);
      expect(plain(text)).toContain(method === 'GET' ? '1時間ほど待ってから' : '');
      expect(text).not.toContain('リンクが正しく');
    }
  }
  for (const method of ['GET', 'HEAD']) {
    const { status, text } = await site().ask('anonymous', kept, { method });
    expect([status, text !== '']).toEqual([200, method === 'GET']);
  }
  expect((await ask(paths.letter(LAST * 100 + 12, tokens))).status).toBe(200);
  expect((await ask(paths.letterYear('all', others))).status).toBe(200);
});

test('without letters it is the shelf', async () => {
  const { tokens } = await makeLetters(0, []);
  const { status, text } = await ask(paths.letterYear('all', tokens));
  expect(status).toBe(404);
  expect(text).toContain('最初のお便りは、これからお届けします。');
  expect(text).not.toContain('のお便りはありません');
});

describe('the shelf offers it', () => {
  const isOffered = async (tokens: LetterTokens) =>
    (await ask(paths.letters(tokens))).text.includes(linkTo(paths.letterYear('all', tokens)));

  test('from the 49th day after a death; it opens before', async () => {
    const { resident, tokens } = await makeLetters(1, [LAST]);
    expect(await isOffered(tokens)).toBe(false);
    const died = (day: CivilDate) =>
      set(resident.id, { died_on: day, letters_end: `${TODAY.slice(0, 7)}-01` });
    await died(addDays(TODAY, -47));
    expect(await isOffered(tokens)).toBe(false);
    expect((await ask(paths.letterYear('all', tokens))).status).toBe(200);
    await died(addDays(TODAY, -48));
    expect(await isOffered(tokens)).toBe(true);
  });

  test('when the last letter of who left is out', async () => {
    const { resident, tokens } = await makeLetters(1, [LAST]);
    await set(resident.id, { left_on: TODAY });
    expect(await isOffered(tokens)).toBe(false);
    await set(resident.id, { left_on: firstDayOf(LAST * 100 + 12) });
    expect(await isOffered(tokens)).toBe(true);
  });
});

test('an admin prints it also once the last day is over, from the page that says so', async () => {
  const { host } = site().world.cast;
  const { resident } = await makeLetters(1, [LAST], host);
  const none = await makeResident(site().factory, host.id, { left_on: '2001-01-01' });
  await site()
    .factory.db.insertInto('facility_endings')
    .values({
      ...{ host_id: host.id, ends_on: addDays(TODAY, -1), words: '', asked_by: 'facility' },
      created_at: new Date().toISOString(),
    })
    .execute();
  const page = await site().ask('admin', paths.price);
  for (const way of [paths.residentBook, paths.residentArchive]) {
    expect(page.text).toContain(`href="${way(resident.id)}"`);
    expect(page.text).not.toContain(way(none.id));
  }
  const { status, text } = await site().ask('admin', paths.residentBook(resident.id));
  expect(status).toBe(200);
  expect(text).toContain(`href="${paths.price}#take-heading"`);
  const photo = paths.staffPhoto(site().world.items.own.blobId, '360.webp');
  expect((await site().ask('admin', photo)).status).toBe(200);
  expect((await site().ask('general', photo)).status).toBe(404);
  const forGeneral = await site().ask('general', paths.residentBook(resident.id));
  expect(forGeneral.headers.location).toBe(paths.login);
  await site().factory.db.deleteFrom('facility_endings').execute();
});

test('an admin prints the same, without links of families, and not of another facility', async () => {
  const { resident, tokens } = await makeLetters(1, YEARS, site().world.cast.host);
  const { status, text } = await site().ask('admin', paths.residentBook(resident.id));
  expect(status).toBe(200);
  // With last month's two of the facility's own letters, and the cover.
  expect(countOf(text, /<img /g)).toBeGreaterThanOrEqual(37);
  expect(text).not.toContain(tokens.familyToken);
  expect(text).not.toContain(tokens.residentToken);
  for (const part of ['2', 'x', '1', '2001']) {
    const { status: none } = await site().ask(
      'admin',
      `${paths.residentBook(resident.id)}?part=${part}`,
    );
    expect([part, none]).toEqual([part, 404]);
  }
  const { resident: long } = await makeLetters(PER_MONTH, YEARS, site().world.cast.host);
  const second = await site().ask('admin', paths.residentBook(long.id, 2));
  expect(countOf(second.text, /<img /g)).toBe(12 * PER_MONTH);
  expect(second.text).toContain(`href="${paths.residentBook(long.id, 3)}"`);
  const foreign = await makeHost(site().factory);
  const stranger = await makeResident(site().factory, foreign.id);
  expect((await site().ask('admin', paths.residentBook(stranger.id))).status).toBe(404);
});
