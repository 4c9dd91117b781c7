import { setTimeout as sleep } from 'node:timers/promises';
import { jpeg } from '../pictures.ts';
import type { Site } from '../open-site.ts';
import { leftBehind, stateOf } from '../broken/state.ts';
import { gather } from './crowd.ts';
import type { GoodClient } from './good-client.ts';
import { beGood } from './good-client.ts';
import { enlargePhoto } from '../large-photo.ts';

const LEAST_ANSWERED = 0.99;
/** Until all have connected. */
const GATHERING_MS = 2000;

interface SlowRun {
  alone: GoodClient;
  crowded: GoodClient;
  returns: number;
  mostFiles: number;
  broken: string[];
}

/** P13: a good client alone, then among slow ones. */
export async function runSlow(
  site: Site,
  { count, rounds, addresses }: { count: number; rounds: number; addresses: number },
): Promise<SlowRun> {
  const large = await enlargePhoto(site);
  const picture = await jpeg({ width: 400, height: 300 });
  const alone = await beGood(site, rounds, picture);
  const before = await stateOf(site);
  const crowd = gather(site, { count, large, addresses });
  await sleep(GATHERING_MS);
  const crowded = await beGood(site, rounds, picture);
  const { openFiles } = await stateOf(site);
  crowd.stop();
  const broken = await leftBehind(site, before);
  if (crowded.answered < LEAST_ANSWERED * crowded.asked) {
    broken.push(`${crowded.answered} of ${crowded.asked} responses among ${count} slow clients`);
    broken.push(...crowded.lost);
  }
  return { alone, crowded, returns: crowd.returns(), mostFiles: openFiles, broken };
}
