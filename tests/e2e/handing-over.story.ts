import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { CARDS_ON_A_SHEET } from '#domains/paper/print/invitation-cards.ts';
import { SHEET } from '#domains/paper/print/paper.ts';
import { formatMonth } from '#lib/format-ja.ts';
import { paths } from '#lib/paths.ts';
import { mailedLink } from './support/letterbox.ts';
import { expectNeat } from './support/neat.ts';
import type { PaperPage } from './support/pdf.ts';
import { readPdf, renderPages } from './support/pdf.ts';
import { readQrIn } from './support/qr.ts';
import { PHONE, expect, startSession, test } from './support/story.ts';

const LONG_NAME = '勅使河原 太郎左衛門助'.repeat(5); // 55 of 60 letters
const PRINTER_DPI = 150;
const plain = (text: string): string => text.normalize('NFKC').replace(/\s/g, '');

test.describe('on a phone', () => {
  test.use(PHONE);

  test('an admin follows the mail of the 1st, hands letters over, and prints cards', async ({
    page,
    visitor,
    world,
    baseURL,
  }) => {
    const { admin, linked, yearMonth } = world.delivery;
    const month = `${formatMonth(yearMonth)}号`;
    const link = await mailedLink(world, admin.email, `${month}を、1家族にお渡しください`);
    await startSession(page, admin.email);
    await page.goto(link);
    await expect(page.getByRole('heading', { name: `${month}のお渡し`, level: 1 })).toBeVisible();
    await expect(page.getByText('お渡しがまだのご家族が、1家族あります。')).toBeVisible();
    await expectNeat(page);
    const row = page.getByRole('listitem').filter({ hasText: `${linked.name} 様` });
    const button = row.getByRole('button', { name: 'お渡ししました' });
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status')).toContainText('お渡し済みにしました。');
    await expect(row).toHaveCount(0);
    await page.getByRole('link', { name: 'お渡ししました 1' }).click();
    await expect(row).toContainText(`${admin.name}さん`);
    await row.getByRole('button', { name: '取り消す' }).click();
    await page.getByRole('link', { name: 'お渡しがまだ 1' }).click();
    await row.getByRole('button', { name: 'お渡ししました' }).click();
    await expect(row).toHaveCount(0);
    await page.goto(paths.dashboard);
    await expect(page.getByText('お渡しするご家族が、あと')).toHaveCount(0);
    await page.getByText(`先月のこと（${month}）`).click();
    await expect(page.getByText('1家族のうち1家族にお渡ししました')).toBeVisible();
    await page.goBack();
    await page.getByRole('link', { name: 'ご案内カードを印刷する' }).click();
    await expect(page.getByRole('article').filter({ hasText: linked.name })).toBeVisible();
    await expectNeat(page);

    // A facility with more of them, and with the longest names.
    const other = await visitor(PHONE);
    await startSession(other, world.cast.admin.email);
    await addFamilies(other, baseURL ?? '', world.cast.resident.id);
    await other.goto(paths.familyCards);
    await expect(other.getByRole('article').locator('.join')).toHaveCount(0);
    await other.getByRole('button', { name: 'LINEのQRコードを入れる' }).click();
    await expect(other).toHaveURL(paths.familyCards);
    await expectCards(other);
    await other.goto(`${paths.familyCards}?family=${world.cast.family.id}`);
    await expectCards(other);
    await expect(other.getByRole('article')).toHaveCount(1);
  });
});

async function addFamilies(page: Page, Origin: string, residentId: string): Promise<void> {
  const names = Array.from({ length: 6 }, (_, n) => `森 ${n}美`);
  for (const name of [LONG_NAME, ...names]) {
    const data = { residentId, name, nameKana: '', delivery: 'link' };
    const answer = await page.request.post(paths.api.families, { headers: { Origin }, data });
    expect(answer.status()).toBe(201);
  }
}

/** Whole cards, four to a sheet, each with the code of its own family. */
async function expectCards(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print' });
  const cards = await page.getByRole('article').evaluateAll((articles) =>
    articles.map((card) => ({
      familyId: card.dataset['family'] ?? '',
      hasLine: card.querySelector('.join') !== null,
      texts: [...card.querySelectorAll('.to, h2, .from')].map((one) =>
        one.textContent.replaceAll('\u200b', ''),
      ),
      isWhole: card.scrollHeight <= card.clientHeight && card.scrollWidth <= card.clientWidth,
    })),
  );
  expect(cards.filter(({ isWhole }) => !isWhole)).toEqual([]);
  expect(cards.filter(({ hasLine }) => hasLine)).not.toEqual([]);
  await page.emulateMedia({ media: null });
  const pdf = await page.pdf({ preferCSSPageSize: true });
  const sheets = await readPdf(pdf);
  expect(sheets).toHaveLength(Math.ceil(cards.length / CARDS_ON_A_SHEET));
  const answer = await page.request.get(paths.api.families);
  const { families } = (await answer.json()) as { families: { id: string; lettersUrl: string }[] };
  const urls = new Map(families.map(({ id, lettersUrl }) => [id, lettersUrl]));
  const pictures = await renderPages(pdf, [...sheets.keys()], PRINTER_DPI);
  for (const [at, { familyId, texts, hasLine }] of cards.entries()) {
    const where = `card ${at + 1}`;
    const sheet = Math.floor(at / CARDS_ON_A_SHEET);
    const quarter = at % CARDS_ON_A_SHEET;
    const text = textIn(sheets[sheet], quarter);
    for (const one of texts) expect(text, where).toContain(plain(one));
    const card = await cutOut(pictures[sheet], quarter);
    expect(await readQrIn(await partOf(card, 0, 0.58)), where).toBe(urls.get(familyId));
    if (!hasLine) continue;
    const join = decodeURIComponent(await readQrIn(await partOf(card, 0.58, 0.92)));
    expect(join, where).toMatch(
      /^https:\/\/line\.me\/R\/oaMessage\/@\w+\/\?お便り\n\d{5}(-\d{5}){4}$/,
    );
  }
  const { width, height } = await sharp(pictures[0]).metadata();
  expect(width / PRINTER_DPI).toBeCloseTo(SHEET.width / 25.4, 1);
  expect(height / PRINTER_DPI).toBeCloseTo(SHEET.height / 25.4, 1);
}

const HALF = { width: SHEET.width / 2, height: SHEET.height / 2 };

/** Of the words that begin in a quarter of the sheet. */
function textIn(sheet: PaperPage | undefined, quarter: number): string {
  const words = (sheet?.words ?? []).filter(
    ({ left, top }) =>
      Math.floor(left / HALF.width) === quarter % 2 &&
      Math.floor(top / HALF.height) === Math.floor(quarter / 2),
  );
  return plain(words.map(({ text }) => text).join(''));
}

/** The letter's code is above, LINE's below. */
async function partOf(card: Buffer, from: number, to: number): Promise<Buffer> {
  const { width, height } = await sharp(card).metadata();
  const top = Math.round(height * from);
  return sharp(card)
    .extract({ left: 0, top, width, height: Math.round(height * to) - top })
    .png()
    .toBuffer();
}

async function cutOut(picture: Buffer | undefined, quarter: number): Promise<Buffer> {
  const { width: wide, height: tall } = await sharp(picture).metadata();
  const width = Math.floor(wide / 2);
  const height = Math.floor(tall / 2);
  return sharp(picture)
    .extract({ left: (quarter % 2) * width, top: Math.floor(quarter / 2) * height, width, height })
    .png()
    .toBuffer();
}
