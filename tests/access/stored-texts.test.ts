import { beforeAll, describe, expect, test } from 'vitest';
import { call } from '../support/http.ts';
import { rounds } from '../support/in-full.ts';
import { cpuMs, leastOf } from '../support/main-thread.ts';
import type { Way } from '../support/stored-places.ts';
import { waysOut } from '../support/stored-places.ts';
import {
  NOT_WRITTEN,
  WRITTEN,
  makeMuch,
  ofLength,
  storeEverywhere,
} from '../support/stored-texts.ts';
import { taken } from '../support/without-readings.ts';
import { useSite } from './site.ts';

/** What a person wrote, in every column at its full length, on everything that goes out (P32). */
const site = useSite();
let ways: Way[];

beforeAll(async () => {
  await makeMuch(site());
  ways = await waysOut(site());
});

test('every column that a person writes is known, and none besides', async () => {
  const tables = await site().factory.db.introspection.getTables();
  const columns = tables.flatMap(({ name, columns: of }) =>
    of
      .filter(({ dataType }) => /^text$/i.test(dataType))
      .map((column) => ({ table: name, column: column.name })),
  );
  const unknown = columns
    .filter(({ table, column }) => WRITTEN[table]?.[column] === undefined)
    .filter(
      ({ table, column }) => !NOT_WRITTEN.test(column) && !NOT_WRITTEN.test(`${table}.${column}`),
    );
  expect(unknown).toEqual([]);
  const named = Object.entries(WRITTEN).flatMap(([table, of]) =>
    Object.keys(of).map((column) => `${table}.${column}`),
  );
  const known = columns.map(({ table, column }) => `${table}.${column}`);
  expect(named.filter((name) => !known.includes(name))).toEqual([]);
});

/** Far beyond the 60 ms of the hostile run: other tests keep the machine busy. */
const MOST_MS = 250;
const MOST_EXPENSIVE = ['1あ年', '<style>', 'か月', '</svg><b title="'];

const cost = async ({ path, options }: Way): Promise<number> => {
  const { url, child } = site().server;
  const before = cpuMs(child.pid ?? 0);
  const { status } = await call(url, path, options);
  if (status >= 500) throw new Error(`${path}: ${status}`);
  return cpuMs(child.pid ?? 0) - before;
};

test('no stored text makes a page, a list or an archive expensive', async () => {
  const { db } = site().factory;
  await storeEverywhere(db, ofLength('あ'));
  const plain = new Map<Way, number>();
  for (const way of ways) plain.set(way, await leastOf(2, () => cost(way)));
  const expensive: string[] = [];
  for (const unit of MOST_EXPENSIVE.slice(0, rounds(2, MOST_EXPENSIVE.length))) {
    await storeEverywhere(db, ofLength(unit));
    for (const way of ways) {
      const most = MOST_MS + (plain.get(way) ?? 0);
      if ((await cost(way)) <= most) continue;
      const least = await leastOf(3, () => cost(way));
      if (least > most) expensive.push(`${unit} on ${way.path}: ${Math.round(least)} ms`);
    }
  }
  expect(ways.length).toBeGreaterThan(70);
  expect(expensive).toEqual([]);
});

/** Each begins with words that have readings, so that these are near; a name holds 60 characters. */
const TAGS = [
  '写真</svg><form action="//a"><input name="a">',
  '写真<textarea><!--<title><option>',
  `写真"'><script><style><math><mtext>`,
  '写真<!--plain-->',
];

/** What differs without readings too, and what a page loads for them and says about them. */
const OWN =
  / data-furigana(?:="")?|<script type="module" src="\/_astro\/Furigana[^"]*"><\/script>| uid="\w+"|\d{5,}| value="(?:on|off)"/g;

/** It says what pressing it does. */
const withoutButton = (page: ReturnType<typeof taken>) => ({
  ...page,
  plain: page.plain.filter((one) => !/^text ふりがなを(?:外す|つける)$/.test(one)),
});

const isSame = (one: string[], other: string[]): boolean => one.join('\n') === other.join('\n');

describe('with readings, a page is the same but for them', () => {
  test.each(TAGS.slice(0, rounds(2, TAGS.length)))(
    'where all that is stored is %s',
    async (unit) => {
      await storeEverywhere(site().factory.db, ofLength(unit));
      const { url } = site().server;
      const Cookie = site().signed.admin.cookie;
      const get = async (path: string, cookie: string) => {
        const { headers, text } = await call(url, path, { headers: { Cookie: cookie } });
        return headers['content-type']?.startsWith('text/html')
          ? withoutButton(taken(text.replaceAll(OWN, ''), true))
          : null;
      };
      let read = 0;
      let compared = 0;
      for (const { path } of ways.filter((way) => /^\/(?:adminstaff|staffs)/.test(way.path))) {
        const [off, again, on] = [
          await get(path, Cookie),
          await get(path, Cookie),
          await get(path, `${Cookie}; furigana=1`),
        ];
        // Codes and one-time links differ at each look.
        if (!off || !on || !again || !isSame(off.plain, again.plain)) continue;
        // Not by `toEqual` at once: it takes seconds for pages that are the same.
        if (!isSame(on.plain, off.plain)) expect(on.plain, path).toEqual(off.plain);
        read += on.read.length;
        compared++;
      }
      expect(compared).toBeGreaterThan(30);
      expect(read).toBeGreaterThan(300);
    },
  );
});
