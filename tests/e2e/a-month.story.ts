import type { Page } from '@playwright/test';
import { addMonths, civilDateOf, yearMonthOf } from '#lib/calendar.ts';
import { formatMonth } from '#lib/format-ja.ts';
import { paths } from '#lib/paths.ts';
import { menuSwitch } from '../support/menu.ts';
import { jpeg } from '../support/pictures.ts';
import { expectNeat } from './support/neat.ts';
import { PHONE, RARE, awake, expect, jpegFile, pickPhotos, signIn, test } from './support/story.ts';

const RESIDENT = '岡田 千代';
const GREETING = '中庭の柿が、ことしもたくさん実りました。';

/** The month to collect photos for. */
const thisMonth = () => yearMonthOf(civilDateOf(new Date()));

/** On a phone the menu is behind a button. */
async function openFromMenu(page: Page, entry: string): Promise<void> {
  const burger = menuSwitch(page);
  if (await burger.isVisible()) {
    await awake(page);
    await burger.click();
  }
  const menu = page.getByRole('navigation', { name: 'メニュー' });
  await menu.getByRole('link', { name: entry, exact: true }).click();
}

async function addResident(page: Page): Promise<void> {
  await openFromMenu(page, '入居者一覧');
  await expect(page.getByText('入居者は、まだいません')).toBeVisible();
  await expectNeat(page);
  await page.getByRole('link', { name: '入居者を追加する' }).click();
  await page.getByLabel('お名前').fill(RESIDENT);
  await page.getByLabel(/^ふりがな/).fill('おかだ ちよ');
  await page.getByLabel(/^部屋/).fill('203');
  await page.getByLabel(/^生年月日/).fill('昭和１２年４月８日');
  await expect(page.getByText('昭和12年（1937年）4月8日')).toBeVisible();
  await page.getByRole('radio', { name: /^両方に同意/ }).check();
  await expectNeat(page);
  await page.getByRole('button', { name: '追加する', exact: true }).click();
  await expect(page.getByRole('heading', { name: `${RESIDENT} 様` })).toBeVisible();
  await expect(page.getByLabel(/^生年月日/)).toHaveValue('昭和12年4月8日');
  await expectNeat(page);
}

/** From the new resident's page. */
async function addFamily(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'ご家族を追加する' }).click();
  const whose = page.getByLabel('どなたのご家族ですか');
  await expect(whose.getByRole('option', { selected: true })).toHaveText(`${RESIDENT} 様（203）`);
  await page.getByLabel('ご家族のお名前').fill('岡田 誠');
  await page.getByLabel(/^続柄/).fill('長男');
  await page.getByRole('radio', { name: /^リンク/ }).check();
  await expectNeat(page);
  await page.getByRole('button', { name: '追加する', exact: true }).click();
  await expect(page.getByText('ご家族を追加しました')).toBeAttached();
  await expect(page.getByRole('region', { name: 'お届け先' })).toContainText('岡田 誠 様（長男）');
  await expectNeat(page);
  await openFromMenu(page, 'お届け先一覧');
  await expect(page.getByRole('region', { name: RESIDENT })).toContainText('岡田 誠 様（長男）');
  await expectNeat(page);
}

async function addPhotos(page: Page): Promise<void> {
  await openFromMenu(page, '写真');
  const picture = async (name: string) => jpegFile(name, await jpeg({ width: 900, height: 700 }));
  await pickPhotos(page, [await picture('IMG_chiyo.jpg')], RESIDENT);
  await expect(page.getByText('1枚を追加しました')).toBeVisible();
  await pickPhotos(page, [await picture('IMG_garden.jpg')], '施設全体');
  await expect(page.getByRole('button', { name: /を大きく見る$/ })).toHaveCount(2);
}

async function writeLetter(page: Page): Promise<void> {
  await openFromMenu(page, 'お便り一覧');
  await expectNeat(page);
  await openFromMenu(page, '今月');
  await expectNeat(page);
  await page.getByRole('link', { name: 'ごあいさつを書く' }).click();
  await page.waitForLoadState();
  await page.getByText('月号の文例から書きはじめる').click();
  await page.getByRole('button', { name: /^この文を入れる.*書き出し/ }).click();
  const greeting = page.getByLabel('ごあいさつ');
  await expect(greeting).not.toHaveValue('');
  await greeting.press('End');
  await greeting.fill(`${await greeting.inputValue()}\n\n${GREETING}`);
  await page.getByLabel('題名').fill('柿の実るころ');
  await page.getByRole('group', { name: '表紙の写真' }).getByRole('radio').last().check();
  await expectNeat(page);
  await page.getByRole('button', { name: '保存する', exact: true }).click();
  await expect(page.getByText('お便りを保存しました')).toBeAttached();
  await expect(page.getByRole('radio', { name: '選ばない' })).not.toBeChecked();
}

async function preview(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'ご家族の見え方を見る' }).click();
  await expect(page.getByText(`1 / 1${RESIDENT} 様`)).toBeVisible();
  await expect(page.getByRole('heading', { name: '柿の実るころ' })).toBeVisible();
  await expect(page.getByText(GREETING)).toBeVisible();
  // One of the resident, one facility-wide; families see them once processed.
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole('img', { name: '写真' })).toHaveCount(2, { timeout: 1000 });
  }).toPass();
  await expectNeat(page);
  await page.getByRole('link', { name: 'お一人ずつ' }).click();
}

async function copyLink(page: Page): Promise<string> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openFromMenu(page, 'お届け先一覧');
  await page.getByRole('link', { name: '岡田 誠 様' }).click();
  await page.getByRole('button', { name: 'コピー', exact: true }).click();
  await expect(page.getByText('コピーしました')).toBeVisible();
  const { pathname, search } = new URL(await page.evaluate(() => navigator.clipboard.readText()));
  return pathname + search;
}

/** During the month a family only sees when the letter will come. */
async function readTooSoon(family: Page, link: string): Promise<void> {
  await family.goto(link);
  await expect(family.getByRole('heading', { name: `${RESIDENT} 様のお便り` })).toBeVisible();
  await expect(family.getByText('最初のお便りは、これからお届けします。')).toBeVisible();
  await expectNeat(family);
  const tokens = new URL(family.url()).searchParams;
  await family.goto(
    paths.letter(thisMonth(), {
      residentToken: tokens.get('resident_token') ?? '',
      familyToken: tokens.get('family_token') ?? '',
    }),
  );
  const next = formatMonth(addMonths(thisMonth(), 1));
  await expect(family.getByText(`この号は${next}1日にお届けします`)).toBeVisible();
  await expect(family.getByText(GREETING)).toHaveCount(0);
  await expect(family.getByRole('img', { name: '写真' })).toHaveCount(0);
  await expectNeat(family);
}

for (const [device, options] of [
  ['phone', PHONE],
  ['desktop', { viewport: { width: 1280, height: 800 } }],
] as const) {
  test.describe(`a month at a facility, on a ${device}`, device === 'desktop' ? RARE : {}, () => {
    test.use(options);

    test('from the first resident to the letter', async ({ page, visitor, world }) => {
      await signIn(page, world.beginners[device].email);
      await expect(page).toHaveURL(paths.items);
      await addResident(page);
      await addFamily(page);
      await addPhotos(page);
      await writeLetter(page);
      await preview(page);
      const link = await copyLink(page);
      await readTooSoon(await visitor(PHONE), link);
    });
  });
}
