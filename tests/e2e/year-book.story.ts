import type { Page } from '@playwright/test';
import { SHEET } from '#domains/paper/print/paper.ts';
import { paths } from '#lib/paths.ts';
import { expectNeat } from './support/neat.ts';
import type { PaperPage } from './support/pdf.ts';
import { readPdf } from './support/pdf.ts';
import { bottom, expectRoom, expectWhole, plain } from './support/sheet.ts';
import { PHONE, RARE, expect, test } from './support/story.ts';
import { BOUND_PHOTOS, FULL_PHOTOS } from './support/year-world.ts';

const LARGE_TYPE = (14 * 25.4) / 72;
/** Above the number of the page. */
const FOOT = SHEET.height - 18;
const MOST_BYTES = 12_000_000;

interface Planned {
  photos: number;
  isCover: boolean;
  months: string[];
  headings: string[];
}

/** What each page of the book holds, as the document says. */
const planOf = (page: Page): Promise<Planned[]> =>
  page.locator('.run .page').evaluateAll((pages) =>
    pages.map((one) => ({
      photos: one.querySelectorAll('img').length,
      isCover: one.classList.contains('cover'),
      months: [...one.querySelectorAll('.head h2')].map((head) => head.textContent),
      headings: [...one.querySelectorAll('h3')].map((head) => head.textContent),
    })),
  );

/** @param from the number of its first page, of a part that goes on */
async function print(page: Page, address: string, from = 1) {
  await page.goto(address);
  await page.waitForFunction(() =>
    [...document.images].every(({ complete, naturalWidth }) => complete && naturalWidth > 0),
  );
  await expectRoom(page);
  const plan = await planOf(page);
  const pdf = await page.pdf({ preferCSSPageSize: true });
  expect(pdf.length).toBeLessThan(MOST_BYTES * Math.max(1, plan.length / 80));
  const paper = await readPdf(pdf);
  expect(paper.length).toBe(plan.length);
  for (const [index, sheet] of paper.entries()) {
    const planned = plan[index];
    if (!planned) throw new Error('a page that was not planned');
    expectSheet(sheet, planned, from + index);
  }
  return { plan, paper };
}

function expectSheet(sheet: PaperPage, planned: Planned, number: number): void {
  const where = `page ${number}`;
  expect([Math.round(sheet.width), Math.round(sheet.height)], where).toEqual([210, 297]);
  // A photo over the end of a page would be on both.
  expect(sheet.photos.length, where).toBe(planned.photos);
  expectWhole(sheet, where);
  if (planned.isCover) return;
  expect(sheet.words.at(-1)?.text, where).toBe(String(number));
  const body = sheet.words.filter((word) => bottom(word) < FOOT);
  for (const word of body) expect(word.height, where).toBeGreaterThanOrEqual(LARGE_TYPE - 0.02);
  for (const heading of planned.headings) expectFollowed(sheet, body, heading, where);
}

/** What stands below a heading is on its page. */
function expectFollowed(
  { photos }: PaperPage,
  body: PaperPage['words'],
  heading: string,
  where: string,
): void {
  const head = body.find(({ text }) => plain(heading).startsWith(plain(text)));
  expect(head, `${heading} on ${where}`).toBeDefined();
  const below = [...photos, ...body].filter(({ top }) => head && top > bottom(head));
  expect(below.length, `below ${heading} on ${where}`).toBeGreaterThan(0);
}

/** The pages that the contents name. */
function expectContents({ text }: PaperPage, plan: readonly Planned[]): void {
  const named = [...plain(text).matchAll(/(\d+月号).*?(\d+)ページ/g)];
  expect(named).toHaveLength(12);
  for (const [, month = '', number] of named) {
    expect(plan[Number(number) - 1]?.months, month).toContain(month);
  }
}

test.use(PHONE);

test('a family opens its year on a phone and prints it', async ({ page, world }) => {
  const { year, full, hostName } = world.year;
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(paths.letters(full));
  await page.getByRole('link', { name: `${year}年をまとめて読む・印刷する` }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${year}年のお便り`);
  await page.waitForLoadState();
  // The rest comes as it is scrolled to.
  expect(asked.filter((path) => path.startsWith('/photos/')).length).toBeLessThan(FULL_PHOTOS / 3);
  expect(asked.filter((path) => path.endsWith('.js'))).toEqual([]);
  await page.getByRole('link', { name: '9月号' }).click();
  await expect(page.locator(`#m${year}09`)).toBeInViewport();
  await expectNeat(page);
  await page.goBack();
  await page.getByRole('link', { name: '紙に印刷する' }).click();
  await expect(page.getByText(/A4の紙で\d+ページ/)).toBeVisible();

  const { plan, paper } = await print(page, paths.letterYearPrint(year, full));
  expect(plan.reduce((sum, { photos }) => sum + photos, 0)).toBe(FULL_PHOTOS + 1);
  expect(paper.length).toBeGreaterThan(FULL_PHOTOS / 6);
  expect(paper.length).toBeLessThan(80);
  if (!paper[1]) throw new Error('no contents');
  expectContents(paper[1], plan);
  const last = paper.at(-1);
  expect(plain(last?.text ?? '')).toContain(plain(`${hostName}電話 03-9876-5432`));
  // The last words are above the closing.
  expect(plain(last?.text ?? '').indexOf(plain(hostName))).toBeGreaterThan(20);
});

test(
  'three years of fourteen photos a month are one book, printed a year at a time',
  RARE,
  async ({ page, world }) => {
    const { year, bound, hostName } = world.year;
    await page.goto(paths.letterYear('all', bound));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('お便り');
    await expectNeat(page);
    const first = new RegExp(`^${year - 2}年1月号から12月号まで\\s*（1〜`);
    await page.getByRole('link', { name: first }).click();
    await expect(page.getByText(/A4の紙で\d+ページ/)).toBeVisible();
    const paper: PaperPage[] = [];
    let photos = 0;
    for (const part of [1, 2, 3]) {
      const printed = await print(
        page,
        paths.letterYearPrint('all', bound, part),
        paper.length + 1,
      );
      paper.push(...printed.paper);
      photos += printed.plan.reduce((sum, planned) => sum + planned.photos, 0);
    }
    expect(photos).toBe(BOUND_PHOTOS + 1);
    const contents = plain(paper[1]?.text ?? '');
    for (const one of [year - 2, year - 1, year]) {
      const begins = Number(
        new RegExp(`${one}年1月号から12月号まで(\\d+)ページ`).exec(contents)?.[1],
      );
      const begun = plain(paper[begins - 1]?.text ?? '');
      expect(begun.startsWith(`${one}年`), begun.slice(0, 20)).toBe(true);
    }
    expect(plain(paper.at(-1)?.text ?? '')).toContain(plain(hostName));
  },
);

test('a year of one photo, and one of a page of words', RARE, async ({ page, world }) => {
  const { year, single, worded, hostName } = world.year;
  const one = await print(page, paths.letterYearPrint(year, single));
  expect(one.plan.map(({ photos }) => photos)).toEqual([1, 1]);
  const words = await print(page, paths.letterYearPrint(year, worded));
  expect(words.paper).toHaveLength(3);
  const [, first, second] = words.paper.map(({ text }) => plain(text));
  expect(first).toContain('昔のお話');
  expect(second).toMatch(new RegExp(`昔のお話.*${plain(hostName)}`));
});

test('albums of any shapes and words stay on their pages', RARE, async ({ page, world }) => {
  for (const album of world.year.albums) {
    await page.goto(paths.letterYearPrint(world.year.year, album));
    expect(await page.locator('.run .page').count()).toBeGreaterThan(FULL_PHOTOS / 6);
    await expectRoom(page);
  }
});
