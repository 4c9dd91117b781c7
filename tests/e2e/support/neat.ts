import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import type { RunOptions, default as Axe } from 'axe-core';
import { faultsOf } from '../../support/markup.ts';
import { looseErrors, smallTargets, smallTexts } from './in-page.ts';

declare global {
  interface Window {
    axe: typeof Axe;
  }
}

type Rules = NonNullable<RunOptions['rules']>;

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const NARROW = [360, 300];
/** For families' pages (domain.md#looks). */
const PROMISED = { target: 44, text: 16 };
const TO_FAMILIES = { target: 48, text: 18 };

/** All of WCAG 2.2 AA, and best practices. */
const ALSO = { 'target-size': { enabled: true } };
const ALSO_FOR_FAMILIES = { ...ALSO, 'color-contrast-enhanced': { enabled: true } };

/** Horizontal overflow in CSS pixels. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

const isForFamilies = (path: string): boolean => /^\/letters(\/|$)/.test(path);

const isToFamilies = async (page: Page): Promise<boolean> =>
  isForFamilies(new URL(page.url()).pathname) && (await page.locator('main.sheet').count()) > 0;

/** Words that do not stand out enough: by 7:1 to families, else by 4.5:1. */
export async function contrastFaultsOf(page: Page): Promise<string[]> {
  const rule = (await isToFamilies(page)) ? 'color-contrast-enhanced' : 'color-contrast';
  return barriersOf(page, { [rule]: { enabled: true } }, [rule]);
}

/** The page fits the narrowest phones and is accessible. */
export async function expectNeat(page: Page): Promise<void> {
  // A new document has no root yet.
  await page.waitForLoadState('domcontentloaded');
  const where = new URL(page.url()).pathname;
  // A broken link shows staff's layout, without a sheet.
  const toFamilies = await isToFamilies(page);
  const promised = toFamilies ? TO_FAMILIES : PROMISED;
  const size = page.viewportSize();
  for (const width of NARROW) {
    await page.setViewportSize({ width, height: size?.height ?? 740 });
    expect(await overflowOf(page), `${where} at ${width}`).toBeLessThanOrEqual(0);
  }
  const small = await page.evaluate(smallTargets, promised.target);
  expect(small, `targets of ${where} under ${promised.target}`).toEqual([]);
  if (size) await page.setViewportSize(size);
  const tiny = await page.evaluate(smallTexts, promised.text);
  expect(tiny, `text of ${where} under ${promised.text}`).toEqual([]);
  expect(await page.evaluate(looseErrors), `errors without words on ${where}`).toEqual([]);
  expect(await faultsOf(await page.content()), `HTML of ${where}`).toEqual([]);
  const barriers = await barriersOf(page, toFamilies ? ALSO_FOR_FAMILIES : ALSO);
  expect(barriers, `accessibility of ${where}`).toEqual([]);
}

/** Violations of WCAG 2.2 AA on the current page. */
export async function barriersOf(
  page: Page,
  rules: Rules = ALSO,
  only?: string[],
): Promise<string[]> {
  await settled(page);
  // Its source is large.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  // Describing the elements of other results takes time.
  const options: RunOptions = {
    rules,
    resultTypes: ['violations'],
    ...(only && { runOnly: { type: 'rule', values: only } }),
  };
  return page.evaluate(async (given) => {
    const { violations } = await window.axe.run(document, given);
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.html).join(' ')}`);
  }, options);
}

/** A dialog that is fading in has too little contrast. Spinners never end, nor does scrolling. */
const settled = (page: Page): Promise<unknown> =>
  page.evaluate(() => {
    const ending = document
      .getAnimations()
      .filter(({ timeline }) => timeline === document.timeline)
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    return Promise.allSettled(ending.map(({ finished }) => finished));
  });
