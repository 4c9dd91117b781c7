import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { yearOf } from '#lib/calendar.ts';
import { paths } from '#lib/paths.ts';
import { readEnv } from '#server/env.ts';
import { openRuntime } from '#server/runtime.ts';
import { brokenTexts, cutTexts, smallTargets, smallTexts } from '../../e2e/support/in-page.ts';
import type { CopiedWorld } from '../../support/copied-world.ts';
import type { Browser } from '../browsers/browser.ts';
import { SHOWN, waitFor, waitForText } from '../browsers/browser.ts';
import type { Site } from '../browsers/site.ts';
import { ENGINES, openSite } from '../browsers/site.ts';

const world = inject('world');
const { yearMonth, cast } = world;
const { host, resident, family } = cast;
const READER = { residentToken: resident.token, familyToken: family.token };
const PHONE = { width: 360, height: 740 };

const SHELF = paths.letters(READER);
const LETTER = paths.letter(yearMonth, READER);
const CONSENT = paths.letterConsent(READER);
const YEAR = paths.letterYear(yearOf(yearMonth), READER);
const BAD_LINK = paths.letters({ ...READER, familyToken: 'A'.repeat(27) });

const PHOTO = /^\/letters\/\d{6}\/photos\/\w+$/;
const GREETING =
  '朝夕の風がすっかり秋らしくなりました。今月は中庭のコスモスが満開になり、みなさまで外のお茶を楽しみました。';

const LIGHT = { page: 'rgb(251, 245, 234)', ink: 'rgb(51, 41, 31)' };
const DARK = { page: 'rgb(28, 23, 19)', ink: 'rgb(245, 239, 230)' };

/** What a page promises to families, and what the public ones do (domain.md#looks). */
const TO_FAMILIES = { target: 48, text: 18 };
const PUBLIC = { target: 44, text: 16 };

const run = <T, Given extends unknown[]>(
  browser: Browser,
  code: (...given: Given) => T,
  ...given: Given
): Promise<T> => browser.ask<T>(`return (${code.toString()})(...${JSON.stringify(given)})`);

const setSize = (browser: Browser, size: string): Promise<unknown> =>
  browser.ask(`document.documentElement.style.fontSize = ${JSON.stringify(size)}`);

const over = (browser: Browser): Promise<number> =>
  browser.ask(
    'return document.scrollingElement.scrollWidth - document.scrollingElement.clientWidth',
  );

/** Fits at both sizes of text, and is large enough to be read and pressed. */
async function expectSound(browser: Browser, { target, text } = TO_FAMILIES): Promise<void> {
  const where = new URL(await browser.address()).pathname;
  expect(await over(browser), `${where} sideways`).toBeLessThanOrEqual(0);
  expect(await run(browser, smallTargets, target), `${where} to press`).toEqual([]);
  expect(await run(browser, smallTexts, text), `${where} to read`).toEqual([]);
  const cut = await run(browser, cutTexts);
  await setSize(browser, '200%');
  expect(await over(browser), `${where} sideways, large`).toBeLessThanOrEqual(0);
  const cutWhenLarge = await run(browser, cutTexts);
  expect(
    cutWhenLarge.filter((one) => !cut.includes(one)),
    `${where} cut, large`,
  ).toEqual([]);
  expect(await run(browser, brokenTexts, false), `${where} broken, large`).toEqual([]);
  await setSize(browser, '');
}

interface Shown {
  file: string;
  width: number;
}

/** The page's pictures, each scrolled to as a reader does; waits until all are there. */
async function picturesOf(browser: Browser): Promise<Shown[]> {
  const count = await browser.ask<number>('return document.images.length');
  for (let at = 0; at < count; at++) {
    await browser.ask(`document.images[${at}].scrollIntoView({ block: 'center' })`);
    await waitFor(browser, `document.images[${at}].complete && document.images[${at}].currentSrc`);
  }
  return browser.ask<Shown[]>(`return [...document.images].map((image) => ({
    file: new URL(image.currentSrc).pathname.split('/').at(-1),
    width: image.naturalWidth,
  }))`);
}

/** All pictures are drawn, as WebP. */
async function expectPictures(browser: Browser, count: number): Promise<void> {
  const shown = await picturesOf(browser);
  expect(shown).toHaveLength(count);
  for (const { file, width } of shown) {
    expect(file).toMatch(/\.webp$/);
    expect(width, file).toBeGreaterThan(0);
  }
}

const textOf = (browser: Browser): Promise<string> => browser.ask<string>(`return ${SHOWN}`);

/** With a greeting of several lines. */
async function writeGreeting({ dataDir, settings }: CopiedWorld): Promise<void> {
  const rt = await openRuntime(readEnv({ ...settings, DATA_DIR: dataDir, LOG_LEVEL: 'silent' }));
  await rt.db
    .updateTable('letters')
    .set({ body: GREETING })
    .where('host_id', '=', host.id)
    .where('year_month', '=', yearMonth)
    .execute();
  await rt.close();
}

/** The share of its box that the widest line of a text takes, for texts of several lines. */
function shareOfWidest(selector: string): number[] {
  return [...document.querySelectorAll(selector)].flatMap((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const lines = [...range.getClientRects()];
    if (lines.length < 2) return [];
    return [Math.max(...lines.map(({ width }) => width)) / element.clientWidth];
  });
}

const colours = (browser: Browser): Promise<typeof LIGHT> =>
  browser.ask(`
    const { backgroundColor: page, color: ink } = getComputedStyle(document.body);
    return { page, ink };`);

describe.each(ENGINES)('a family in $engine', ({ start, here }) => {
  describe('on a narrow phone', here, () => {
    let site: Site;
    beforeAll(async () => {
      site = await openSite(world, start, { fill: writeGreeting });
      await site.browser.resize(PHONE.width, PHONE.height);
    });
    afterAll(() => site.close());

    test('finds the letters of all months', async () => {
      const { browser, url } = site;
      await browser.open(url + SHELF);
      expect(await browser.ask('return innerWidth')).toBe(PHONE.width);
      expect(await textOf(browser)).toContain('お便り');
      await expectPictures(browser, 1);
      await expectSound(browser);
      expect(await colours(browser)).toEqual(LIGHT);
    });

    test('reads a letter, whose greeting fills its lines', async () => {
      const { browser, url } = site;
      await browser.open(url + LETTER);
      expect(await textOf(browser)).toContain('芋掘りをしました');
      await expectPictures(browser, 2);
      await expectSound(browser);
      const [share = 0] = await run(browser, shareOfWidest, '.body p');
      expect(share).toBeGreaterThan(0.9);
    });

    test('enlarges a photo, and goes on to the next and back', async () => {
      const { browser, url } = site;
      await browser.open(url + LETTER);
      await browser.press('#p1 img');
      await waitFor(browser, `${PHOTO}.test(location.pathname)`);
      // The letter's file, and the larger one that covers it.
      await expectPictures(browser, 2);
      await expectSound(browser);
      await browser.press('a[rel=next]');
      await waitForText(browser, '中庭の金木犀');
      await browser.press('a[rel=prev]');
      await waitForText(browser, '芋掘りをしました');
    });

    test('tells that it was seen, and sends a word', async () => {
      const { browser, url } = site;
      await browser.open(url + LETTER);
      await browser.press('#seen button');
      await waitFor(browser, `document.querySelector('#seen [aria-pressed], #seen .told')`);
      await expectSound(browser);
      await browser.fill('textarea', '元気そうで安心しました。');
      await browser.press('.words .button');
      await waitFor(browser, `document.querySelector('.words li')`);
      expect(await textOf(browser)).toContain('元気そうで安心しました。');
      await expectSound(browser);
    });

    test('answers about photos', async () => {
      const { browser, url } = site;
      await browser.open(url + CONSENT);
      await expectSound(browser);
      await browser.press('input[name=answer][value=own]');
      await browser.press('.consent .button');
      await waitForText(browser, 'お返事を受け取りました');
      expect(await textOf(browser)).toContain('ご家族へのお便りだけ');
      await expectSound(browser);
      await browser.press('summary');
      await waitForText(browser, 'どなたが見ますか');
      await expectSound(browser);
    });

    test('reads a year', async () => {
      const { browser, url } = site;
      await browser.open(url + YEAR);
      await expectPictures(browser, 3);
      await expectSound(browser);
    });

    test('is told what to do about a link that opens nothing', async () => {
      const { browser, url } = site;
      await browser.open(url + BAD_LINK);
      expect(await textOf(browser)).toContain('お便りが開けません');
      await expectSound(browser, PUBLIC);
    });

    test.each([paths.contact, paths.terms, paths.privacy, paths.home])('%s', async (address) => {
      const { browser, url } = site;
      await browser.open(url + address);
      await expectSound(browser, PUBLIC);
    });
  });

  test('reads in the dark', here, async () => {
    const { browser, url, close } = await openSite(world, start, { dark: true });
    await browser.resize(PHONE.width, PHONE.height);
    for (const address of [SHELF, LETTER, CONSENT, YEAR, BAD_LINK, paths.contact, paths.terms]) {
      await browser.open(url + address);
      expect(await colours(browser), address).toEqual(DARK);
    }
    await browser.open(url + LETTER);
    await browser.press('#p1 img');
    await waitFor(browser, `${PHOTO}.test(location.pathname)`);
    expect(await colours(browser)).toEqual(DARK);
    await close();
  });
});
