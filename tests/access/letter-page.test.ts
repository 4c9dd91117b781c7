import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { addMonths, civilDateOf, yearMonthOf } from '#lib/calendar.ts';
import type { LetterTokens } from '#lib/paths.ts';
import { paths } from '#lib/paths.ts';
import { drawLetters, insertLetters } from '../support/random-letters.ts';
import { form } from './row.ts';
import { useSite } from './site.ts';

const site = useSite();
const HEADERS = ['cache-control', 'x-robots-tag', 'referrer-policy'];

/** As it is kept, and as Astro renders it for each POST. */
async function compare(month: number, tokens: LetterTokens): Promise<number> {
  const path = paths.letter(month, tokens);
  await site().ask('anonymous', path);
  const shown = await site().ask('anonymous', path);
  const whole = await site().ask('anonymous', path, form({}));
  expect(shown.status).toBe(whole.status);
  if (shown.status !== 200) return 0;
  expect(shown.text).toBe(whole.text);
  for (const name of HEADERS) expect(shown.headers[name], name).toBe(whole.headers[name]);
  const [, css = ''] = /<style>([^]*?)<\/style>/.exec(shown.text) ?? [];
  const hash = createHash('sha256').update(css).digest('base64');
  expect(shown.headers['content-security-policy']).toContain(`style-src 'sha256-${hash}';`);
  return 1;
}

test('a letter that is kept is the page that Astro renders', async () => {
  const now = yearMonthOf(civilDateOf(site().factory.clock.now()));
  const months = [0, 1, 2, 3].map((ago) => addMonths(now, -ago));
  let letters = 0;
  for (const drawn of drawLetters(14, 10)) {
    for (const tokens of await insertLetters(site().factory, drawn, months)) {
      for (const month of months) letters += await compare(month, tokens);
    }
  }
  expect(letters).toBeGreaterThan(60);
});

test('… also once it was seen, with and without a stamp', async () => {
  const { cast, yearMonth } = site().world;
  const tokens = { residentToken: cast.resident.token, familyToken: cast.family.token };
  for (const stamp of ['', 'thanks', 'glad']) {
    await site().ask('anonymous', paths.letterSeen(yearMonth, tokens), form({ stamp }));
    expect(await compare(yearMonth, tokens)).toBe(1);
  }
});

test("each photo's link opens that photo", async () => {
  const { cast, yearMonth, items } = site().world;
  const own = { residentToken: cast.resident.token, familyToken: cast.family.token };
  const { text } = await site().ask('anonymous', paths.letter(yearMonth, own));
  const links = [...text.matchAll(/<a id="p\d+" class="\w+" href="([^"]*)"/g)];
  expect(links).toHaveLength(2);
  for (const [index, item] of [items.own, items.hall].entries()) {
    const href = links[index]?.[1]?.replaceAll('&amp;', '&') ?? '';
    const { status, text: page } = await site().ask('anonymous', href);
    expect(status).toBe(200);
    expect(page).toContain(`/${item.blobId}/`);
    expect(page).toContain(`2枚中${index + 1}枚目`);
  }
});
