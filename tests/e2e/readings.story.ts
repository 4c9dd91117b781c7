import fc from 'fast-check';
import { withReadings } from '#lib/furigana/markup.ts';
import { withPhrases } from '#lib/phrases.ts';
import { hostilePage, soup } from '../support/hostile-pages.ts';
import { rounds } from '../support/in-full.ts';
import { expect, test } from './support/story.ts';

/** The parser of a real browser, and not the one that the readings are added with. */
test('a browser takes a page with readings for the same page', async ({ page }) => {
  const numRuns = rounds(500, 20_000);
  const pages = [
    ...fc.sample(hostilePage(), numRuns).map((html) => [html, withReadings(withPhrases(html))]),
    ...fc.sample(soup(), numRuns).map((html) => [html, withReadings(html)]),
  ];
  await page.goto('about:blank');
  const { read, wrong } = await page.evaluate((pairs) => {
    const documentOf = (html = ''): Document => new DOMParser().parseFromString(html, 'text/html');
    const bare = (html: string | undefined, isShown: boolean): [string, number] => {
      const found = documentOf(html);
      const roots: ParentNode[] = [found];
      for (const root of roots)
        for (const one of root.querySelectorAll('template'))
          if (one instanceof HTMLTemplateElement) roots.push(one.content);
      const all = (what: string): Element[] =>
        roots.flatMap((root) => [...root.querySelectorAll(what)]);
      const added = isShown ? all('read-text:has(> ruby > rt)') : [];
      for (const text of added) {
        for (const rt of [...text.querySelectorAll('rt')]) rt.remove();
        text.replaceWith(text.textContent);
      }
      for (const root of roots) (root as unknown as Node).normalize();
      return [found.documentElement.outerHTML.replaceAll('\u200b', ''), added.length];
    };
    let words = 0;
    const differ = pairs.filter(([html, shown]) => {
      const [was] = bare(html, false);
      const [is, added] = bare(shown, true);
      words += added;
      return was !== is;
    });
    return { read: words, wrong: differ };
  }, pages);
  expect(wrong).toEqual([]);
  expect(read).toBeGreaterThan(numRuns / 20);
});
