import { openBench, tryEach, tryPages } from '../support/packages/try-packages.ts';
import { apart } from '../support/packages/mutations.ts';
import { Random } from '../support/random.ts';
import { onSite } from './hostile-site.ts';
import type { HostilePart } from './part.ts';

/** Opened after so many cases, with what was taken of them. */
const ROUND = 100;

/** A facility's package with rows that nobody entered is refused in words, or everything opens (P8). */
export const packages: HostilePart = {
  name: 'packages',
  promise: 'P8',
  says: 'forged rows of a package leave nothing behind, or a facility all of whose pages open',
  count: 1500,
  async run({ seed, count }) {
    const { result, faults } = await onSite({}, async (site) => {
      const bench = await openBench(site);
      const random = new Random(seed);
      const broken: string[] = [];
      let [cases, opened] = [0, 0];
      for (let from = 0; from < count; from += ROUND) {
        const tried = await tryEach(bench, { seed: seed + from, count: ROUND });
        const pages = await tryPages(bench, apart(tried.taken, random));
        broken.push(...tried.broken, ...pages.broken);
        cases += tried.cases;
        opened += pages.count;
      }
      await bench.rt.close();
      return { cases, opened, broken };
    });
    const { cases, opened, broken } = result;
    return { cases, broken: [...broken, ...faults], figures: [['pages opened', opened]] };
  },
};
