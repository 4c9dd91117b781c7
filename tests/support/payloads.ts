import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { paths } from '#lib/paths.ts';
import type { Contract, PublishedCall } from './contract.ts';
import { addressesOf, bodyOf, callsOf, makeJudge, valuesOf } from './contract.ts';
import { call, json } from './http.ts';
import type { Site, Who } from './open-site.ts';

const AT_ONCE = 16;
/** For what found no room: it takes part of a second, also on a busy machine. */
const MOST_TRIES = 100;
const PAUSE_MS = 50;
const MOST_PAUSE_MS = 1000;

interface Payload {
  published: PublishedCall;
  address: string;
  body: unknown;
  who: Who;
}

export async function readContract({ server }: Pick<Site, 'server'>): Promise<Contract> {
  const answer = await call(server.url, paths.api.openApi);
  return JSON.parse(answer.text) as Contract;
}

/** Random payloads from the published schemas (P8). */
export function makePayloads(contract: Contract, count: number, seed?: number): Payload[] {
  // Signing out would end the session of the others.
  const tried = callsOf(contract).filter(({ path }) => path !== paths.api.logout);
  return tried.flatMap((published) => {
    const body = bodyOf(published);
    const made = fc.record({
      published: fc.constant(published),
      address: addressesOf(published),
      body: body ? valuesOf(body) : fc.constant(undefined),
      who: fc.constantFrom<Who>('admin', 'admin', 'anonymous'),
    });
    const numRuns = Math.ceil(count / tried.length);
    return fc.sample(made, seed === undefined ? { numRuns } : { numRuns, seed });
  });
}

/** @returns those that caused a server error, or a response outside the contract */
export async function tryPayloads(
  site: Pick<Site, 'ask'>,
  contract: Contract,
  payloads: Payload[],
): Promise<string[]> {
  const judge = makeJudge(contract);
  const wrong: string[] = [];
  const left = [...payloads];
  const busy = new Map<Payload, number>();
  const send = async (): Promise<void> => {
    for (let next = left.pop(); next; next = left.pop()) {
      const { published, address, body, who } = next;
      const options = body === undefined ? {} : json(body);
      const answer = await site.ask(who, address, { ...options, method: published.method });
      // More at once than may wait for a password's hash (P26): it comes again, as it is asked to.
      const tries = (busy.get(next) ?? 0) + 1;
      if (answer.status === 503 && answer.headers['retry-after'] && tries <= MOST_TRIES) {
        busy.set(next, tries);
        left.unshift(next);
        await sleep(Math.min(tries * PAUSE_MS, MOST_PAUSE_MS));
        continue;
      }
      const faults = answer.status >= 500 ? [answer.text] : judge(published, answer);
      const sent = body === undefined ? '' : JSON.stringify(body).slice(0, 300);
      if (faults.length > 0) wrong.push(`${published.method} ${address} ${sent}: ${faults.join()}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, send));
  return wrong;
}
