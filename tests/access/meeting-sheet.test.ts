import { beforeAll, expect, test } from 'vitest';
import { addMonths, firstDayOf, startOfDay, yearOf } from '#lib/calendar.ts';
import { paths } from '#lib/paths.ts';
import { makeFamily, makeNote, makeResident } from '../support/factories.ts';
import { useSite } from './site.ts';

const site = useSite();

beforeAll(async () => {
  const { factory, world } = site();
  const created_at = startOfDay(firstDayOf(addMonths(world.yearMonth, -1))).toISOString();
  for (let n = 0; n < 5; n++) {
    const resident = await makeResident(factory, world.cast.host.id, { created_at });
    await makeFamily(factory, resident, { created_at });
    await makeNote(factory, resident, world.yearMonth);
  }
});

test('the sheet of a year says which figures are sums, and whose letters are counted', async () => {
  const { yearMonth } = site().world;
  const read = async (wanted: number) =>
    (await site().ask('admin', `${paths.meetingSheet}?of=${wanted}`)).body.toString();
  const year = await read(yearOf(yearMonth));
  expect(year).toContain('月ごとの数を足したものです。「お一人の写真」だけは、数えた月のお便りを');
  expect(year).toContain('お届け先のある方のお便りだけを数えました。');
  expect(await read(yearMonth)).not.toContain('月ごとの数');
});
