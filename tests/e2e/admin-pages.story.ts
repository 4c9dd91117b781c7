import { paths } from '#lib/paths.ts';
import { expect, startSession, test } from './support/story.ts';

test('the list of households shows all of them, as wide as the page', async ({ page, world }) => {
  await page.setViewportSize({ width: 1280, height: 500 });
  await startSession(page, world.cast.admin.email);
  await page.goto(paths.families);
  const household = page.getByRole('region', { name: world.cast.resident.name });
  const room = await page.getByRole('main').evaluate((main) => main.clientWidth);
  const { width = 0 } = (await household.boundingBox()) ?? {};
  expect(width).toBeGreaterThan(0.9 * room);
});
