import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { paths } from '#lib/paths.ts';
import { VIEWERS } from '../../support/views/view.ts';
import { VIEWS } from '../../support/views/views.ts';
import { waitFor } from '../browsers/browser.ts';
import { badlyBroken, brokenLines } from '../browsers/line-breaks.ts';
import type { Site } from '../browsers/site.ts';
import { ALL_ENGINES, openSite } from '../browsers/site.ts';
import type { Viewing } from '../browsers/viewers.ts';
import { becomeViewer, makeViewing } from '../browsers/viewers.ts';

const world = inject('world');
const PHONE = { width: 360, height: 740 };
const HERE = VIEWS.filter(({ demo, act }) => demo !== true && act === undefined);

describe.each(ALL_ENGINES)('$engine', ({ engine, start, here }) => {
  describe('on a phone, also with text twice as large', here, () => {
    let site: Site;
    let viewing: Viewing;
    beforeAll(async () => {
      site = await openSite(world, start, {
        async fill(copied) {
          viewing = await makeViewing(copied);
        },
      });
      await site.browser.resize(PHONE.width, PHONE.height);
      await site.browser.open(`${site.url}${paths.login}`);
    });
    afterAll(() => site.close());

    test.each(VIEWERS)('pages of %s fit, and break between phrases', async (who) => {
      const { browser, url } = site;
      await becomeViewer(browser, viewing, who);
      const faults: string[] = [];
      for (const view of HERE.filter((one) => one.who === who)) {
        await browser.open(`${url}${view.path(viewing.places)}`);
        await waitFor(browser, `!document.querySelector('astro-island[ssr]')`);
        for (const size of ['', '200%']) {
          const { over, lines, at } = await browser.ask<{ at:string, over: number; lines: string[][] }>(`
            document.documentElement.style.fontSize = ${JSON.stringify(size)};
            const root = document.documentElement;
            return { at: location.pathname, over: root.scrollWidth - root.clientWidth, lines: (${brokenLines.toString()})() };`);
          const where = `${engine} ${view.name} ${size} ${at}`;
          if (over > 0) faults.push(`${where}: ${over} sideways`);
          for (const one of lines) {
            const bad = badlyBroken(one);
            if (bad !== null) faults.push(`${where}: ${bad}`);
          }
        }
      }
      if (process.env['WCC']) writeFileSync(`/tmp/wcc/${engine}-${who}.txt`, faults.join('\n') + '\n');
      expect(faults).toEqual([]);
    });
  });
});
