import { paths } from '../../src/lib/paths.ts';
import { expectNeat } from './support/neat.ts';
import { PHONE, expect, signIn, test } from './support/story.ts';

test.describe('the pages of admins that no other story tells of', () => {
  test.use(PHONE);

  test('are neat on the narrowest phones', async ({ page, world }) => {
    const { admin, resident } = world.cast;
    await signIn(page, admin.email);
    await expect(page).toHaveURL(paths.items);
    for (const address of [
      paths.residents,
      paths.importResidents,
      paths.deliverySettings,
      paths.staffs,
      paths.adminLetter(world.yearMonth),
      paths.adminLetterPreview(world.yearMonth, resident.id),
    ]) {
      await page.goto(address);
      await expectNeat(page);
    }
  });
});

test('the list of households shows them all, as wide as the page', async ({ page, world }) => {
  await page.setViewportSize({ width: 1280, height: 500 });
  await signIn(page, world.cast.admin.email);
  await expect(page).toHaveURL(paths.items);
  await page.goto(paths.families);
  const household = page.getByRole('region', { name: world.cast.resident.name });
  const room = await page.getByRole('main').evaluate((main) => main.clientWidth);
  const { width = 0 } = (await household.boundingBox()) ?? {};
  expect(width).toBeGreaterThan(0.9 * room);
});
