import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { ROOT } from '../support/server.ts';
import { openView, openViewers } from '../support/views/open-view.ts';
import type { Places, View } from '../support/views/view.ts';
import { VIEWERS } from '../support/views/view.ts';
import { VIEWS } from '../support/views/views.ts';
import { brokenTexts, cutTexts, edgelessButtons, focused } from './support/in-page.ts';
import { expectNeat, overflowOf } from './support/neat.ts';
import { PHONE, expect, readWorld, test } from './support/story.ts';

/** A page of two hundred photos repeats itself. */
const MOST_STOPS = 40;
const WIDTHS = [360, 1280];

// Only the demo has a mail page.
const HERE = VIEWS.filter(({ demo }) => demo !== true);

test('the list of views names every page', () => {
  const pages = readdirSync(path.join(ROOT, 'src/pages'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.astro'))
    .map((file) => `/${file.replace(/(^|\/)index\.astro$|\.astro$/, '')}`);
  const listed = new Set(VIEWS.map(({ route }) => route).filter((route) => route !== null));
  expect([...listed].sort()).toEqual(pages.sort());
});

for (const who of VIEWERS) {
  test.describe(`as ${who} sees it`, () => {
    let context: BrowserContext;
    test.beforeAll(async ({ browser }, { project }) => {
      const { baseURL = '' } = project.use;
      context = (await openViewers(browser, readWorld().places, { ...PHONE, baseURL }, [who]))[who];
    });
    test.afterAll(() => context.close());

    for (const view of HERE.filter((one) => one.who === who)) {
      test(view.name, () => expectUsable(context, view, readWorld().places));
    }
  });
}

async function expectUsable(context: BrowserContext, view: View, places: Places): Promise<void> {
  const page = await context.newPage();
  try {
    await openView(page, view, places);
    await expectNeat(page);
    await expectReadableInForcedColours(page);
    await expectReadableWhenLarge(page);
    await expectFocusToBeSeen(page);
  } finally {
    await page.close();
  }
}

/** Text twice as large is not cut and fits the page (WCAG 1.4.4). */
async function expectReadableWhenLarge(page: Page): Promise<void> {
  const before = await page.evaluate(cutTexts);
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 740 });
    expect(await overflowOf(page), `sideways at ${width} with large text`).toBeLessThanOrEqual(0);
    const cut = (await page.evaluate(cutTexts)).filter((one) => !before.includes(one));
    expect(cut, `cut at ${width} with large text`).toEqual([]);
    const broken = await page.evaluate(brokenTexts, false);
    expect(broken, `broken at ${width} with large text`).toEqual([]);
  }
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '';
  });
  await page.setViewportSize({ width: 360, height: 740 });
}

/** In forced colours nothing covers text, and buttons have an edge. */
async function expectReadableInForcedColours(page: Page): Promise<void> {
  await page.emulateMedia({ forcedColors: 'active' });
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 740 });
    const broken = await page.evaluate(brokenTexts, true);
    expect(broken, `covered at ${width} in forced colours`).toEqual([]);
  }
  expect(await page.evaluate(edgelessButtons), 'buttons without an edge').toEqual([]);
  await page.emulateMedia({ forcedColors: 'none' });
  await page.setViewportSize({ width: 360, height: 740 });
}

/** The focus is always visible (WCAG 2.4.7, 2.4.11). */
async function expectFocusToBeSeen(page: Page): Promise<void> {
  const unseen: string[] = [];
  for (let stop = 0; stop < MOST_STOPS; stop++) {
    await page.keyboard.press('Tab');
    const at = await page.evaluate(focused);
    if (!at) break;
    if (!at.isMarked) unseen.push(`no mark: ${at.what}`);
    if (at.isCovered) unseen.push(`covered: ${at.what}`);
  }
  expect([...new Set(unseen)], 'focus').toEqual([]);
}
