import { signIn } from '../support/http.ts';
import { makePayloads, readContract, tryPayloads } from '../support/payloads.ts';
import { onSite } from './hostile-site.ts';
import type { HostileOptions, HostilePart, HostileResult } from './part.ts';

/** Takes less time than an access token lives. */
const ROUND = 2000;

async function run({ seed, count }: HostileOptions): Promise<HostileResult> {
  const { result, faults } = await onSite({}, async (site) => {
    const contract = await readContract(site);
    const payloads = makePayloads(contract, count, seed);
    const broken: string[] = [];
    for (let from = 0; from < payloads.length; from += ROUND) {
      site.signed.admin = await signIn(site.server.url, site.world.cast.admin.email);
      broken.push(...(await tryPayloads(site, contract, payloads.slice(from, from + ROUND))));
    }
    return { cases: payloads.length, broken };
  });
  return { cases: result.cases, broken: [...result.broken, ...faults] };
}

export const payloads: HostilePart = {
  name: 'payloads',
  promise: 'P8',
  says: 'random payloads from the published schemas cause no 5xx, and only responses of the contract',
  count: 10_000,
  run,
};
