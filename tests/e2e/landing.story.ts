import { paths } from '#lib/paths.ts';
import { expectNeat } from './support/neat.ts';
import { PHONE, RARE, expect, test } from './support/story.ts';

const SIGN_UP = '2回目のお届けの日まで、無料ではじめる';

test.describe('on a phone without JavaScript', () => {
  test.use({ ...PHONE, javaScriptEnabled: false });

  test('a care home reads what it is and costs, and signs up', async ({ page }) => {
    await page.goto(paths.home);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('img', { name: /お便りの見本/ })).toBeVisible();
    const prices = page.getByRole('region', { name: '料金' });
    // Prices are the operator's, and this one has said none.
    await expect(prices.getByText('お問い合わせください')).toBeVisible();
    await expect(prices.getByText('2回目のお届けの日（毎月1日）までは無料')).toBeVisible();
    const answer = page.getByText('過ぎても、自動で料金がかかることはありません');
    await expect(answer).toBeHidden();
    await page.getByText('お試しが終わったら、どうなりますか').click();
    await expect(answer).toBeVisible();
    await page
      .getByRole('region', { name: '今月の写真から' })
      .getByRole('link', { name: SIGN_UP })
      .click();
    await expect(page).toHaveURL(paths.newHost);
    await expect(page.getByRole('textbox', { name: 'メールアドレス' })).toBeVisible();
  });
});

test.describe('on a desktop', RARE, () => {
  test('every part is one click away, and all pictures are there', async ({ page }) => {
    await page.goto(paths.home);
    await page.getByRole('navigation').getByRole('link', { name: '料金' }).click();
    await expect(page.getByRole('heading', { name: '料金' })).toBeInViewport();
    for (const picture of await page.locator('img').all()) {
      await picture.scrollIntoViewIfNeeded();
      await expect(picture).toHaveJSProperty('naturalWidth', 480);
    }
    expect(await page.locator('script').count()).toBe(0);
    for (const question of await page.locator('summary').all()) await question.click();
    await expectNeat(page);
  });

  test('the footer links to the legal pages, whose contents link to each part', async ({
    page,
  }) => {
    for (const title of ['利用規約', 'プライバシーポリシー']) {
      await page.goto(paths.home);
      await page.getByRole('contentinfo').getByRole('link', { name: title }).click();
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      const contents = page.getByRole('navigation', { name: 'もくじ' }).getByRole('link');
      await contents.last().click();
      await expect(page.getByRole('heading', { name: '運営者とお問い合わせ先' })).toBeInViewport();
      expect(await page.locator('script').count()).toBe(0);
      await expectNeat(page);
    }
    await page.getByRole('link', { name: 'つきだより', exact: true }).click();
    await expect(page).toHaveURL(paths.home);
  });
});

test.describe('with large text', RARE, () => {
  test('nothing is cut off at twice the size', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    for (const path of [paths.home, paths.terms, paths.privacy]) {
      await page.goto(path);
      await page.evaluate(() => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync('html { font-size: 200% }');
        document.adoptedStyleSheets = [sheet];
      });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide, path).toBeLessThanOrEqual(360);
    }
  });
});
