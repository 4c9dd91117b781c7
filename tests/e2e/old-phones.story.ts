import type { Page } from '@playwright/test';
import { paths } from '#lib/paths.ts';
import { yearOf } from '#lib/calendar.ts';
import { makeOld } from '../support/compat/old-browser.ts';
import { OLDEST } from '../support/compat/targets.ts';
import { menuSwitch } from '../support/menu.ts';
import { jpeg } from '../support/pictures.ts';
import { overflowOf } from './support/neat.ts';
import type { StoryWorld } from './support/story-world.ts';
import {
  PHONE,
  RARE,
  awake,
  expect,
  jpegFile,
  pickPhotos,
  startSession,
  test,
  tokensOf,
} from './support/story.ts';

// Their engine is today's: what they lack is taken away by MDN's data (docs/browsers.md).
test.use({ ...PHONE, bypassCSP: true });

const SCROLLBAR = 16;
const BACKGROUND = 'rgb(251, 245, 234)';

/** Has its look, fits, and nothing lies over it. */
async function expectSound(page: Page): Promise<void> {
  // A heading can be seen before the style sheets are there.
  await page.waitForLoadState();
  const where = new URL(page.url()).pathname;
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
    BACKGROUND,
  );
  expect(await overflowOf(page), `${where} sideways`).toBeLessThanOrEqual(0);
  expect(await page.evaluate(covering), `over ${where}`).toEqual([]);
}

/** What is fixed over more than half of the screen, in the page. */
const covering = (): string[] =>
  [...document.body.querySelectorAll('*')]
    .filter((element) => {
      const { position, visibility } = getComputedStyle(element);
      const { width, height } = element.getBoundingClientRect();
      const isLarge = width * height > (innerWidth * innerHeight) / 2;
      return position === 'fixed' && visibility === 'visible' && isLarge;
    })
    .map(({ className }) => className);

/** Beside a scrollbar, as in Firefox. Leaves the page large. */
async function sidewaysWhenLarge(page: Page): Promise<number> {
  const { width, height } = PHONE.viewport;
  await page.setViewportSize({ width: width - SCROLLBAR, height });
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  const sideways = await overflowOf(page);
  await page.setViewportSize({ width, height });
  return sideways;
}

/** What families open. */
function pagesOf(world: StoryWorld): Record<string, string> {
  const { cast, yearMonth, items } = world;
  const reader = tokensOf(cast.resident, cast.family);
  return {
    shelf: paths.letters(reader),
    letter: paths.letter(yearMonth, reader),
    photo: paths.letterPhoto(yearMonth, items.own.id, reader),
    words: paths.letterAnswers(yearMonth, reader),
    year: paths.letterYear(yearOf(yearMonth), reader),
    'bad link': paths.letters({ residentToken: 'x'.repeat(22), familyToken: 'y'.repeat(22) }),
    contact: paths.contact,
    terms: paths.terms,
    privacy: paths.privacy,
    login: paths.login,
  };
}

const shoot = (page: Page, name: string): Promise<Buffer> =>
  page.screenshot({ path: test.info().outputPath(`${name}.png`), fullPage: true });

test.describe('a phone with iOS 12 or Android 8', () => {
  // The scripts of staff pages end at once.
  test.use({ expectConsole: /\bold$|status of 40/ });
  test.beforeEach(({ context }) => makeOld(context, OLDEST));

  test('shows families everything', async ({ page, world }) => {
    for (const [name, address] of Object.entries(pagesOf(world))) {
      await page.goto(address);
      await expectSound(page);
      await shoot(page, name);
      // Phones before iOS 14 know no WebP.
      const pictures = await page.evaluate(() => [...document.images].map(({ src }) => src));
      expect(pictures.filter((src) => src.endsWith('.webp'))).toEqual([]);
    }
  });

  test('lets staff sign in, look and send photos', async ({ page, world }) => {
    await page.goto(paths.login);
    await page.getByLabel('メールアドレス').fill(world.cast.admin.email);
    await page.getByLabel('パスワード').fill('x');
    await shoot(page, 'login');
    await startSession(page, world.cast.admin.email);
    await page.goto(paths.items);
    await expectSound(page);
    await expect(page.getByText('この端末では、動かないボタンがあります。')).toBeVisible();
    await expect(page.getByRole('button', { name: /写真を撮る・選ぶ/ })).toBeHidden();
    await expect(page.getByText('ページを開き直してください')).toHaveCount(0);
    await shoot(page, 'photos');

    await menuSwitch(page).click();
    const menu = page.getByRole('navigation', { name: 'メニュー' });
    await expect(menu.getByRole('link', { name: 'マイページ' })).toBeInViewport();
    await shoot(page, 'menu');
    await page.getByText('閉じる', { exact: true }).click();
    await expect(menu).toBeHidden();

    await page.getByRole('link', { name: '写真を送る' }).click();
    await expect(page.getByRole('heading', { name: '写真を送る' })).toBeVisible();
    await expectSound(page);
    await page
      .getByLabel('どなたの写真ですか')
      .selectOption({ label: `${world.cast.resident.name} 様` });
    const fresh = await jpeg({ width: 640, height: 480 });
    await page
      .getByLabel('写真', { exact: true })
      .setInputFiles([
        jpegFile('庭.jpg', fresh),
        jpegFile('同じ庭.jpg', fresh),
        { name: '予定.txt', mimeType: 'text/plain', buffer: Buffer.from('…') },
      ]);
    await shoot(page, 'form');
    await page.getByRole('button', { name: '送る', exact: true }).click();
    const result = page.getByRole('status');
    await expect(result).toContainText(
      '1枚を追加しました・1枚は登録済みでした・1枚は追加できませんでした',
    );
    await expect(page.getByText('予定.txt：この形式は送れません')).toBeVisible();
    await expectSound(page);
    await shoot(page, 'result');
    await result.getByRole('link', { name: '写真を見る' }).click();
    await expect(page).toHaveURL(new RegExp(world.cast.resident.id));
    await expectSound(page);
    await shoot(page, 'resident');
  });
});

test.describe('the operator with such a phone', RARE, () => {
  test.use({ expectConsole: /\bold$|status of 40/ });
  test.beforeEach(({ context }) => makeOld(context, OLDEST));

  test('is told what works, from the login on', async ({ page }) => {
    await page.goto(paths.operatorLogin);
    await expectSound(page);
    await expect(page.getByText('この端末では、動かないボタンがあります。')).toBeVisible();
    await expect(page.getByRole('link', { name: '写真を送る' })).toHaveCount(0);
    await shoot(page, 'operator');
  });
});

for (const [phone, target] of [
  ['an iPhone with iOS 15.4', { safari_ios: '15.4' }],
  ['a phone with Chrome 99', { chrome_android: '99' }],
] as const) {
  test.describe(phone, () => {
    test.beforeEach(({ context }) => makeOld(context, target));

    test('has all of the staff pages', RARE, async ({ page, world }) => {
      await startSession(page, world.cast.admin.email);
      await page.goto(paths.items);
      await awake(page);
      await expectSound(page);
      await expect(page.getByText('この端末では')).toBeHidden();
      await shoot(page, 'photos');
      await pickPhotos(
        page,
        [jpegFile('空.jpg', await jpeg({ width: 700, height: 500 }))],
        world.cast.resident.name,
      );
      await expect(page.getByText('1枚を追加しました')).toBeVisible();
      await page
        .getByRole('button', { name: /を大きく見る/ })
        .first()
        .click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await shoot(page, 'dialog');
      await page.keyboard.press('Escape');

      for (const [name, address] of [
        ['month', paths.dashboard],
        ['letters', paths.adminLetters],
        ['letter', paths.adminLetter(world.yearMonth)],
        ['family', paths.newFamily],
      ] as const) {
        await page.goto(address);
        await awake(page);
        await expectSound(page);
        await shoot(page, name);
      }
      await page.locator('summary', { hasText: 'どれを選ぶか' }).click();
      await expect(page.getByText('あとから変えられます')).toBeVisible();
      await expectSound(page);
      await shoot(page, 'tooltip');
    });
  });
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the operator reads the line as well', RARE, async ({ page }) => {
    await page.goto(paths.operatorLogin);
    await expect(page.locator('.without-scripts noscript')).toBeVisible();
  });

  test('the line is there, and does not blame the phone', async ({ page, world }) => {
    await startSession(page, world.cast.admin.email);
    await page.goto(paths.items);
    // Its text is none for `getByText`.
    await expect(page.locator('.without-scripts noscript')).toBeVisible();
    await expect(page.getByText('iOS 15.4から')).toBeHidden();
    await expect(page.getByRole('button', { name: /写真を撮る・選ぶ/ })).toBeHidden();
    await menuSwitch(page).click();
    await page.getByRole('navigation', { name: 'メニュー' }).getByText('マイページ').click();
    await expect(page).toHaveURL(paths.myPage);
    await page.getByRole('link', { name: '写真を送る' }).click();
    await expect(page.getByRole('button', { name: '送る', exact: true })).toBeVisible();
  });
});

test('the menu opens and closes by touch and by keyboard', RARE, async ({ page, world }) => {
  await startSession(page, world.cast.admin.email);
  await page.goto(paths.items);
  await awake(page);
  const menu = page.getByRole('navigation', { name: 'メニュー' });
  const opener = menuSwitch(page);
  await expect(menu).toBeHidden();
  await opener.click();
  await expect(menu).toBeVisible();
  await shoot(page, 'menu');
  await expect(opener).toHaveText('メニュー閉じる');

  // Beside it.
  await page.mouse.click(20, 500);
  await expect(menu).toBeHidden();

  await opener.focus();
  await page.keyboard.press('Enter');
  await expect(menu).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(menu.getByRole('link').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(opener).toBeFocused();

  // Leaving it closes it, so that nothing under it has the focus.
  await page.keyboard.press('Enter');
  await expect(menu).toBeVisible();
  await page.keyboard.press('Shift+Tab');
  await expect(menu).toBeHidden();
});

test.describe('twice the size', RARE, () => {
  test.use({ expectConsole: /status of 40/ });

  test('families need not scroll sideways at twice the size beside a scrollbar', async ({
    page,
    world,
  }) => {
    for (const [name, address] of Object.entries(pagesOf(world))) {
      await page.goto(address);
      expect(await sidewaysWhenLarge(page), name).toBeLessThanOrEqual(0);
    }
  });
});
