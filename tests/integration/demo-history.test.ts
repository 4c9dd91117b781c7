import { expect, test } from 'vitest';
import { civilDateOf } from '#lib/calendar.ts';
import { seedBin } from '../../demo/bin.ts';
import { seedPeople } from '../../demo/people.ts';
import { seedPhotos } from '../../demo/photos.ts';
import { planPhotos } from '../../demo/plan.ts';
import { tokyo } from '../support/delivery.ts';
import { makeRuntime } from '../support/runtime.ts';

const SOME = 4;

test.each(['2026-11-23T00:00:05', '2026-11-23T22:00:00'])(
  'a demo made at %s tells nothing of the future, and who worked was there',
  async (at) => {
    const rt = await makeRuntime();
    const now = new Date(tokyo(at));
    rt.clock.set(now.toISOString());
    const today = civilDateOf(now);
    const people = await seedPeople(rt, today);
    // The newest, and those that are deleted.
    const plan = planPhotos(today);
    const newest = plan
      .toSorted((a, b) => (a.sentOn ?? a.takenOn).localeCompare(b.sentOn ?? b.takenOn))
      .slice(-SOME);
    const binned = plan.find(({ places }) => places.includes(1));
    const shared = plan.find(
      ({ places, takenOn }) => places.includes(null) && takenOn < '2026-11-01',
    );
    const some = [binned, shared, ...newest].filter((photo) => photo !== undefined);
    expect(newest.at(-1)?.sentOn ?? newest.at(-1)?.takenOn).toBe(today);
    await seedPhotos(rt, people, some, () => undefined);
    await seedBin(rt, people, today);
    const items = await rt.db
      .selectFrom('items')
      .select(['created_at', 'deleted_at', 'created_by'])
      .execute();
    const times = items.flatMap(({ created_at, deleted_at }) => [created_at, deleted_at ?? '']);
    expect(times.filter((time) => time > now.toISOString())).toEqual([]);
    const bin = items.filter(({ deleted_at }) => deleted_at !== null);
    expect(bin.length).toBe(2);
    expect(bin.filter((item) => (item.deleted_at ?? '') < item.created_at)).toEqual([]);
    const staffs = await rt.db.selectFrom('staffs').select(['id', 'last_seen_at']).execute();
    const unseen = staffs.filter(({ last_seen_at }) => last_seen_at === null).map(({ id }) => id);
    expect(items.filter(({ created_by }) => unseen.includes(created_by ?? ''))).toEqual([]);
  },
);
