import type { Locator, Page } from '@playwright/test';
import { ALWAYS_SEEN, EVER_SEEN, SHEET } from '#domains/paper/print/paper.ts';
import { addMonths, firstDayOf } from '#lib/calendar.ts';
import { paths } from '#lib/paths.ts';
import { jpeg } from '../support/pictures.ts';
import { expectNeat } from './support/neat.ts';
import type { PaperPage } from './support/pdf.ts';
import { readPdf, renderPages } from './support/pdf.ts';
import { bottom, expectRoom, expectWhole, plain, right } from './support/sheet.ts';
import { addPhoto } from './support/photos.ts';
import { readQrIn } from './support/qr.ts';
import { RARE, expect, signIn, test } from './support/story.ts';

const HOME = { postcode: '1040061', pref: '東京都', city: '中央区', town: '銀座', street: '1-2-3' };
const LONG_STREET = '三丁目十五番地二 グランドメゾン銀座ガーデンテラス弐番館 1203号室';
const SHAPES = [
  { width: 900, height: 675 },
  { width: 675, height: 900 },
  { width: 900, height: 675 },
  { width: 1200, height: 500 },
  { width: 700, height: 700 },
];
/** A draft, and a plain office printer. */
const PRINTERS_DPI = [150, 300];
const LARGE_TYPE = (14 * 25.4) / 72;

/** The number of sheets that the page announces. */
const planned = (sheets: Locator) =>
  sheets.evaluateAll((pages) =>
    pages.map((page) => ({
      family: page.parentElement?.dataset['family'] ?? '',
      isFirst: page.classList.contains('first'),
      isEmpty: page.hasAttribute('data-empty'),
      isLast: page.querySelector('.closing') !== null,
      photos: page.querySelectorAll('img').length,
    })),
  );

async function addFamily(page: Page, residentId: string, name: string, street: string) {
  const data = { residentId, name, nameKana: '', delivery: 'print', ...HOME, street };
  const headers = { Origin: new URL(page.url()).origin };
  const answer = await page.request.post(paths.api.families, { headers, data });
  expect(answer.status()).toBe(201);
  return ((await answer.json()) as { family: { id: string; lettersUrl: string } }).family;
}

/** Only the address shows in the window, wherever the sheet has slipped to. */
function expectAddressed({ words }: PaperPage, name: string): void {
  const seen = words.filter(({ left, top }) => left < EVER_SEEN.right && top < EVER_SEEN.bottom);
  expect(plain(seen.map(({ text }) => text).join(''))).toContain(plain(`${name} 様`));
  for (const word of seen) {
    expect(word.left).toBeGreaterThanOrEqual(ALWAYS_SEEN.left);
    expect(right(word)).toBeLessThanOrEqual(ALWAYS_SEEN.right + 0.5);
    expect(word.top).toBeGreaterThanOrEqual(ALWAYS_SEEN.top - 0.5);
    expect(bottom(word)).toBeLessThanOrEqual(ALWAYS_SEEN.bottom + 0.5);
  }
}

/** Between the sender and the page number. */
function expectLargeType({ words }: PaperPage): void {
  const body = words.filter(({ top }) => top > EVER_SEEN.bottom && top < SHEET.height - 16);
  expect(body.filter(({ height }) => height < LARGE_TYPE - 0.02)).toEqual([]);
}

/** The printed QR code, without colour, opens that family's letters. */
async function expectCodes(
  pdf: Buffer,
  plan: readonly { family: string; isLast: boolean }[],
  families: readonly { id: string; lettersUrl: string }[],
): Promise<void> {
  const closing = plan.flatMap(({ isLast }, index) => (isLast ? [index] : []));
  const due = closing.map((index) => families.find(({ id }) => id === plan[index]?.family));
  expect(new Set(due).size).toBe(families.length);
  for (const dpi of PRINTERS_DPI) {
    const pictures = await renderPages(pdf, closing, dpi);
    const read = await Promise.all(pictures.map(readQrIn));
    expect(read, `${dpi} dpi`).toEqual(due.map((family) => family?.lettersUrl));
  }
}

test('letters on paper come out of the printer', RARE, async ({ page, world, baseURL }) => {
  const { admin, resident, neighbour } = world.cast;
  const yearMonth = addMonths(world.yearMonth, -9);
  await signIn(page, admin.email);
  await expect(page).toHaveURL(paths.items);
  const headers = { Origin: baseURL ?? '' };
  for (const residentId of [resident.id, null]) {
    for (const shape of SHAPES) {
      const caption = residentId === null ? '施設のようすです' : '田中様の一枚、庭の柿を見上げて';
      const photo = { residentId, takenOn: firstDayOf(yearMonth), caption };
      await addPhoto(page.request, baseURL ?? '', { ...photo, bytes: await jpeg(shape) });
    }
  }
  const body = '朝晩が涼しくなりました。今月は芋掘りに出かけました。'.repeat(3);
  const letter = { yearMonth, title: '秋の便り', body, coverItemId: null };
  const saved = await page.request.post(paths.api.adminLetters, { headers, data: letter });
  expect(saved.status()).toBe(201);
  const families = [
    { name: '田中 さつき', ...(await addFamily(page, resident.id, '田中 さつき', '1-2-3')) },
    { name: '鈴木 みどり', ...(await addFamily(page, neighbour.id, '鈴木 みどり', LONG_STREET)) },
  ];

  const sheets = page.locator('.run .page');
  await expect(async () => {
    await page.goto(paths.adminLetterRoom(yearMonth, 'delivery'));
    await page.getByRole('link', { name: '印刷する' }).click();
    await expect(page.locator('.run img')).toHaveCount(3 * SHAPES.length, { timeout: 1000 });
  }).toPass();
  await expectNeat(page);
  await expect(page.getByRole('button', { name: '印刷する' })).toBeEnabled();
  await page.waitForFunction(() =>
    [...document.images].every(({ complete, naturalWidth }) => complete && naturalWidth > 0),
  );
  await expectRoom(page);
  const plan = await planned(sheets);
  const pdf = await page.pdf({ preferCSSPageSize: true });
  const paper = await readPdf(pdf);

  expect(paper.length).toBe(plan.length);
  for (const [index, { isFirst, isEmpty, photos, ...of }] of plan.entries()) {
    const sheet = paper[index];
    const family = families.find(({ id }) => id === of.family);
    if (!sheet || !family) throw new Error('a page without a family');
    const where = `page ${index + 1}`;
    expect(sheet.photos.length, where).toBe(photos);
    expectWhole(sheet, where);
    expectLargeType(sheet);
    for (const other of families.filter((one) => one !== family)) {
      expect(plain(sheet.text), where).not.toContain(plain(other.name));
    }
    if (isEmpty) expect(sheet.text).toBe('');
    if (isFirst) {
      expect(index % 2, 'begins on the front of a sheet').toBe(0);
      expectAddressed(sheet, family.name);
    }
  }
  await expectCodes(pdf, plan, families);

  await page.getByRole('link', { name: '片面に印刷' }).click();
  await expect(page.locator('.run [data-empty]')).toHaveCount(0);
  await page.getByRole('link', { name: '田中 さつき 様、この方だけ印刷する' }).click();
  await expect(page.locator('.run article')).toHaveCount(1);
  for (const { id } of families) {
    await page.request.delete(paths.api.family(id), { headers });
  }
});
