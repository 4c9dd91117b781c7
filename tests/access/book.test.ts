import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { addDays, civilDateOf, firstDayOf, yearMonthOf, yearOf } from '#lib/calendar.ts';
import type { CivilDate } from '#lib/calendar.ts';
import type { LetterTokens } from '#lib/paths.ts';
import { paths } from '#lib/paths.ts';
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
  return { resident, tokens };
}

const ask = (address: string) => site().ask('anonymous', address);
/** The most that the server has held at once, in MB. */
function highestMb(): number {
  const status = readFileSync(`/proc/${site().server.child.pid}/status`, 'utf8');
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024);
}

const linkTo = (address: string): string => `href="${address.replaceAll('&', '&amp;')}"`;
const countOf = (text: string, what: RegExp): number => [...text.matchAll(what)].length;
const set = (id: string, values: object) =>
  site().factory.db.updateTable('residents').set(values).where('id', '=', id).execute();

test('all years are one book: a small page, and on paper all of it or a year at a time', async () => {
  const { tokens } = await makeLetters(PER_MONTH);
  const book = await ask(paths.letterYear('all', tokens));
  expect(book.status).toBe(200);
  expect(Buffer.byteLength(book.text)).toBeLessThan(40_000);
  expect(countOf(book.text, /<img /g)).toBe(1);
  for (const year of YEARS) {
    expect(book.text).toContain(linkTo(paths.letterYear(year, tokens)));
    expect(book.text).toContain(linkTo(paths.letterYearPrint(`all-${year}`, tokens)));
  }
  expect(book.text).toContain(linkTo(paths.letterYearArchive('all', tokens)));

  const before = highestMb();
  const whole = await ask(paths.letterYearPrint('all', tokens));
  expect(countOf(whole.text, /<img /g)).toBe(PHOTOS + 1);
  expect(whole.text).not.toMatch(/loading="lazy"|<script|style="/);
  const sides = countOf(whole.text, /class="page[ "]/g);
  expect(countOf(whole.text, /class="closing"/g)).toBe(1);
  let inParts = 0;
  for (const year of YEARS) {
    const { text } = await ask(paths.letterYearPrint(`all-${year}`, tokens));
    const isFirst = year === YEARS[0];
    expect(countOf(text, /<img /g)).toBe(PHOTOS / YEARS.length + (isFirst ? 1 : 0));
    expect(countOf(text, /class="closing"/g)).toBe(year === YEARS.at(-1) ? 1 : 0);
    expect(text).toContain(`${year}年12月のご様子です。`);
    expect(text).not.toContain(`${year - 1}年12月のご様子です。`);
    // Its numbers go on where the part before ended.
    expect(/\.run\{counter-reset:side (\d+)\}/.exec(text)?.[1]).toBe(
      isFirst ? undefined : String(inParts),
    );
    inParts += countOf(text, /class="page[ "]/g);
  }
  expect(inParts).toBe(sides);
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
  const part = paths.letterYearPrint(`all-${LAST}`, tokens);
  expect((await ask(part)).status).toBe(200);
  expect((await ask(part.replace('/print', ''))).status).toBe(404);
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
  const part = await site().ask('admin', paths.residentBook(resident.id, LAST));
  expect(countOf(part.text, /<img /g)).toBe(12);
  expect((await site().ask('admin', `${paths.residentBook(resident.id)}?year=x`)).status).toBe(404);
  const foreign = await makeHost(site().factory);
  const stranger = await makeResident(site().factory, foreign.id);
  expect((await site().ask('admin', paths.residentBook(stranger.id))).status).toBe(404);
});
