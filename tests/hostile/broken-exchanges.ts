import { runBroken } from '../support/broken/run.ts';
import { leftBehind, stateOf } from '../support/broken/state.ts';
import type { Site } from '../support/open-site.ts';
import { onSite } from './hostile-site.ts';
import type { HostileOptions, HostilePart, HostileResult } from './part.ts';

/** The most that the second half of the cases may add to the first. */
const MOST_MORE_MB = 60;

/** P23: interrupted requests leave the server as it was. */
export const brokenExchanges: HostilePart = {
  name: 'broken-exchanges',
  promise: 'P23',
  says: 'every route, cut off, misframed and abandoned in every way: the same process, no more files',
  count: 10_000,
  async run(options): Promise<HostileResult> {
    const { result, faults } = await onSite({}, (site) => breakOff(site, options));
    return { ...result, broken: [...result.broken, ...faults] };
  },
};

async function breakOff(site: Site, { seed, count }: HostileOptions): Promise<HostileResult> {
  // Everything is warmed up before counting: connections, caches, code.
  await runBroken(site, { seed: seed + 1, from: 0, to: Math.min(300, count) });
  const before = await stateOf(site);
  const half = Math.floor(count / 2);
  const first = await runBroken(site, { seed, from: 0, to: half });
  const between = await stateOf(site);
  const second = await runBroken(site, { seed, from: half, to: count });
  const broken = [...first.broken, ...second.broken, ...(await leftBehind(site, before))];
  const after = await stateOf(site);
  const more = after.residentMb - between.residentMb;
  if (more > MOST_MORE_MB) broken.push(`memory: ${more} MB more in the second half`);
  return {
    cases: first.cases + second.cases,
    broken,
    figures: [
      ['open files before, after', `${before.openFiles}, ${after.openFiles}`],
      [
        'MB before, half way, after',
        [before, between, after].map(({ residentMb }) => residentMb).join(', '),
      ],
      ['responses by status (0: none)', JSON.stringify(sum(first.answers, second.answers))],
    ],
  };
}

function sum(...parts: Record<number, number>[]): Record<number, number> {
  const all: Record<number, number> = {};
  for (const [status, count] of parts.flatMap((part) => Object.entries(part))) {
    all[Number(status)] = (all[Number(status)] ?? 0) + count;
  }
  return all;
}
