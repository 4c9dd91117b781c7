import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hostilePage, soup } from '../../../tests/support/hostile-pages.ts';
import { taken } from '../../../tests/support/without-readings.ts';
import { withPhrases } from '../phrases.ts';
import { withReadings } from './markup.ts';

/** Of elements in which a browser takes no others. */
const NEVER = /^(?:title|textarea|select|option|script|style|http:.*)$/;

describe('a page with readings is the same page, in a browser with and without scripts', () => {
  test.each([
    ['whatever its attributes and texts hold', hostilePage, withReadings, 3000],
    [
      'also where its lines may break between phrases',
      hostilePage,
      (html: string) => withReadings(withPhrases(html)),
      3000,
    ],
    ['whatever it is', soup, withReadings, 3000],
  ])('%s', (_name, pages, change, numRuns) => {
    let read = 0;
    fc.assert(
      fc.property(pages(), (html) => {
        const shown = change(html);
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

describe('a break between phrases', () => {
  const of = (html: string): string =>
    withReadings(html)
      .replaceAll(/<ruby>(.*?)<rt[^>]*>(.*?)<\/rt><\/ruby>/g, '$1($2)')
      .replaceAll(/<\/?read-text>/g, '');

  test.each([
    ['写真を\u200b送る', '写真(しゃしん)を\u200b送(おく)る'],
    // A word and a name go on behind it, and a word with its reading is not broken.
    ['入居者\u200b名簿', '入居者名簿(にゅうきょしゃめいぼ)'],
    ['佐藤\u200b花子の\u200b写真', '佐藤\u200b花子の\u200b写真(しゃしん)'],
    ['大\u200b木', '大\u200b木'],
    ['3\u200b人に', '3\u200b人(にん)に'],
    ['<b>ご\u200b家族</b>', '<b>ご\u200b家族(かぞく)</b>'],
    ['写真\u200b\u200b家族', '写真(しゃしん)\u200b\u200b家族(かぞく)'],
  ])('%s', (html, shown) => {
    expect(of(html)).toBe(shown);
  });
});
