import { expect, test } from 'vitest';
import { importRoster, readWrongLines, tryImport } from '#domains/people/roster/import-roster.ts';
import { HOUR } from '../support/clock.ts';
import { castEachTest, rt, admin, otherAdmin } from '../support/cast-each-test.ts';

castEachTest(['admin', 'otherAdmin']);

const LINES = 1000;
const list = (heading: string, line: (n: number) => string): string =>
  [heading, ...Array.from({ length: LINES }, (_, n) => line(n))].join('\n');
const attempt = (text: string) => tryImport(rt, admin, 'residents', new TextEncoder().encode(text));

/** The least of five: a busy machine costs CPU, too. Milliseconds. */
async function costOf(text: string): Promise<number> {
  let least = Infinity;
  for (let n = 0; n < 5; n++) {
    const before = process.cpuUsage();
    // Beyond the plan, which is asked last.
    await expect(attempt(text)).rejects.toMatchObject({ status: 422 });
    least = Math.min(least, process.cpuUsage(before).user / 1000);
  }
  return least;
}

/** No line is compared with all others, nor with all cities (P32). */
test.each<[string, string]>([
  [
    'namesakes of as many birthdays',
    list('氏名,生年月日', (n) => `高橋 ハル,${1920 + (n % 30)}-${1 + (n % 12)}-${1 + (n % 28)}`),
  ],
  [
    'addresses in one cell',
    list('氏名,ご家族の氏名,住所', (n) => `田中${n},花,東京都千代田区千代田1-1-${n}`),
  ],
  [
    'addresses in a prefecture of many cities',
    list('氏名,ご家族の氏名,住所', (n) => `田中${n},花,北海道北海道市市市郡郡区区町村${n}`),
  ],
])('a list of a thousand %s takes no longer than a plain one', async (_what, text) => {
  const plain = await costOf(list('氏名,ふりがな,部屋', (n) => `田中${n},たなか,${n}`));
  expect(await costOf(text)).toBeLessThan(5 * plain + 150);
});

test('a hundred runs of lists an hour are a facility’s, of whatever kind', async () => {
  const text = '氏名\n高橋 ハル';
  await rt.db.deleteFrom('rate_limits').execute();
  for (let n = 0; n < 98; n++) await attempt(text);
  await readWrongLines(rt, admin, 'residents', text);
  await importRoster(rt, admin, 'residents', text);
  await expect(attempt(text)).rejects.toMatchObject({ status: 429 });
  await expect(readWrongLines(rt, admin, 'residents', text)).rejects.toMatchObject({ status: 429 });
  await expect(importRoster(rt, admin, 'families', text)).rejects.toMatchObject({ status: 429 });
  expect(
    (await tryImport(rt, otherAdmin, 'residents', new TextEncoder().encode(text))).rows,
  ).toHaveLength(1);
  rt.clock.advance(HOUR);
  await attempt(text);
});
