import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';

const NARROW = [360, 300];

/** How far a page can be pushed sideways, in CSS pixels. */
const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** The page as it stands fits the narrowest phones and hides nothing from anyone. */
export async function expectNeat(page: Page): Promise<void> {
  const where = new URL(page.url()).pathname;
  const size = page.viewportSize();
  for (const width of NARROW) {
    await page.setViewportSize({ width, height: size?.height ?? 740 });
    expect(await overflowOf(page), `${where} at ${width}`).toBeLessThanOrEqual(0);
  }
  if (size) await page.setViewportSize(size);
  // No page has frames, and without them the quicker way finds the same.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.html).join(' ')}`);
  expect(found, `accessibility of ${where}`).toEqual([]);
}
