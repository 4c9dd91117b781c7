import type { Site } from '../support/open-site.ts';
import type { GoodClient } from '../support/slow/good-client.ts';
import { runSlow } from '../support/slow/run.ts';
import { onSite } from './hostile-site.ts';
import type { HostilePart, HostileResult } from './part.ts';

const ROUNDS = 60;
/** A shell's or container's default; fewer than the slow clients try to hold. */
const OPEN_FILES = 1024;

const at = ({ ms }: GoodClient, share: number): number =>
  Math.round(ms[Math.floor(ms.length * share)] ?? 0);

/** P13; the count is the number of slow clients. */
export const slowClients: HostilePart = {
  name: 'slow-clients',
  promise: 'P13',
  says: 'clients slow to ask, send and read, from one address and from many, next to a good one',
  count: 500,
  async run({ count }): Promise<HostileResult> {
    const result: Required<Pick<HostileResult, 'cases' | 'broken' | 'figures'>> = {
      cases: 0,
      broken: [],
      figures: [],
    };
    for (const addresses of [1, count]) {
      const run = (site: Site) => runSlow(site, { count, rounds: ROUNDS, addresses });
      const { result: slow, faults } = await onSite({}, run, { openFiles: OPEN_FILES });
      const { alone, crowded, returns, mostFiles } = slow;
      result.cases += crowded.asked;
      result.broken.push(
        ...[...slow.broken, ...faults].map((text) => `from ${addresses} addresses: ${text}`),
      );
      result.figures.push(
        [`from ${addresses} addresses: answered`, `${crowded.answered} of ${crowded.asked}`],
        ['  ms at the median alone, crowded', `${at(alone, 0.5)}, ${at(crowded, 0.5)}`],
        ['  ms at p99 alone, crowded', `${at(alone, 0.99)}, ${at(crowded, 0.99)}`],
        ['  open files; slow ones sent away', `${mostFiles}; ${returns}`],
      );
    }
    return result;
  },
};
