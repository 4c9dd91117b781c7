import { expect, test } from 'vitest';
import { addDays, civilDateOf } from '#lib/calendar.ts';
import { paths } from '#lib/paths.ts';
import { useSite } from './site.ts';

const site = useSite();
const day = (days: number): string => addDays(civilDateOf(new Date()), days);

test('whom the facility tells itself gets a sheet, also once the last day is over', async () => {
  const { host, family } = site().world.cast;
  const { db } = site().factory;
  const row = { host_id: host.id, family_id: family.id, account: '', ends_on: day(-1) };
  await db
    .insertInto('ending_tellings')
    .values({ ...row, state: 'hand', set_at: new Date().toISOString() })
    .execute();
  for (const days of [40, -1]) {
    await db
      .insertInto('facility_endings')
      .values({
        ...{ host_id: host.id, ends_on: day(days), words: '', asked_by: 'facility' as const },
        created_at: new Date().toISOString(),
      })
      .execute();
    const { text } = await site().ask('admin', paths.printEnding);
    expect(text.match(/<article/g)).toHaveLength(1);
    expect(text).toContain(`data-family="${family.id}"`);
    expect(text).toContain('つきだよりのお便りは、');
    await db.deleteFrom('facility_endings').execute();
  }
  await db.deleteFrom('ending_tellings').execute();
  expect((await site().ask('admin', paths.printEnding)).text).not.toContain('<article');
});
