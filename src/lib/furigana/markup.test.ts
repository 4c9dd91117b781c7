import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hostilePage, soup } from '../../../tests/support/hostile-pages.ts';
import { taken } from '../../../tests/support/without-readings.ts';
import { withReadings } from './markup.ts';

/** Of elements in which a browser takes no others. */
const NEVER = /^(?:title|textarea|select|option|script|style|http:.*)$/;

describe('a page with readings is the same page, in a browser with and without scripts', () => {
  test.each([
    ['whatever its attributes and texts hold', hostilePage, 3000],
    ['whatever it is', soup, 3000],
  ])('%s', (_name, pages, numRuns) => {
    let read = 0;
    fc.assert(
      fc.property(pages(), (html) => {
        const shown = withReadings(html);
        for (const scripts of [true, false]) {
          const page = taken(shown, scripts);
          expect(page.plain).toEqual(taken(html, scripts).plain);
          expect(page.read.flat().filter((name) => NEVER.test(name))).toEqual([]);
          read += page.read.length;
        }
      }),
      { numRuns: Number(process.env['RUNS'] ?? numRuns) },
    );
    expect(read).toBeGreaterThan(numRuns / 10);
  });
});
