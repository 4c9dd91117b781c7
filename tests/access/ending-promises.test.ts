import { expect, test } from 'vitest';
import { addDays, civilDateOf, yearMonthOf } from '#lib/calendar.ts';
import { paths } from '#lib/paths.ts';
import { makeFamily } from '../support/factories.ts';
import { useSite } from './site.ts';

const site = useSite();
const today = civilDateOf(new Date());

/** What a family by mail reads once the facility's last day is so many days away. */
async function readWith(days: number): Promise<{ letter: string; receive: string }> {
  const { factory, world } = site();
  const { host, resident } = world.cast;
  const more = { email: 'e@example.jp', delivery: 'email' } as const;
  const { token: familyToken } = await makeFamily(factory, resident, more);
  await factory.db.deleteFrom('facility_endings').execute();
  const set = { words: '', asked_by: 'facility', created_at: new Date().toISOString() } as const;
  const row = { host_id: host.id, ends_on: addDays(today, days), ...set };
  await factory.db.insertInto('facility_endings').values(row).execute();
  const tokens = { residentToken: resident.token, familyToken };
  const read = async (path: string) => (await site().ask('anonymous', path)).text;
  return {
    letter: await read(paths.letter(yearMonthOf(today), tokens)),
    receive: await read(paths.letterReceive(tokens)),
  };
}

test('no letter is promised whose day falls after the last one', async () => {
  const early = await readWith(70);
  expect(early.letter).toContain('1日にお届けします');
  expect(early.receive).toContain('1回休む');
  expect(early.receive).not.toContain('6回休む');
  const late = await readWith(0);
  expect(late.letter).toContain('まだお届けしていません');
  expect(late.receive).toContain('メールを止める');
  expect(late.receive).not.toContain('しばらく休む');
});
