import type { Page } from '@playwright/test';
import { civilDateOf, yearMonthOf } from '#lib/calendar.ts';
import { paths } from '#lib/paths.ts';
import { expectNeat } from './support/neat.ts';
import { PHONE, RARE, expect, startSession, test } from './support/story.ts';

const greeting = (page: Page) => page.getByLabel('ごあいさつ');
const title = (page: Page) => page.getByLabel('題名');
const save = (page: Page) => page.getByRole('button', { name: '保存する', exact: true }).click();
const draft = (page: Page) =>
  page.getByRole('status').filter({ hasText: '保存していない下書きがあります' });

async function openLetter(page: Page): Promise<void> {
  const address = paths.adminLetter(yearMonthOf(civilDateOf(new Date())));
  await page.goto(address);
  await expect(page).toHaveURL(address);
}

async function enter(page: Page, { email }: { email: string }): Promise<void> {
  await startSession(page, email);
  await openLetter(page);
}

test.describe('a letter that two admins edit at once', () => {
  test.use({ ...PHONE, expectConsole: /status of 409/ });

  test('the second to save sees both texts and loses neither', async ({ page, visitor, world }) => {
    const { first, second } = world.beginners;
    const other = await visitor({ javaScriptEnabled: false });
    await enter(page, first);
    await enter(other, second);

    await title(other).fill('菊の香り');
    await greeting(other).fill('菊の鉢を玄関に並べました。');
    await save(other);
    await expect(other.getByText('お便りを保存しました')).toBeAttached();

    await title(page).fill('焼き芋の会');
    await greeting(page).fill('お庭で焼き芋をしました。');
    await save(page);
    await expect(page.getByRole('alert')).toContainText('ほかの方が先に保存した');
    const theirs = page.getByRole('region', { name: 'ほかの方が保存した内容' });
    await expect(theirs).toContainText('菊の香り');
    await expect(theirs).toContainText('菊の鉢を玄関に並べました。');
    await expect(title(page)).toHaveValue('焼き芋の会');
    await expect(greeting(page)).toHaveValue('お庭で焼き芋をしました。');
    await expect(draft(page)).toBeHidden();
    await expectNeat(page);

    await greeting(page).fill('菊の鉢を玄関に並べました。\n\nお庭で焼き芋をしました。');
    await save(page);
    await expect(page.getByText('お便りを保存しました')).toBeAttached();
    await openLetter(other);
    await expect(title(other)).toHaveValue('焼き芋の会');
    await expect(greeting(other)).toHaveValue(/菊の鉢.*\s+お庭で焼き芋/);
    await openLetter(page);
    await expect(draft(page)).toBeHidden();
  });
});

test('a draft survives its tab and is offered again', async ({ page, context, world }) => {
  await enter(page, world.beginners.second);
  await greeting(page).fill('紅葉を見に、公園まで出かけました。');
  const closed = page.waitForEvent('close');
  await page.close({ runBeforeUnload: true });
  await closed;

  const again = await context.newPage();
  await openLetter(again);
  await expect(draft(again)).toContainText('紅葉を見に、公園まで出かけました。');
  await expect(greeting(again)).not.toHaveValue(/紅葉/);
  await expectNeat(again);
  await again.getByRole('button', { name: '下書きを戻す' }).click();
  await expect(greeting(again)).toHaveValue('紅葉を見に、公園まで出かけました。');
  await save(again);
  await expect(again.getByText('お便りを保存しました')).toBeAttached();
  await expect(greeting(again)).toHaveValue('紅葉を見に、公園まで出かけました。');
  await expect(draft(again)).toBeHidden();
});

test.describe('a greeting that is deleted', () => {
  test.use({ ...PHONE, expectConsole: /status of 409/ });

  test(
    'is gone for good, also for a page that still shows it',
    RARE,
    async ({ page, visitor, world }) => {
      const { first, second } = world.beginners;
      const other = await visitor();
      await enter(page, second);
      await greeting(page).fill('書きかけの文です。');
      await save(page);
      await expect(page.getByText('お便りを保存しました')).toBeAttached();
      await enter(other, first);
      await expect(greeting(other)).toHaveValue('書きかけの文です。');

      await title(page).fill('');
      await greeting(page).fill('');
      await save(page);
      await expect(page.getByText('お便りの文章は空になりました')).toBeAttached();
      await expect(draft(page)).toBeHidden();
      await expectNeat(page);
      await page.goto(paths.adminLetters);
      await expect(page.getByText('その月のお便りがここにできます')).toBeVisible();

      await greeting(other).fill('書きかけの文です。もう少し。');
      await save(other);
      await expect(other.getByRole('alert')).toContainText('ほかの方が先に保存した');
      await expect(greeting(other)).toHaveValue('書きかけの文です。もう少し。');
      await save(other);
      await expect(other.getByText('お便りを保存しました')).toBeAttached();
    },
  );
});

test.describe('a resident whom two admins change at once', RARE, () => {
  test.use(PHONE);

  test('keeps both changes: a withdrawn consent is not given back by a new room', async ({
    page,
    visitor,
    world,
  }) => {
    const { first, second } = world.beginners;
    const other = await visitor({ javaScriptEnabled: false });
    await startSession(page, first.email);
    await startSession(other, second.email);
    await page.goto(paths.newResident);
    await page.getByLabel('お名前').fill('岡本 ヨネ');
    await page.getByRole('radio', { name: /^両方に同意/ }).check();
    await page.getByRole('button', { name: '追加する' }).click();
    await expect(page.getByText('追加しました')).toBeVisible();
    await other.goto(page.url());

    await other.getByText('くわしく書く').click();
    await other.getByRole('radio', { name: /^載せない/ }).check();
    await other.getByRole('button', { name: 'お返事を記録する' }).click();
    await expect(other.getByText('お返事を記録しました')).toBeAttached();
    await page.getByLabel('部屋').fill('305号室');
    await save(page);
    await expect(page.getByText('保存しました')).toBeAttached();

    await expect(page.getByLabel('部屋')).toHaveValue('305号室');
    await expect(page.getByRole('region', { name: '写真の同意' })).toContainText('「載せない」');
  });
});
