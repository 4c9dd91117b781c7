import type { Site } from '../open-site.ts';
import { Random } from '../random.ts';
import { drawAim } from './aims.ts';
import { breakUp } from './exchange.ts';
import { perform } from './wire.ts';

const LANES = 16;
/** Busy, a full disk, and the page of a system error. */
const ALLOWED = [503, 507];
const SYSTEM_ERROR_PAGE = 'GET /500';

interface BrokenRun {
  cases: number;
  /** Counts by status; 0 for no response. */
  answers: Record<number, number>;
  /** Unexpected responses, with how to repeat them. */
  broken: string[];
}

/** Case `n` of a seed is the same in every run. */
export async function runBroken(
  site: Site,
  { seed, from, to }: { seed: number; from: number; to: number },
): Promise<BrokenRun> {
  const port = Number(new URL(site.server.url).port);
  const run: BrokenRun = { cases: 0, answers: {}, broken: [] };
  let next = from;
  const lane = async (): Promise<void> => {
    while (next < to && site.server.child.exitCode === null) {
      const index = next++;
      const random = new Random(seed + index * 7919);
      const aim = await drawAim(index, site, random);
      const exchange = breakUp(aim, random, `198.19.${(index >> 8) % 256}.${index % 256}`);
      const { status, isSettled } = await perform(port, exchange);
      run.cases++;
      run.answers[status] = (run.answers[status] ?? 0) + 1;
      const what = `case ${index}, seed ${seed}, ${exchange.name}`;
      const isWrong = status >= 500 && !ALLOWED.includes(status) && aim.name !== SYSTEM_ERROR_PAGE;
      if (isWrong) run.broken.push(`${status}: ${what}`);
      if (exchange.way === 'read' && !isSettled) run.broken.push(`no response: ${what}`);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return run;
}
