import { guessOnDevice } from '../support/pin-guessing.ts';
import { Random } from '../support/random.ts';
import { onSite } from './hostile-site.ts';
import type { HostilePart } from './part.ts';

const GUESSES = 160;

/** Whoever holds a shared device guesses PINs in parallel (P45). */
export const pins: HostilePart = {
  name: 'pins',
  promise: 'P45',
  says: 'PINs are guessed in parallel on stolen devices, for known and unknown names',
  count: 40,
  async run({ seed, count }) {
    const random = new Random(seed);
    const { result, faults } = await onSite({}, async (site) => {
      const rounds = [];
      for (let n = 0; n < count; n++) rounds.push(await guessOnDevice(site, random, GUESSES));
      return rounds;
    });
    return {
      cases: count * GUESSES,
      broken: [...result.flatMap(({ broken }) => broken), ...faults],
      figures: [
        ['most wrong PINs verified on a device', Math.max(...result.map((one) => one.verified))],
      ],
    };
  },
};
