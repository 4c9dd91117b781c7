import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { paths } from '#lib/paths.ts';
import { LONG_NAME } from '../../support/views/places.ts';
import { VIEWERS } from '../../support/views/view.ts';
import { VIEWS } from '../../support/views/views.ts';
import type { Browser } from '../browsers/browser.ts';
import { waitFor } from '../browsers/browser.ts';
import { badlyBroken, brokenLines } from '../browsers/line-breaks.ts';
import type { Site } from '../browsers/site.ts';
import { ALL_ENGINES, openSite } from '../browsers/site.ts';
import type { Viewing } from '../browsers/viewers.ts';
import { becomeViewer, makeViewing } from '../browsers/viewers.ts';

const world = inject('world');
/** A narrow phone; and text twice as large, beside a scrollbar where one takes room. */
const SIZES = [
  { width: 360, text: '100%' },
  { width: 344, text: '200%' },
];
const HEIGHT = 740;

/** What needs a hand first is looked at by stories; only the demo has the others. */
const HERE = VIEWS.filter(({ demo, act }) => demo !== true && act === undefined);

const named = (name: string): string =>
  `[...document.querySelectorAll('button')].find((one) => one.textContent.includes('${name}')).click()`;

/** What islands open, by the view that it is opened on. */
const OPENED: Record<string, string[]> = {
  items: [
    `document.querySelector('#add-photos').click()`,
    `document.querySelector('button[aria-label*="を大きく見る"]').click()`,
    named('選ぶ'),
  ],
};

interface Look {
  over: number;
  lines: string[][];
}

const look = (browser: Browser, size: string): Promise<Look> =>
  browser.ask<Look>(`
    const root = document.documentElement;
    root.style.fontSize = ${JSON.stringify(size)};
    return {
      over: root.scrollWidth - root.clientWidth,
      lines: (${brokenLines.toString()})(),
    };`);

async function faultsNow(browser: Browser, name: string): Promise<string[]> {
  const faults: string[] = [];
  for (const { width, text } of SIZES) {
    await browser.resize(width, HEIGHT);
    const { over, lines } = await look(browser, text);
    const where = `${name} at ${width}, ${text}`;
    if (over > 0) faults.push(`${where}: ${over} sideways`);
    for (const one of lines) {
      const bad = badlyBroken(one, [LONG_NAME]);
      if (bad !== null) faults.push(`${where}: ${bad}`);
    }
  }
  return faults;
}

describe.each(ALL_ENGINES)('$engine', ({ start, here }) => {
  describe('on a narrow phone, also with text twice as large', here, () => {
    let site: Site;
    let viewing: Viewing;
    beforeAll(async () => {
      site = await openSite(world, start, {
        async fill(copied) {
          viewing = await makeViewing(copied);
        },
      });
      await site.browser.open(`${site.url}${paths.login}`);
    });
    afterAll(() => site.close());

    test.each(VIEWERS)('pages of %s fit, and break between phrases', async (who) => {
      const { browser, url } = site;
      await becomeViewer(browser, viewing, who);
      const faults: string[] = [];
      for (const { name, path } of HERE.filter((one) => one.who === who)) {
        const open = async (): Promise<void> => {
          await browser.open(`${url}${path(viewing.places)}`);
          await waitFor(browser, `!document.querySelector('astro-island[ssr]')`);
        };
        await open();
        faults.push(...(await faultsNow(browser, name)));
        for (const press of OPENED[name] ?? []) {
          await browser.ask(press);
          faults.push(...(await faultsNow(browser, `${name}, ${press}`)));
          await open();
        }
      }
      expect(faults).toEqual([]);
    });
  });
});
