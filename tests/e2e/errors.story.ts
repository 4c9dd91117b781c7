import type { Page, Response } from '@playwright/test';
import { paths } from '#lib/paths.ts';
import { unreadable } from '../support/views/view.ts';
import { expectNeat } from './support/neat.ts';
import {
  PHONE,
  RARE,
  awake,
  expect,
  signIn,
  startSession,
  test,
  tokensOf,
} from './support/story.ts';

const logo = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'つきだより' });
const menu = (page: Page) => page.getByRole('navigation', { name: 'メニュー' });
const NOTICE = /画面の一部を読み込めませんでした/;

test.describe('the logo', RARE, () => {
  test('links to the right place', async ({ page, visitor, world }) => {
    for (const [from, to] of [
      [paths.terms, paths.home],
      [paths.privacy, paths.home],
      [paths.contact, paths.login],
    ] as const) {
      await page.goto(from);
      await logo(page).click();
      await expect(page).toHaveURL(to);
    }
    await startSession(page, world.cast.admin.email);
    await page.goto(paths.residents);
    await logo(page).click();
    await expect(page).toHaveURL(paths.items);

    const family = await visitor(PHONE);
    const tokens = tokensOf(world.cast.resident, world.cast.family);
    await family.goto(paths.letter(world.yearMonth, tokens));
    await logo(family).click();
    await expect(family).toHaveURL(paths.letters(tokens));
    await expect(
      family.getByRole('contentinfo').getByRole('link', { name: '利用規約' }),
    ).toBeVisible();
    await expectNeat(family);
    await family.goto(paths.letter(world.yearMonth, tokens));
    await family.getByRole('link', { name: '過去のお便り一覧' }).click();
    await expect(family).toHaveURL(paths.letters(tokens));
  });
});

test('the menu shows admins everything, and colleagues their own pages', async ({
  page,
  visitor,
  world,
}) => {
  const own = ['写真', 'マイページ'];
  const admins = ['職員一覧', '職員招待QRコード', '入居者一覧', 'お届け先一覧', 'お便り一覧'];
  await signIn(page, world.cast.admin.email);
  const colleague = await visitor();
  await signIn(colleague, world.cast.general.email);
  for (const name of own) {
    for (const at of [page, colleague]) {
      await expect(menu(at).getByRole('link', { name, exact: true })).toBeVisible();
    }
  }
  for (const name of admins) {
    await expect(menu(page).getByRole('link', { name }).first()).toBeVisible();
    await expect(menu(colleague).getByRole('link', { name })).toHaveCount(0);
  }
});

test.describe('error pages', RARE, () => {
  test.use({ expectConsole: /status of (404|405|415)/ });

  test('say what to do, and link to the top page', async ({ page }) => {
    for (const [path, english] of [
      ['/nowhere', 'This page could not be found'],
      ['/letters/nowhere', 'This page could not be found'],
      ['/500', 'This page could not be found'],
    ] as const) {
      const answer = await page.goto(path);
      await expect(page.getByText(english)).toBeVisible();
      await expectErrorPage(page, answer);
    }
  });

  test('lead a family to its letters, or nowhere', async ({ page, world }) => {
    const tokens = tokensOf(world.cast.resident, world.cast.family);
    await page.goto(paths.letterPhoto(world.yearMonth, 'nothing', tokens));
    await expect(page.getByRole('link', { name: 'お便りにもどる' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'トップページへ' })).toBeHidden();
    await page.goto('/letters/%E0%A4%A');
    await expect(page.getByRole('heading', { name: 'このページは開けません' })).toBeVisible();
    await expect(page.getByRole('link')).toHaveCount(0);
  });

  test('explain that a form could not be read', async ({ page }) => {
    await page.goto(paths.login);
    const answered = page.waitForResponse((answer) => answer.request().method() === 'POST');
    await unreadable(page);
    await expect(page.getByText('何も変わっていません。')).toBeVisible();
    await expect(page.getByText('Internal Server Error')).toBeVisible();
    await expectErrorPage(page, await answered);
  });

  async function expectErrorPage(page: Page, answer: Response | null) {
    const id = answer?.headers()['x-request-id'] ?? 'none';
    await expect(page.getByText(`お問い合わせ番号: ${id}`)).toBeVisible();
    await expectNeat(page);
    await page.getByRole('link', { name: 'トップページへ' }).click();
    await expect(page).toHaveURL(paths.home);
  }
});

test.describe('a part of a page that cannot be loaded', () => {
  test.use({ expectConsole: /status of 404|Error hydrating/ });

  /** Requests of the page itself. */
  function countLoads(page: Page): () => number {
    let loads = 0;
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads++;
    });
    return () => loads;
  }
  const lose = (page: Page, isLost: () => boolean) =>
    page.route(/\/_astro\/ItemsList\.[^/]+\.js/, (route) =>
      isLost() ? route.fulfill({ status: 404 }) : route.continue(),
    );

  test('is loaded by reloading the page', RARE, async ({ page, world }) => {
    await startSession(page, world.cast.general.email);
    const loads = countLoads(page);
    await lose(page, () => loads() < 2);
    await page.goto(paths.items);
    await expect.poll(loads).toBe(2);
    await awake(page);
    expect(loads()).toBe(2);
    await expect(page.getByText(NOTICE)).toHaveCount(0);
  });

  test('once; then the page says so', RARE, async ({ page, world }) => {
    await startSession(page, world.cast.general.email);
    await lose(page, () => true);
    const loads = countLoads(page);
    await page.goto(paths.items);
    await expect(page.getByText(NOTICE)).toBeVisible();
    expect(loads()).toBe(2);
  });

  test('not after the user has started to type', RARE, async ({ page, world }) => {
    await startSession(page, world.cast.admin.email);
    await page.route(/\/_astro\/SideMenu\.[^/]+\.js/, async (route) => {
      await page.getByRole('textbox', { name: 'ごあいさつ' }).fill('秋が深まりました。');
      await route.fulfill({ status: 404 });
    });
    const loads = countLoads(page);
    await page.goto(paths.adminLetter(world.yearMonth));
    await expect(page.getByText(NOTICE)).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'ごあいさつ' })).toHaveValue(
      '秋が深まりました。',
    );
    expect(loads()).toBe(1);
  });
});
