import type { Page, Route } from '@playwright/test';
import { paths } from '#lib/paths.ts';
import { PASSWORD } from '../support/factories.ts';
import { jpeg, png } from '../support/pictures.ts';
import { barriersOf } from './support/neat.ts';
import { overflow } from './support/photos.ts';
import {
  PHONE,
  RARE,
  awake,
  expect,
  jpegFile,
  pickPhotos,
  signInByHand,
  startSession,
  test,
} from './support/story.ts';

test.use(PHONE);

test.beforeEach(async ({ page, world }) => {
  await startSession(page, world.cast.general.email);
  await page.goto(paths.residentItems(world.cast.resident.id));
  await awake(page);
});

const dock = (page: Page) => page.getByRole('region', { name: '写真の追加' });
const said = (page: Page, text: string) => dock(page).getByRole('status').filter({ hasText: text });
const failed = (page: Page) => page.getByRole('list', { name: '追加できなかった写真' });
const groups = (page: Page) => failed(page).getByRole('listitem');
const SLOTS = `**${paths.api.directUploads}`;

const photos = (count: number, name = 'IMG') =>
  Promise.all(
    Array.from({ length: count }, async (_, n) => jpegFile(`${name}_${n}.jpg`, await jpeg())),
  );

/** As from another tab: the page asks at once who is signed in, otherwise every few seconds. */
const returnTo = (page: Page): Promise<boolean> =>
  page.evaluate(() => dispatchEvent(new Event('focus')));

const answer = (status: number, msg: string, headers: Record<string, string> = {}) =>
  ({ status, headers, contentType: 'application/json', body: JSON.stringify({ msg }) }) as const;

test.describe('the reason shown is correct, and disappears once it no longer applies', () => {
  test.use({ expectConsole: /net::ERR_|Failed to fetch|status of (429|503)|failed: (429|503)/ });

  test('an unreachable server', RARE, async ({ page }) => {
    const away = (route: Route) => route.abort('connectionrefused');
    await page.route(SLOTS, away);
    await page.route(`**${paths.health}`, away);
    await pickPhotos(page, await photos(4));
    await expect(said(page, 'サーバーにつながりません')).toBeVisible();
    await expect(dock(page).getByText('電波')).toHaveCount(0);
    await page.unroute(`**${paths.health}`, away);
    await page.unroute(SLOTS, away);
    await expect(said(page, '4枚を追加しました')).toBeVisible();
    await expect(dock(page).getByText('つながりません')).toHaveCount(0);
    await expect(failed(page)).toHaveCount(0);
  });

  test('no network, then an unreachable server', RARE, async ({ page, context }) => {
    const away = (route: Route) => route.abort('connectionrefused');
    await page.route(SLOTS, away);
    await page.route(`**${paths.health}`, away);
    await context.setOffline(true);
    await pickPhotos(page, await photos(1));
    await expect(said(page, '電波がありません')).toBeVisible();
    await context.setOffline(false);
    await expect(said(page, 'サーバーにつながりません')).toBeVisible();
    await page.unrouteAll();
    await expect(said(page, '1枚を追加しました')).toBeVisible();
  });

  for (const status of [503, 429]) {
    test(`a busy server (${status}) is waited for`, RARE, async ({ page }) => {
      let isBusy = true;
      await page.route(SLOTS, (route) =>
        isBusy
          ? route.fulfill(answer(status, '混み合っています。', { 'Retry-After': '1' }))
          : route.continue(),
      );
      await pickPhotos(page, await photos(2));
      await expect(said(page, '混み合っています')).toBeVisible();
      isBusy = false;
      await expect(said(page, '2枚を追加しました')).toBeVisible();
      await expect(failed(page)).toHaveCount(0);
    });
  }

  test('a list that could not be loaded loads by itself', RARE, async ({ page }) => {
    const away = (route: Route) => route.abort('connectionrefused');
    await page.route(`**${paths.api.items}?**`, away);
    await page.route(`**${paths.health}`, away);
    await page.getByRole('link', { name: 'すべて' }).click();
    await expect(page.getByRole('alert')).toContainText('サーバーにつながりません');
    await page.unrouteAll();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(page.getByRole('button', { name: /を大きく見る/ }).first()).toBeVisible();
  });
});

test.describe('a full disk', () => {
  test.use({ expectConsole: /status of 507|507/ });

  test('is reported once, sends nothing in vain, and is retried at once', async ({ page }) => {
    let asked = 0;
    const full = async (route: Route): Promise<void> => {
      asked += 1;
      await route.fulfill(
        answer(507, 'サーバーの空き容量が足りません。管理者に連絡してください。'),
      );
    };
    await page.route(SLOTS, full);
    await pickPhotos(page, await photos(8));
    await expect(said(page, '8枚は追加できませんでした')).toBeVisible();
    await expect(groups(page)).toHaveCount(1);
    await expect(groups(page)).toContainText('8枚：サーバーの空き容量が足りません');
    await expect(groups(page).getByRole('img')).toHaveCount(8);
    expect(asked).toBeLessThanOrEqual(3);
    await page.unroute(SLOTS, full);
    await failed(page).getByRole('button', { name: 'もう一度送る' }).click();
    await expect(said(page, '8枚を追加しました')).toBeVisible();
    await expect(failed(page)).toHaveCount(0);
  });
});

test.describe('a plan whose storage is used up', RARE, () => {
  test.use({ expectConsole: /422/ });

  test('is reported once, and retried when there is space', async ({ page }) => {
    const full = (route: Route) =>
      route.fulfill({
        status: 422,
        json: { msg: '写真の容量（10GB）がいっぱいのため、追加できません。', errors: {} },
      });
    await page.route(SLOTS, full);
    await pickPhotos(page, await photos(5));
    await expect(groups(page)).toHaveCount(1);
    await expect(groups(page)).toContainText('5枚：写真の容量');
    await page.unroute(SLOTS, full);
    await failed(page).getByRole('button', { name: 'もう一度送る' }).click();
    await expect(said(page, '5枚を追加しました')).toBeVisible();
  });
});

test.describe('a refused file', () => {
  test.use({ expectConsole: /422|壊れて/ });

  test('is shown as a picture with its reason, without a retry, and can be dismissed at once', async ({
    page,
  }) => {
    const whole = await png({ width: 200, height: 200 });
    const cut = whole.subarray(0, whole.length - 60);
    await pickPhotos(page, [
      { name: 'IMG_0001.HEIC', mimeType: 'image/heic', buffer: Buffer.from('ftypheic') },
      { name: 'IMG_0002.HEIC', mimeType: 'image/heic', buffer: Buffer.from('ftypheic') },
      { name: '壊れた.png', mimeType: 'image/png', buffer: cut },
      { name: '欠けた.png', mimeType: 'image/png', buffer: cut.subarray(0, -1) },
      jpegFile('IMG_good.jpg', await jpeg()),
    ]);
    await expect(said(page, '1枚を追加しました・4枚は追加できませんでした')).toBeVisible();
    await expect(groups(page)).toHaveCount(2);
    const heic = groups(page).filter({ hasText: '互換性優先' });
    await expect(heic).toContainText('2枚：');
    await expect(heic).toContainText('IMG_0001.HEIC');
    const broken = groups(page).filter({ hasText: '壊れている' });
    await expect(broken.getByRole('img')).toHaveCount(2);
    await expect(dock(page).getByRole('button', { name: /もう一度/ })).toHaveCount(0);
    for (const width of [300, 360]) {
      await page.setViewportSize({ width, height: 740 });
      expect(await overflow(page)).toBeLessThanOrEqual(0);
    }
    expect(await barriersOf(page)).toEqual([]);
    await dock(page).getByRole('button', { name: 'すべて外す' }).click();
    await expect(failed(page)).toHaveCount(0);
  });
});

test.describe('an expired session', () => {
  test.use({ expectConsole: /status of (401|404)|failed: 401|refreshing token/ });

  test(
    'keeps the photos, until a sign-in in another tab',
    RARE,
    async ({ page, context, world, baseURL }) => {
      const here = page.url();
      await context.request.post(paths.api.logout, { headers: { Origin: baseURL ?? '' } });
      await pickPhotos(page, await photos(2));
      const alert = dock(page).getByRole('alert');
      await expect(alert).toContainText('ログインが切れました');
      expect(page.url()).toBe(here);
      expect(await barriersOf(page)).toEqual([]);

      const opened = context.waitForEvent('page');
      await alert.getByRole('link', { name: 'ログインする' }).click();
      const login = await opened;
      await login.getByLabel('メールアドレス').fill(world.cast.otherAdmin.email);
      await login.getByLabel('パスワード').fill(PASSWORD);
      await login.getByRole('button', { name: 'ログイン' }).click();
      // Someone else is signed in, who must neither see this page nor get our photos.
      await expect(page.getByText('この画面をかくしました')).toBeVisible();
      await expect(alert).toBeHidden();
      await context.request.post(paths.api.logout, { headers: { Origin: baseURL ?? '' } });
      await signInByHand(login, world.cast.general.email);
      await returnTo(page);
      await expect(said(page, '2枚を追加しました')).toBeVisible();
      await expect(alert).toHaveCount(0);
      expect(page.url()).toBe(here);
    },
  );

  test(
    'returns from the login to the same page',
    RARE,
    async ({ page, context, world, baseURL }) => {
      await context.request.post(paths.api.logout, { headers: { Origin: baseURL ?? '' } });
      await pickPhotos(page, await photos(1));
      const opened = context.waitForEvent('page');
      await dock(page).getByRole('alert').getByRole('link', { name: 'ログインする' }).click();
      const login = await opened;
      await login.getByLabel('メールアドレス').fill(world.cast.general.email);
      await login.getByLabel('パスワード').fill(PASSWORD);
      await login.getByRole('button', { name: 'ログイン' }).click();
      await expect(login).toHaveURL(page.url());
      await returnTo(page);
      await expect(said(page, '1枚を追加しました')).toBeVisible();
    },
  );
});
