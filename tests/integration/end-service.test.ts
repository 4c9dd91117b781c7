import { describe, expect, test } from 'vitest';
import { readTellings } from '#domains/delivery/ending/tell-by-hand.ts';
import { setEnding, takeBackEnding } from '#domains/facility/ending/set-ending.ts';
import type { CivilDate } from '#lib/calendar.ts';
import { addDays, civilDateOf } from '#lib/calendar.ts';
import { endService } from '../../commands/admin/end-service.ts';
import { DAY } from '../support/clock.ts';
import { tokyo } from '../support/delivery.ts';
import { endingOf, heard } from '../support/endings.ts';
import { makeFamily, makeHost } from '../support/factories.ts';
import { allowRows, refuseRows } from '../support/refused-updates.ts';
import type { Relatives } from '../support/relatives.ts';
import { makeRelatives } from '../support/relatives.ts';

const FLAGS = { same: false, move: false, short: false, 'take-back': false, 'dry-run': false };
const back = ({ rt, admin, hostId }: Relatives) => takeBackEnding(rt, admin, { hostId });

describe('the end of the service', () => {
  const run = ({ rt }: Relatives, on: CivilDate, flags: Partial<typeof FLAGS> = {}) =>
    endService.run(rt, { words: [], options: { on }, flags: { ...FLAGS, ...flags } });
  const ahead = ({ rt }: Relatives, days: number) => addDays(civilDateOf(rt.clock.now()), days);
  const all = ({ rt }: Relatives) =>
    rt.db.selectFrom('facility_endings').select(['host_id', 'ends_on']).execute();
  const rows = ({ rt }: Relatives) =>
    rt.db.selectFrom('facility_endings').select(['ends_on', 'words', 'asked_by']).execute();

  test.each([
    ['on the same day', 60],
    ['before', 40],
    ['after', 90],
  ])('binds a facility that ends by itself %s, and gives that back', async (_, days) => {
    const of = await makeRelatives();
    const { rt, admin, hostId } = of;
    const [on, words] = [ahead(of, 60), '施設のことば'];
    const own = { ends_on: ahead(of, days), words, asked_by: 'facility' as const };
    await setEnding(rt, admin, { ...endingOf(rt, hostId, days), words });
    await run(of, on);
    const kept = { words: days > 60 ? '' : words, ends_on: days > 60 ? on : own.ends_on };
    expect(await rows(of)).toEqual([{ ...kept, asked_by: 'operator' }]);
    await expect(back(of)).rejects.toMatchObject({ status: 409 });
    await run(of, on);
    expect(await run(of, on, { 'take-back': true })).toContain(`自分で決めた${own.ends_on}`);
    expect(await rows(of)).toEqual([own]);
    await back(of);
    expect(await rows(of)).toEqual([]);
  });

  test('is said again later, as after a kill, and for who came since if that is asked for', async () => {
    const of = await makeRelatives();
    const on = ahead(of, 30);
    await run(of, on);
    of.rt.clock.advance(DAY);
    expect(await run(of, on)).toContain(on);
    await makeHost(of.rt, { name: 'あとから', activated_at: of.rt.clock.now().toISOString() });
    await expect(run(of, on)).rejects.toThrow('--short');
    expect(await rows(of)).toHaveLength(1);
    await run(of, on, { short: true });
    expect(await rows(of)).toHaveLength(2);
  });

  test('is set, and taken back, for all others where that fails for one, which is named', async () => {
    const of = await makeRelatives();
    const { rt, hostId } = of;
    const last = await makeHost(rt, {
      name: 'さいごの家',
      activated_at: rt.clock.now().toISOString(),
    });
    const [on, later] = [ahead(of, 60), ahead(of, 90)];
    for (const fails of [hostId, last.id]) {
      await rt.db.deleteFrom('facility_endings').execute();
      for (const id of [hostId, last.id]) {
        const row = {
          ...{ host_id: id, ends_on: later, words: '' },
          asked_by: 'facility' as const,
        };
        const created_at = rt.clock.now().toISOString();
        await rt.db
          .insertInto('facility_endings')
          .values({ ...row, created_at })
          .execute();
      }
      const daysOf = async () =>
        Object.fromEntries((await all(of)).map(({ host_id, ends_on }) => [host_id, ends_on]));
      const other = fails === hostId ? last.id : hostId;
      await refuseRows(rt.db, 'facility_endings', fails);
      expect(await run(of, on)).toMatchObject({
        code: 1,
        out: expect.stringContaining(fails) as string,
      });
      expect(await daysOf()).toEqual({ [fails]: later, [other]: on });
      await allowRows(rt.db, 'facility_endings');
      expect(await run(of, on)).toContain(on);
      expect(await daysOf()).toEqual({ [fails]: on, [other]: on });
      await refuseRows(rt.db, 'facility_endings', fails);
      expect(await run(of, on, { 'take-back': true })).toMatchObject({
        code: 1,
        out: expect.stringContaining(fails) as string,
      });
      expect(await daysOf()).toEqual({ [fails]: on, [other]: later });
      await allowRows(rt.db, 'facility_endings');
    }
  });

  test('is foreseen with the mails that a trial sends', async () => {
    const of = await makeRelatives();
    const { rt, haru, hostId } = of;
    const trial = { trial_ends_at: tokyo('2026-10-21T00:00:00') };
    await rt.db.updateTable('hosts').set(trial).where('id', '=', hostId).execute();
    for (let n = 0; n < 40; n++) {
      await makeFamily(rt, haru, { email: `f${n}@example.jp`, delivery: 'email' });
    }
    const on = ahead(of, 60);
    const said = await run(of, on, { 'dry-run': true });
    await run(of, on);
    expect(await heard(of, 30)).toHaveLength(30);
    const counts = (await readTellings(rt, hostId))?.counts;
    expect(said).toContain(`メール ${counts?.told}件、施設から手渡し ${counts?.hand}件`);
  });
});
