import { paths } from '#lib/paths.ts';
import { RARE, awake, expect, signIn, startSession, test } from './support/story.ts';

test.describe('feedback during and after an action', () => {
  test('a bar shows that the next page is loading, and is gone there', async ({ page, world }) => {
    await signIn(page, world.cast.admin.email);
    await expect(page).toHaveURL(paths.items);
    await awake(page);
    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    await page.route(`**${paths.residents}`, async (route) => {
      await held;
      await route.continue();
    });
    const bar = page.getByRole('progressbar', { name: '読み込んでいます' });
    await expect(bar).toBeHidden();
    // A page about to unload answers no calls, but can still log.
    const told = page.waitForEvent('console', (message) => message.text().startsWith('bar: '));
    // A hidden element has no role.
    await page.locator('.loading-bar').evaluate((element: HTMLProgressElement) =>
      new MutationObserver(() => {
        if (!element.hidden && element.value > 0) console.info(`bar: ${element.clientHeight}`);
      }).observe(element, { attributes: true }),
    );
    await page.getByRole('link', { name: '入居者一覧' }).click({ noWaitAfter: true });
    expect((await told).text()).toBe('bar: 5');
    letGo();
    await expect(page).toHaveURL(paths.residents);
    await expect(bar).toBeHidden();
    await page.goBack();
    await expect(page).toHaveURL(paths.items);
    await expect(bar).toBeHidden();
  });

  test('a bar shows that an island is waiting', RARE, async ({ page, world }) => {
    await signIn(page, world.cast.admin.email);
    await expect(page).toHaveURL(paths.items);
    await awake(page);
    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    await page.route(`**${paths.api.items}?**`, async (route) => {
      await held;
      await route.continue();
    });
    const bar = page.getByRole('progressbar', { name: '読み込んでいます' });
    await page.getByRole('link', { name: 'すべて' }).click();
    await expect(bar).toBeVisible();
    letGo();
    await expect(bar).toBeHidden();
  });

  test('a toast confirms signing out, and disappears', RARE, async ({ page, world }) => {
    await signIn(page, world.cast.admin.email);
    await expect(page).toHaveURL(paths.items);
    await page.getByRole('button', { name: 'ログアウト' }).click();
    await expect(page).toHaveURL(new RegExp(paths.login));
    const toast = page.getByRole('status').filter({ hasText: 'ログアウトしました' });
    const show = (element: HTMLElement, name: 'pause' | 'play') => {
      for (const animation of element.getAnimations()) {
        if (name === 'pause') animation.currentTime = 1000;
        animation[name]();
      }
    };
    // It may be over before one has looked.
    await toast.evaluate(show, 'pause' as const);
    await expect(toast).toBeVisible();
    await toast.evaluate(show, 'play' as const);
    await expect(toast).toBeHidden();
  });

  test('an explanation opens and closes by keyboard', async ({ page, world }) => {
    await startSession(page, world.cast.admin.email);
    await page.goto(paths.newFamily);
    const word = page.getByText('あとから変えられます');
    await page.locator('summary', { hasText: 'どれを選ぶか' }).focus();
    await page.keyboard.press('Enter');
    await expect(word).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(word).toBeHidden();
  });
});
