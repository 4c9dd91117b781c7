import { expect, test } from 'vitest';
import { foreseeMonth } from '#domains/delivery/outlook.ts';
import { readHandoverCounts } from '#domains/delivery/letters-by-hand.ts';
import { civilDateOf } from '#lib/calendar.ts';
import { FORESEEN, liveThrough, makeForeseen } from '../support/foreseen-world.ts';
import { Random } from '../support/random.ts';
import { makeRuntime } from '../support/runtime.ts';

const WORLDS = Number(process.env['OUTLOOK_WORLDS'] ?? 8);

test.each(Array.from({ length: WORLDS }, (_, n) => n + 1))(
  'what is announced in world %i is what is sent, to whom and on which day',
  async (seed) => {
    const random = new Random(seed);
    const rt = await makeRuntime();
    const { hostId } = await makeForeseen(rt, random);
    const foreseen = await foreseeMonth(rt, hostId, FORESEEN);
    if (!foreseen) throw new Error('nothing foreseen');
    const { outlook, byFamily } = foreseen;
    const handovers = await readHandoverCounts(rt, hostId, FORESEEN);
    const sent = await liveThrough(rt, random, hostId);

    for (const [id, { way, mail, reason }] of byFamily) {
      const got = sent.get(id) ?? [];
      const mailed = got.filter((one) => one.way === 'email').map(({ day }) => day);
      expect(mailed, `${seed} ${id} ${way} ${reason}`).toEqual(mail ? [civilDateOf(mail.at)] : []);
      const byLine = new Set(got.filter((one) => one.way === 'line').map(({ day }) => day));
      expect([...byLine], id).toEqual(way === 'line' ? [civilDateOf(outlook.at)] : []);
    }
    const families = (day: string) =>
      [...byFamily.values()].filter(
        ({ familyId, way }) =>
          way === 'email' && sent.get(familyId)?.some((one) => one.day === day),
      ).length;
    for (const one of outlook.days) expect(one.families).toBe(families(one.day));
    if (outlook.outcome !== 'inactive') {
      expect(outlook.link + outlook.print).toBe(handovers.all);
    }
  },
);
