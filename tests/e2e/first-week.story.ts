import type { Page } from '@playwright/test';
import {
  addMonths,
  civilDateOf,
  firstDayOf,
  monthOf,
  startOfDay,
  yearMonthOf,
} from '#lib/calendar.ts';
import { HOUR_MS } from '#lib/durations.ts';
import { paths } from '#lib/paths.ts';
import { jpeg } from '../support/pictures.ts';
import { shiftJis } from '../support/shift-jis.ts';
import type { Relative } from './support/first-week.ts';
import { FAMILIES, LIST, MENDED, RESIDENTS, joinAs, relatives } from './support/first-week.ts';
import { mailedLink, mailsTo } from './support/letterbox.ts';
import type { AnyServer } from './support/own-server.ts';
import { startEmptyServer } from './support/own-server.ts';
import { readPdf, renderPages } from './support/pdf.ts';
import { countCost } from './support/presses.ts';
import { readQrIn } from './support/qr.ts';
import { PHONE, RARE, awake, expect, jpegFile, pickPhotos, test } from './support/story.ts';

const EMAIL = 'shisetsucho@example.jp';
const PASSWORD = 'hidamari-no-ie-2026';
const MOST_PRESSES = 60;
const PRINTER_DPI = 150;
const now = yearMonthOf(civilDateOf(new Date()));
const LETTERS = `${monthOf(now)}月の施設のようすをお届けします`;

test.describe.configure({ timeout: 600_000 });
test.use({
  viewport: { width: 1280, height: 800 },
  actionTimeout: 30_000,
  expectConsole: /status of 4(00|04|22)/,
});

let server: AnyServer;
test.beforeAll(async () => {
  server = await startEmptyServer();
});
test.afterAll(() => server.stop());

/** As a hand does: a press into the field, and typing. */
async function write(page: Page, label: string | RegExp, text: string): Promise<void> {
  const field = page.getByLabel(label, { exact: typeof label === 'string' });
  await field.click();
  await field.fill(text);
}

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).click();
const follow = (page: Page, name: string | RegExp) =>
  page
    .getByRole('link', { name, exact: typeof name === 'string' })
    .first()
    .click();

async function signUp(page: Page): Promise<void> {
  await page.goto(`${server.url}${paths.newHost}`);
  await write(page, 'メールアドレス', EMAIL);
  await press(page, 'メールを受け取る');
  await page.goto(await mailedLink(server, EMAIL, '施設のご登録を続けてください'));
  await write(page, '施設のお名前', 'ひだまりの家');
  await write(page, '電話番号', '03-1234-0000');
  await write(page, '郵便番号', '104-0061');
  await expect(page.getByLabel('都道府県')).toHaveValue('東京都');
  await write(page, '番地・建物名', '1-2-3');
  await write(page, 'お名前', '山田 太郎');
  await write(page, 'パスワード', PASSWORD);
  await page.getByRole('checkbox', { name: /同意します/ }).check();
  await press(page, '登録する');
  await page.getByRole('radio', { name: /標準/ }).first().check();
  await press(page, 'お試しを始める');
  await expect(page).toHaveURL(/\/adminstaff\/items$/);
}

async function choose(page: Page, text: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByLabel(/CSV/).click();
  await (
    await chooser
  ).setFiles({
    name: '入居者名簿.csv',
    mimeType: 'text/csv',
    buffer: shiftJis(text),
  });
  await press(page, /確かめる/);
}

async function takeInList(page: Page): Promise<void> {
  await follow(page, '今月すること');
  await follow(page, '名簿から登録する');
  await choose(page, LIST);
  await expect(page.getByRole('alert')).toContainText('2行に直すところがあります');
  await expect(page.getByText('は、ファイルの中で失われた文字です')).toBeVisible();
  await press(page, `ほかの${RESIDENTS - 2}人を先に追加する`);
  await expect(page.getByText(`${RESIDENTS - 2}人を追加しました`)).toBeVisible();
  await follow(page, /CSV|名簿から/);
  await choose(page, MENDED);
  await press(page, '2人を追加する');
  await expect(page.getByText('2人を追加しました')).toBeVisible();
}

async function writeReading(page: Page): Promise<void> {
  await follow(page, /ふりがな/);
  await page.getByRole('main').getByRole('textbox').click();
  await page.getByRole('main').getByRole('textbox').fill('もりした きよ');
  await press(page, '保存する');
  await expect(page.getByText('1人のふりがなを保存しました')).toBeVisible();
}

/** A PDF may write kanji by their radicals. */
const plain = (text: string): string => text.normalize('NFKC').replace(/\s/g, '');

/** @returns the code on each resident's sheet, read off the paper */
async function printSheets(page: Page): Promise<Map<string, string>> {
  await follow(page, '今月すること');
  await follow(page, 'ご案内の紙を印刷する');
  await press(page, `ご案内を作る（${RESIDENTS}人分）`);
  await expect(page.getByText(`${RESIDENTS}人分、両面で印刷してください。`)).toBeVisible();
  const pdf = await page.pdf({ preferCSSPageSize: true });
  const paper = await readPdf(pdf);
  expect(paper).toHaveLength(2 * RESIDENTS);
  const fronts = paper.flatMap(({ text }, at) => (at % 2 === 0 ? [{ at, text }] : []));
  const pictures = await renderPages(
    pdf,
    fronts.map(({ at }) => at),
    PRINTER_DPI,
  );
  const codes = new Map<string, string>();
  for (const [n, { text }] of fronts.entries()) {
    const of = relatives.find(({ resident }) => plain(text).includes(plain(resident)));
    const code = await readQrIn(pictures[n] ?? Buffer.of());
    if (of) codes.set(of.resident, code);
  }
  expect(codes.size).toBe(FAMILIES);
  await page.evaluate(() => (window.print = () => undefined));
  await press(page, /^印刷する/);
  return codes;
}

async function takeFamiliesIn(page: Page): Promise<void> {
  await follow(page, '今月すること');
  await follow(page, 'お申し込みを見る');
  await expect(page.getByRole('heading', { name: `お申し込み ${FAMILIES + 1}家族` })).toBeVisible();
  await press(page, 'まとめて受ける');
  await expect(page.getByRole('status')).toContainText(
    `${FAMILIES - 1}家族を、お届け先に加えました`,
  );
  const other = relatives.find(({ trouble }) => trouble === 'name');
  await press(page, `${other?.name} 様、受ける`);
  await follow(page, '見知らぬ 人 様、お断りする');
  await write(page, 'ご家族にお伝えすること', 'お名前の方は、こちらにはおられません。');
  await press(page, 'お断りする');
  await expect(page.getByText('お待ちのお申し込みは、ありません。')).toBeVisible();
}

async function makeLetter(page: Page): Promise<void> {
  await follow(page, '写真');
  await awake(page);
  await pickPhotos(page, [jpegFile('IMG_garden.jpg', await jpeg())], '施設全体');
  await expect(page.getByText('1枚を追加しました')).toBeVisible();
  await follow(page, '今月すること');
  await follow(page, 'ごあいさつを書く');
  await page.waitForLoadState();
  await write(page, 'ごあいさつ', 'はじめてのお便りです。これから毎月、お届けします。');
  await press(page, '保存する');
  await expect(page.getByText('お便りを保存しました')).toBeAttached();
}

const letterTo = async ({ email }: Relative) =>
  (await mailsTo(server, email)).filter(({ headers }) =>
    headers['subject']?.[0]?.includes(LETTERS),
  );

test(
  'fifty families come in by themselves, and have their letters on the 1st',
  RARE,
  async ({ page, context, visitor }) => {
    const cost = await countCost(context, page);
    await signUp(page);
    await takeInList(page);
    await writeReading(page);
    const codes = await printSheets(page);

    const phone = await visitor({ ...PHONE, javaScriptEnabled: false });
    for (const one of relatives) {
      await joinAs(phone, server, one, codes.get(one.resident) ?? '');
    }
    const [first] = relatives;
    await joinAs(
      phone,
      server,
      {
        ...first,
        name: '見知らぬ 人',
        written: '山本 某',
        email: 'stranger@example.com',
      } as Relative,
      codes.get(first?.resident ?? '') ?? '',
    );

    await takeFamiliesIn(page);
    await makeLetter(page);
    const { presses, pages } = cost;
    console.log(`the first week: ${presses} presses, ${pages} pages`);
    expect(presses).toBeLessThan(MOST_PRESSES);

    const morning = startOfDay(firstDayOf(addMonths(now, 1))).getTime() + 10 * HOUR_MS;
    await server.restart(undefined, {
      NODE_OPTIONS: `--import=${import.meta.dirname}/support/clock-ahead.ts`,
      CLOCK_AHEAD_MS: String(morning - Date.now()),
    });
    const mailed = relatives.filter(({ way }) => way === 'email');
    for (const one of mailed) {
      await expect.poll(async () => (await letterTo(one)).length, one.email).toBe(1);
    }
    // What proves the address, and the refusal.
    const toStranger = await mailsTo(server, 'stranger@example.com');
    expect(toStranger.map(({ headers }) => headers['subject']?.[0])).toEqual([
      expect.stringContaining('メールアドレスの確認'),
      expect.stringContaining('お申し込み'),
    ]);
    await phone.goto(await mailedLink(server, mailed[0]?.email ?? '', LETTERS));
    await expect(phone.getByText('はじめてのお便りです')).toBeVisible();
    await phone.getByRole('link', { name: '受け取り方' }).click();
    await expect(phone.getByText('今の受け取り方：')).toBeVisible();

    await page.goto(`${server.url}${paths.adminDeliveries(now)}`);
    await expect(page.getByRole('link', { name: `「見ました」はまだ ${FAMILIES}` })).toBeVisible();
    const handed = FAMILIES - mailed.length;
    await expect(page.getByRole('link', { name: `リンク・紙でお渡し ${handed}` })).toBeVisible();
  },
);
