import type { Page } from '@playwright/test';
import { paths } from '#lib/paths.ts';
import { jpeg } from '../support/pictures.ts';
import { barriersOf, expectNeat } from './support/neat.ts';
import {
  PHONE,
  RARE,
  awake,
  expect,
  jpegFile,
  pickPhotos,
  signIn,
  startSession,
  test,
} from './support/story.ts';

test.use(PHONE);

const NAME = '橋本 昭二';
const NOT_ASKED = '写真の掲載はまだ伺っていません';
const MARKED = [
  ['若林 ふみ', NOT_ASKED],
  ['渡部 トメ', '写真は載せない'],
] as const;
/** Between its words there may be breaks. */
const QUESTION = /写って.?いませんか/;
const place = (page: Page, name: string) =>
  page.getByRole('dialog').getByText(name, { exact: true });
const upload = (page: Page) => page.getByRole('button', { name: /写真を撮る・選ぶ/ });

/** In every detail, on the page of the resident. */
async function answer(page: Page, label: string): Promise<void> {
  await page.getByText('くわしく書く').click();
  await page.getByRole('radio', { name: new RegExp(`^${label}`) }).check();
  await page.getByRole('button', { name: 'お返事を記録する' }).click();
  await expect(page.getByText('お返事を記録しました')).toBeAttached();
}

test('a new resident takes no photos until the family has said yes', async ({ page, world }) => {
  await startSession(page, world.cast.admin.email);
  await page.goto(paths.newResident);
  await page.getByLabel('お名前').fill(NAME);
  await expect(page.getByRole('radio', { name: 'まだ伺っていません' })).toBeChecked();
  await page.getByRole('button', { name: '追加する', exact: true }).click();
  await expect(page.getByRole('heading', { name: `${NAME} 様` })).toBeVisible();
  const resident = page.url().split('?', 1)[0] ?? '';
  const id = resident.split('/').at(-1) ?? '';

  await page.goto(paths.items);
  await awake(page);
  const row = page.getByRole('navigation', { name: '入居者' });
  await expect(row.getByRole('link', { name: NAME })).toContainText('未確認');
  await expect(row.getByRole('link', { name: NAME }).locator('.photo-count-none')).toHaveCount(0);
  await expect(page.locator('.photo-notices').getByText(NAME)).toHaveCount(0);
  await upload(page).click();
  await expect(place(page, NAME)).toBeVisible();
  await expect(place(page, NOT_ASKED)).toBeVisible();
  await expect(page.getByRole('dialog').getByRole('button', { name: NAME })).toHaveCount(0);
  await expectNeat(page);

  await page.goto(paths.residentItems(id));
  await awake(page);
  await expect(upload(page)).toHaveCount(0);
  await expect(page.getByText(`${NAME}様の写真を載せてよいか、まだ伺っていません`)).toBeVisible();
  await expectNeat(page);
  await page.goto(paths.dashboard);
  await expect(page.getByRole('region', { name: '写真がまだない方' })).not.toContainText(NAME);

  await page.goto(resident);
  await page.getByRole('button', { name: '両方に同意', exact: true }).click();
  await expect(page.getByText('お返事を記録しました')).toBeAttached();
  await page.goto(paths.residentItems(id));
  await pickPhotos(page, [jpegFile('IMG_0001.jpg', await jpeg())]);
  await expect(page.getByText('1枚を追加しました')).toBeVisible();

  await page.goto(resident);
  await answer(page, '載せない');
  await expect(page.getByRole('radio', { name: /残す/ }).first()).toBeVisible();
  await page.goto(paths.residentItems(id));
  await awake(page);
  await expect(page.getByText(`${NAME}様の写真は「載せない」となっている`)).toBeVisible();
});

/** Whom a picker marks, and why; it is closed again. */
async function marksOf(page: Page, title: RegExp): Promise<(readonly [string, string])[]> {
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.getByRole('listitem').last().waitFor();
  const found: (readonly [string, string])[] = [];
  for (const [name, why] of MARKED) {
    const marked = dialog.getByRole('listitem').filter({ hasText: name }).filter({ hasText: why });
    const isMarked = (await marked.count()) === 1;
    const canBeChosen = (await dialog.getByRole('button', { name }).count()) > 0;
    if (isMarked && !canBeChosen) found.push([name, why]);
  }
  expect(await barriersOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: '閉じる' }).click();
  return found;
}

test('residents without consent are marked in every picker', RARE, async ({ page, world }) => {
  const { people, residentId } = world.places;
  await startSession(page, people.general.email);
  await page.goto(paths.items);
  await awake(page);
  await upload(page).click();
  expect(await marksOf(page, /どなたの写真ですか/)).toEqual(MARKED);
  await page.goto(paths.residentItems(residentId));
  await awake(page);
  await page
    .getByRole('button', { name: /を大きく見る/ })
    .first()
    .click();
  await page.getByRole('button', { name: '別の方へ移す' }).click();
  expect(await marksOf(page, /どなたへ移しますか/)).toEqual(MARKED);
  await page.getByRole('button', { name: 'ほかの方を加える' }).click();
  expect(await marksOf(page, /どなたが写っていますか/)).toEqual(MARKED);
  await page.goto(paths.residentItems(residentId));
  await awake(page);
  await page.getByRole('button', { name: '選ぶ', exact: true }).click();
  await page.getByRole('checkbox').first().click();
  const bar = page.getByRole('group', { name: '選んだ写真' });
  await bar.getByRole('button', { name: '移す' }).click();
  expect(await marksOf(page, /移し先/)).toEqual(MARKED);
  await bar.getByRole('button', { name: 'コピー' }).click();
  expect(await marksOf(page, /コピー先/)).toEqual(MARKED);
});

test.describe('without scripts', RARE, () => {
  test.use({ javaScriptEnabled: false });

  test('staff are not asked for photos of residents without consent', async ({ page, world }) => {
    const { people, withoutYes } = world.places;
    await startSession(page, people.general.email);
    for (const [id, why] of [
      [withoutYes.notAskedId, '若林 ふみ様の写真を載せてよいか、まだ伺っていません'],
      [withoutYes.refusedId, '渡部 トメ様の写真は「載せない」となっている'],
    ] as const) {
      await page.goto(paths.residentItems(id));
      await expect(page.getByText(why)).toBeVisible();
      await expect(page.getByText('まだ写真がありません')).toBeVisible();
      await expect(upload(page)).toHaveCount(0);
      await expect(page.getByText(/から.?追加できます/)).toHaveCount(0);
    }
  });

  test('the deadline bar links admins to open tasks', async ({ page, world }) => {
    await signIn(page, world.cast.admin.email);
    await page.getByRole('link', { name: '今月すること' }).click();
    await expect(page).toHaveURL(paths.dashboard);
    await expect(page.getByRole('heading', { name: '今月', level: 1 })).toBeVisible();
  });

  test('general staff learn why an admin page sent them back', async ({ page, world }) => {
    await startSession(page, world.cast.general.email);
    await page.goto(paths.residents);
    await expect(page).toHaveURL(paths.items);
    await expect(page.getByRole('status').filter({ hasText: '管理者の方だけ' })).toBeVisible();
    await page.reload();
    await expect(page.getByText('管理者の方だけ')).toHaveCount(0);
  });
});

test('whoever must not be on photos of 施設全体 is named where these are added', async ({
  page,
  world,
}) => {
  await startSession(page, world.places.people.general.email);
  await page.goto(paths.residentItems(null));
  await awake(page);
  const question = page.getByText(QUESTION);
  await question.click();
  for (const [name] of MARKED)
    await expect(page.getByText(new RegExp(`：.*${name}様`))).toBeVisible();
  await page.goto(paths.items);
  await upload(page).click();
  await expect(page.getByRole('dialog').getByText(QUESTION)).toBeVisible();
});
