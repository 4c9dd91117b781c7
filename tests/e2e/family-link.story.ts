import { addMonths, monthOf } from '#lib/calendar.ts';
import { paths } from '#lib/paths.ts';
import { expectNeat } from './support/neat.ts';
import { PHONE, RARE, expect, test, tokensOf } from './support/story.ts';

test.describe('in forced colours', () => {
  test.use({ ...PHONE, contextOptions: { forcedColors: 'active' } });

  test("nothing covers the facility's name", RARE, async ({ page, world }) => {
    await page.goto(
      paths.letter(world.yearMonth, tokensOf(world.cast.resident, world.cast.family)),
    );
    const name = page.locator('.host');
    const seen = await name.screenshot();
    await page.getByRole('heading', { level: 1 }).evaluate((month) => {
      month.style.visibility = 'hidden';
    });
    expect((await name.screenshot()).equals(seen)).toBe(true);
  });
});

test.describe('an early look', () => {
  test.use(PHONE);

  test('is on the shelf and next to the last letter, with the day it is complete', async ({
    page,
    world,
  }) => {
    const { reader, yearMonth } = world.places;
    const current = addMonths(yearMonth, 1);
    const due = `${monthOf(addMonths(current, 1))}月1日にできあがります`;
    await page.goto(paths.letters(reader));
    const card = page.getByRole('listitem').first();
    await expect(card).toContainText('制作中');
    await expect(card).toContainText(due);
    await expect(page.getByText('制作中')).toHaveCount(1);
    await card.getByRole('link').click();
    await expect(page).toHaveURL(paths.letter(current, reader));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${monthOf(current)}月号`);
    await expect(page.getByText(due)).toBeVisible();
    await expect(page.getByRole('button', { name: '見ました' })).toHaveCount(0);
    await page.getByRole('link', { name: `‹ ${monthOf(yearMonth)}月号` }).click();
    await expect(page.getByText('制作中')).toHaveCount(1);
    const nextLetter = page.getByRole('link', { name: `${monthOf(current)}月号 ›` });
    await expect(nextLetter).toContainText(`制作中・${due}`);
    await nextLetter.click();
    await expect(page).toHaveURL(paths.letter(current, reader));
  });
});

test.describe('without a letter', () => {
  test.use({ ...PHONE, expectConsole: /status of 404/ });

  test('a valid link shows the shelf with a sentence', async ({ page, world }) => {
    const tokens = tokensOf(world.cast.resident, world.cast.family);
    await page.goto(paths.letter(200001, tokens));
    await expect(page.getByText('2000年1月のお便りはありません。')).toBeVisible();
    await expectNeat(page);
    const newest = page.getByRole('listitem').getByRole('link').first();
    await newest.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/月号$/);
  });

  test('a refused 見ました links back to the letter', async ({ page, world }) => {
    const tokens = tokensOf(world.cast.resident, world.cast.family);
    const letter = paths.letter(world.yearMonth, tokens);
    await page.goto(letter);
    const button = page.locator('#seen button').first();
    await button.evaluate((element: HTMLButtonElement) => (element.value = 'none'));
    await button.click();
    await expect(page.getByText('施設には、まだお伝えできていません。')).toBeVisible();
    await page.waitForLoadState(); // its style
    await expectNeat(page);
    await page.getByRole('link', { name: 'お便りにもどる' }).click();
    await expect(page).toHaveURL(letter);
  });
});
