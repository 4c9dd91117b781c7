import { describe, expect, test } from 'vitest';
import { addMonths, civilDateOf, firstDayOf, yearMonthOf, yearOf } from '#lib/calendar.ts';
import type { LetterTokens } from '#lib/paths.ts';
import { paths } from '#lib/paths.ts';
import { LETTERS } from '../../demo/story.ts';
import {
  makeAnswer,
  makeFamily,
  makeHost,
  makeLetter,
  makeNote,
  makeResident,
} from '../support/factories.ts';
import { makeItem } from '../support/items.ts';
import { form } from './row.ts';
import { useSite } from './site.ts';

const site = useSite();
const YEAR = yearOf(yearMonthOf(civilDateOf(new Date()))) - 1;
const PHOTOS = 200;

/** A family with a whole year behind it, and a photo of each of two other years. */
async function makeYear(photos: number) {
  const { factory } = site();
  const host = await makeHost(factory, { name: 'ひまわりの家', phone: '03-1234-5678' });
  const resident = await makeResident(factory, host.id, { name: '田中 キヨ' });
  const family = await makeFamily(factory, resident);
  const add = (month: number, residentId: string | null) =>
    makeItem(factory, host.id, { residentId, takenOn: firstDayOf(month), caption: '秋の庭で' });
  for (let index = 0; index < photos; index++) {
    await add(YEAR * 100 + 1 + (index % 12), index % 3 === 0 ? null : resident.id);
  }
  for (let month = 1; month <= 12; month++) {
    await makeLetter(factory, host.id, YEAR * 100 + month, LETTERS[month as 1]);
    await makeNote(factory, resident, YEAR * 100 + month, { body: `${month}月のご様子です。` });
  }
  const tokens = { residentToken: resident.token, familyToken: family.token };
  return { host, resident, family, tokens, add };
}

const ask = (address: string) => site().ask('anonymous', address);
const linkTo = (address: string): string => `href="${address.replaceAll('&', '&amp;')}"`;
const countOf = (text: string, what: RegExp): number => [...text.matchAll(what)].length;

test('a year of 200 photos on one page: small, without scripts, with pictures that wait for the reader', async () => {
  const { tokens } = await makeYear(PHOTOS);
  const year = await ask(paths.letterYear(YEAR, tokens));
  expect(year.status).toBe(200);
  expect(Buffer.byteLength(year.text)).toBeLessThan(PHOTOS * 900 + 40_000);
  expect(countOf(year.text, /<figure>/g)).toBe(PHOTOS);
  // The first is the cover.
  expect(countOf(year.text, /<img /g)).toBe(PHOTOS + 1);
  expect(countOf(year.text, /<img [^>]*loading="lazy"/g)).toBe(PHOTOS);
  for (let month = 1; month <= 12; month++) {
    expect(year.text).toContain(`href="#m${YEAR * 100 + month}"`);
    expect(year.text).toContain(`id="m${YEAR * 100 + month}"`);
    expect(year.text).toContain(`${month}月のご様子です。`);
    expect(year.text).toContain(LETTERS[month as 1].title);
  }
  const print = await ask(paths.letterYearPrint(YEAR, tokens));
  expect(countOf(print.text, /<img /g)).toBe(PHOTOS + 1);
  expect(print.text).not.toContain('loading="lazy"');
  for (const { text } of [year, print]) expect(text).not.toMatch(/<script|style="/);
});

describe('the years of a family', () => {
  test('lead to each other, to the paper, the archive and the shelf, which leads to each', async () => {
    const { tokens, add } = await makeYear(3);
    await add((YEAR - 3) * 100 + 5, null);
    await add((YEAR - 1) * 100 + 5, null);
    const { text } = await ask(paths.letterYear(YEAR - 1, tokens));
    for (const way of [
      paths.letterYear(YEAR - 3, tokens),
      paths.letterYear(YEAR, tokens),
      paths.letterYearPrint(YEAR - 1, tokens),
      paths.letterYearArchive(YEAR - 1, tokens),
      paths.letters(tokens),
    ]) {
      expect(text).toContain(linkTo(way));
    }
    const shelf = (await ask(paths.letters(tokens))).text;
    for (const year of [YEAR - 3, YEAR - 1, YEAR]) {
      expect(shelf).toContain(linkTo(paths.letterYear(year, tokens)));
    }
    expect(shelf).not.toContain(linkTo(paths.letterYear(YEAR - 2, tokens)));
  });

  test('that are empty are the shelf with a sentence', async () => {
    const { tokens } = await makeYear(1);
    for (const address of [paths.letterYear(2001, tokens), paths.letterYearPrint(2001, tokens)]) {
      const { status, text } = await ask(address);
      expect(status).toBe(404);
      expect(text).toContain('2001年のお便りはありません');
      expect(text).toContain(linkTo(paths.letters(tokens)));
    }
  });

  test.each(['0999', '20260', 'abcd', '2026x', '9999'])('%j redirects to /404', async (year) => {
    const { tokens } = await makeYear(1);
    const address = paths.letters(tokens).replace('/letters', `/letters/years/${year}`);
    for (const path of [address, address.replace('?', '/print?')]) {
      const { status, headers } = await ask(path);
      expect([status, headers.location]).toEqual([302, '/404']);
    }
  });
});

describe('a cached year', () => {
  const shown = async (tokens: LetterTokens, what: string): Promise<boolean[]> => {
    const pages = [paths.letterYear(YEAR, tokens), paths.letterYearPrint(YEAR, tokens)];
    const texts = await Promise.all([...pages, ...pages].map(ask));
    return [...new Set(texts.map(({ text }) => text.includes(what)))];
  };

  test('shows at once what the family wrote, and only to that family', async () => {
    const { tokens, resident } = await makeYear(1);
    const other = await makeFamily(site().factory, resident);
    const others = { ...tokens, familyToken: other.token };
    const words = '<b>いい笑顔ですね</b>';
    const escaped = '&lt;b&gt;いい笑顔ですね';
    expect(await shown(tokens, escaped)).toEqual([false]);
    const sent = await site().ask(
      'anonymous',
      paths.letterAnswers(YEAR * 100 + 4, tokens),
      form({ body: words }),
    );
    expect(sent.status).toBe(303);
    expect(await shown(tokens, escaped)).toEqual([true]);
    expect(await shown(tokens, words)).toEqual([false]);
    expect(await shown(others, escaped)).toEqual([false]);
  });

  test('is another after the resident moved, after consent was withdrawn, and with a new link', async () => {
    const { factory } = site();
    const { tokens, resident, family, add } = await makeYear(1);
    const { blob_id } = await add(YEAR * 100 + 8, resident.id);
    await makeAnswer(factory, family, { year_month: YEAR * 100 + 3, body: '会いに行きます。' });
    expect(await shown(tokens, blob_id)).toEqual([true]);
    await factory.db
      .updateTable('residents')
      .set({ photos_hidden: 1 })
      .where('id', '=', resident.id)
      .execute();
    expect(await shown(tokens, blob_id)).toEqual([false]);
    await factory.db
      .updateTable('residents')
      .set({ photos_hidden: 0, left_on: firstDayOf(YEAR * 100 + 6) })
      .where('id', '=', resident.id)
      .execute();
    expect(await shown(tokens, blob_id)).toEqual([false]);
    expect(await shown(tokens, `id="m${YEAR}06"`)).toEqual([true]);
    expect(await shown(tokens, `id="m${YEAR}07"`)).toEqual([false]);
    await factory.db
      .updateTable('families')
      .set({ token: `${family.token}2` })
      .where('id', '=', family.id)
      .execute();
    expect((await ask(paths.letterYear(YEAR, tokens))).status).toBe(404);
  });
});

test('the month under way is in no year, also with an early look', async () => {
  const { factory } = site();
  const { tokens, host, resident, add } = await makeYear(1);
  const current = yearMonthOf(civilDateOf(new Date()));
  const settings = { host_id: host.id, early_look: 1 as const };
  await factory.db.insertInto('delivery_settings').values(settings).execute();
  const early = await add(current, resident.id);
  await add(addMonths(current, -1), resident.id);
  expect((await ask(paths.letter(current, tokens))).text).toContain(early.blob_id);
  const before = yearOf(addMonths(current, -1));
  const { text } = await ask(paths.letterYear(before, tokens));
  expect(text).toContain(`id="m${addMonths(current, -1)}"`);
  expect(text).not.toContain(early.blob_id);
  // In January the year has no other month.
  const ofCurrent = await ask(paths.letterYear(yearOf(current), tokens));
  expect(ofCurrent.status).toBe(yearOf(current) === before ? 200 : 404);
});
