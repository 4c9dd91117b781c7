import { monthOf, yearOf } from '#lib/calendar.ts';
import { paths } from '#lib/paths.ts';
import { jpeg } from '../support/pictures.ts';
import {
  PHONE,
  expect,
  jpegFile,
  openNotices,
  pickPhotos,
  signIn,
  test,
  tokensOf,
} from './support/story.ts';

/** A day of the newest published month, in EXIF format. */
const takenAt = (yearMonth: number, day: string): string =>
  `${Math.floor(yearMonth / 100)}:${String(monthOf(yearMonth)).padStart(2, '0')}:${day} 10:00:00`;

const DAYS = ['11', '12'];

test.describe("from a carer's phone to a family", () => {
  test.use(PHONE);

  test('a carer adds photos, and the family reads them without scripts', async ({
    page,
    browser,
    world,
    baseURL,
  }) => {
    const { neighbour, neighbourFamily, general } = world.cast;
    await signIn(page, general.email);
    await expect(page).toHaveURL(paths.items);
    const photos = await Promise.all(
      DAYS.map(async (day) =>
        jpegFile(
          `IMG_${day}.jpg`,
          await jpeg({ width: 900, height: 1200, takenAt: takenAt(world.yearMonth, day) }),
        ),
      ),
    );
    await pickPhotos(page, photos, neighbour.name);
    await expect(page.getByText('2枚を追加しました')).toBeVisible();
    await expect(
      page.getByRole('button', { name: `${neighbour.name}、`, exact: false }),
    ).toHaveCount(2);
    // Their month is published, so they are held until answered.
    await openNotices(page);
    const question = page.getByRole('region', { name: '確認待ちの写真' });
    await question.getByRole('button', { name: 'その月のお便りに加える' }).click();
    await page.getByRole('button', { name: 'このまま進む' }).click();
    await expect(question).toHaveCount(0);

    const tokens = tokensOf(neighbour, neighbourFamily);
    const family = await browser.newContext({
      ...PHONE,
      javaScriptEnabled: false,
      baseURL: baseURL ?? '',
    });
    const letter = await family.newPage();
    // New photos appear once processed.
    await expect(async () => {
      await letter.goto(paths.letter(world.yearMonth, tokens));
      for (const day of DAYS) {
        const shown = letter.getByText(`${monthOf(world.yearMonth)}月${day}日`).first();
        await expect(shown).toBeVisible({ timeout: 1000 });
      }
    }).toPass();
    await expect(letter.getByText('鈴木様の書道')).toBeVisible();
    await expect(letter.getByText('中庭の金木犀')).toBeAttached();
    expect(await letter.content()).not.toContain('芋掘りをしました');
    expect(await letter.locator('script').count()).toBe(0);

    await letter.getByRole('img', { name: '写真' }).first().click();
    const save = letter.getByRole('link', { name: '保存' });
    await expect(save).toHaveAttribute('download', /\.jpg$/);
    const saved = await family.request.get((await save.getAttribute('href')) ?? '');
    expect(saved.headers()['content-type']).toBe('image/jpeg');
    await letter.getByRole('link', { name: 'お便りにもどる' }).click();

    await letter.getByRole('link', { name: '過去のお便り一覧' }).first().click();
    await expect(letter.getByRole('heading', { level: 1 })).toContainText(neighbour.name);
    // Another story may use the same month of another year.
    const year = letter.getByRole('region', { name: `${yearOf(world.yearMonth)}年` });
    await year.getByRole('link', { name: `${monthOf(world.yearMonth)}月号` }).click();
    await expect(letter).toHaveURL(paths.letter(world.yearMonth, tokens));
    await family.close();
  });
});

test('a letter fits a narrow phone and a desktop', async ({ page, world }) => {
  const { resident, family } = world.cast;
  const tokens = tokensOf(resident, family);
  for (const width of [300, 360, 1280]) {
    await page.setViewportSize({ width, height: 740 });
    for (const address of [paths.letter(world.yearMonth, tokens), paths.letters(tokens)]) {
      await page.goto(address);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow, `${address} at ${width}`).toBeLessThanOrEqual(0);
    }
  }
});
