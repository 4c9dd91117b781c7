import { describe, expect, test } from 'vitest';
import { yearOf } from '#lib/calendar.ts';
import { paths } from '#lib/paths.ts';
import { faultsOf } from '../support/markup.ts';
import { PAGES } from './rows.ts';
import type { Who } from './site.ts';
import { CAST, useSite } from './site.ts';

const site = useSite();

async function faultsFor(who: Who, address: string): Promise<string[]> {
  const { headers, text } = await site().ask(who, address);
  return headers['content-type']?.startsWith('text/html') ? faultsOf(text) : [];
}

describe('the HTML of', () => {
  describe.each(PAGES)('$call', ({ call, path }) => {
    test.each(CAST)('as %s', async (who) => {
      const address = (await path?.(site())) ?? call.slice(call.indexOf(' ') + 1);
      expect(await faultsFor(who, address)).toEqual([]);
    });
  });

  test('of what a family reads', async () => {
    const { cast, yearMonth, items } = site().world;
    const reader = { residentToken: cast.resident.token, familyToken: cast.family.token };
    for (const address of [
      paths.letters(reader),
      paths.letter(yearMonth, reader),
      paths.letterPhoto(yearMonth, items.own.id, reader),
      paths.letterYear(yearOf(yearMonth), reader),
      paths.letterYearPrint(yearOf(yearMonth), reader),
      paths.letterYear('all', reader),
      paths.letterYearPrint('all', reader),
    ]) {
      const { status, text } = await site().ask('anonymous', address);
      expect(status).toBe(200);
      expect(await faultsOf(text), address).toEqual([]);
      // Old phones skip such rules, which a minifier likes to write.
      expect(text, address).not.toMatch(/@media[^{]*[<>]/);
    }
  });
});
