import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { ROOT } from '../support/server.ts';
import { openView, openViewers } from '../support/views/open-view.ts';
import { VIEWERS } from '../support/views/view.ts';
import { VIEWS, isUsual } from '../support/views/views.ts';
import type { FocusStop } from './support/in-page.ts';
import { brokenTexts, cutTexts, edgelessButtons, watchFocus } from './support/in-page.ts';
import { contrastFaultsOf, expectNeat, overflowOf } from './support/neat.ts';
import { PHONE, RARE, expect, readWorld, test } from './support/story.ts';

/** A page of two hundred photos repeats itself. */
const MOST_STOPS = 40;
/** Presses of Tab between two looks at where they led. */
const AT_ONCE = 8;
const NARROW = PHONE.viewport.width;
const WIDE = 1280;

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
    /** One for all, which is half the work; no page uses the storage of a tab. */
    let tab: Page;
    test.beforeAll(async ({ browser }, { project }) => {
      const { baseURL = '' } = project.use;
      context = (await openViewers(browser, readWorld().places, { ...PHONE, baseURL }, [who]))[who];
      tab = await context.newPage();
    });
    test.afterAll(() => context.close());

    for (const view of HERE.filter((one) => one.who === who)) {
      test(view.name, isUsual(view) ? {} : RARE, async () => {
        await openView(tab, view, readWorld().places);
        await expectNeat(tab);
        await tab.unrouteAll();
      });

      test(`${view.name}, dark, in forced colours, large, and by keyboard`, RARE, async () => {
        await openView(tab, view, readWorld().places);
        expect(await faintInTheDark(tab)).toEqual([]);
        const cut = await tab.evaluate(cutTexts);
        expect(await faultsInForcedColours(tab)).toEqual([]);
        const whenLarge = await faultsWhenLarge(tab);
        expect(whenLarge.filter((fault) => !cut.includes(fault))).toEqual([]);
        expect(await faultsOfFocus(tab)).toEqual([]);
        await tab.unrouteAll();
      });
    }
  });
}

/** Words with too little contrast on dark paper. */
async function faintInTheDark(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'dark' });
  const faint = await contrastFaultsOf(page);
  await page.emulateMedia({ colorScheme: null });
  return faint;
}

/** In forced colours something covers text, or a button has no edge. Leaves the page wide. */
async function faultsInForcedColours(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'active' });
  const faults: string[] = [];
  for (const width of [NARROW, WIDE]) {
    await setWidth(page, width);
    faults.push(...(await page.evaluate(brokenTexts, true)));
  }
  faults.push(...(await page.evaluate(edgelessButtons)));
  await page.emulateMedia({ forcedColors: 'none' });
  return faults;
}

/** Text twice as large is cut or does not fit the page (WCAG 1.4.4). Leaves the page narrow. */
async function faultsWhenLarge(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  const faults: string[] = [];
  for (const width of [WIDE, NARROW]) {
    await setWidth(page, width);
    if ((await overflowOf(page)) > 0) faults.push(`sideways at ${width}`);
    faults.push(...(await page.evaluate(cutTexts)), ...(await page.evaluate(brokenTexts, false)));
  }
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '';
  });
  return faults;
}

const setWidth = (page: Page, width: number): Promise<void> =>
  page.setViewportSize({ width, height: PHONE.viewport.height });

/** The focus is not always visible (WCAG 2.4.7, 2.4.11). */
async function faultsOfFocus(page: Page): Promise<string[]> {
  await page.evaluate(watchFocus);
  let { stops, isOver } = { stops: [] as FocusStop[], isOver: false };
  for (let pressed = 0; pressed < MOST_STOPS && !isOver; pressed += AT_ONCE) {
    for (let press = 0; press < AT_ONCE; press++) await page.keyboard.press('Tab');
    ({ stops, isOver } = await page.evaluate(() => {
      const seen = window.focusWatch;
      return { stops: seen.stops, isOver: seen.isOver };
    }));
  }
  if (stops.length === 0) return ['nothing can be reached'];
  const faults = stops.flatMap(({ what, isMarked, isCovered }) => [
    ...(isMarked ? [] : [`no mark: ${what}`]),
    ...(isCovered ? [`covered: ${what}`] : []),
  ]);
  return [...new Set(faults)];
}
