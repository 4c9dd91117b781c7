import { expect, test } from 'vitest';
import { yearOf } from '#lib/calendar.ts';
import { isOutsideLine } from '#lib/outside-line.ts';
import { paths } from '#lib/paths.ts';
import { useSite } from './site.ts';

const site = useSite();

const LINK = /<a\s[^>]*?href="([^"]+)"/g;

const linksOf = (html: string): string[] =>
  [...html.matchAll(LINK)]
    .map(([, href = '']) => href.replaceAll(/&(?:amp|#38);/g, '&').replace(/#.*/, ''))
    .filter((href) => href.startsWith('/'));

const isForPaper = (href: string): boolean => /\/print(?:\?|$)/.test(href);

test('what LINE cannot save or print is opened by the browser of the phone', async () => {
  const { cast, items, yearMonth } = site().world;
  const tokens = { residentToken: cast.resident.token, familyToken: cast.family.token };
  const pages = [
    paths.letters(tokens),
    paths.letter(yearMonth, tokens),
    paths.letterPhoto(yearMonth, items.own.id, tokens),
    paths.letterYear(yearOf(yearMonth), tokens),
    paths.letterYear('all', tokens),
  ];
  const kept: string[] = [];
  for (const page of pages) {
    for (const href of linksOf((await site().ask('anonymous', page)).text)) {
      const { status, headers } = await site().ask('anonymous', href);
      expect(status, href).toBe(200);
      const isSaved = headers['content-disposition']?.startsWith('attachment') ?? false;
      const goesOutside = isOutsideLine(href);
      expect(goesOutside, href).toBe(isSaved || isForPaper(href));
      if (goesOutside) kept.push(href.replace(/[?].*/, ''));
    }
  }
  expect(kept.filter((href) => href.endsWith('.zip'))).toHaveLength(3);
  expect(kept.filter(isForPaper)).toHaveLength(2);
  expect(kept.filter((href) => href.startsWith('/photos/'))).toHaveLength(1);
});
