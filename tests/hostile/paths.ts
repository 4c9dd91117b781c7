import { readdirSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { ROOT } from '../support/server.ts';
import type { Site } from '../support/open-site.ts';
import type { Spelled } from '../support/spelled.ts';
import { servedPaths, trySpellings } from '../support/spelled.ts';
import { misspelt } from '../support/spellings.ts';
import { onSite } from './hostile-site.ts';
import type { HostileOptions, HostilePart, HostileResult } from './part.ts';

const OPEN = { LOG_LEVEL: 'debug' };
const CLOSED = { ...OPEN, SITE_MODE: 'closed' };

/** What our paths never contain; without it a change is another path, not a spelling. */
const ODD = /[^\w.~/-]|\/\/|\.(?:\/|$)|.\/$/;

/** Random spellings of every served path. */
async function draw(site: Site, count: number, seed: number): Promise<Spelled[]> {
  const assets = readdirSync(path.join(ROOT, 'dist/client/_astro')).map(
    (name) => `/_astro/${name}`,
  );
  const served = await servedPaths(site, assets);
  const who = site.signed.admin.cookie
    ? (['anonymous', 'admin'] as const)
    : (['anonymous'] as const);
  const spelled = fc
    .record({ path: fc.constantFrom(...served), who: fc.constantFrom(...who) })
    .chain((drawn) => misspelt(drawn.path).map((target) => ({ ...drawn, target })))
    .filter(({ target }) => ODD.test(target));
  return fc.sample(spelled, { numRuns: count, seed });
}

async function run({ seed, count }: HostileOptions): Promise<HostileResult> {
  const found: HostileResult = { cases: 0, broken: [] };
  for (const settings of [OPEN, CLOSED]) {
    const { result, faults } = await onSite(settings, async (site) => {
      const spelled = await draw(site, Math.ceil(count / 2), seed);
      return { cases: spelled.length, broken: await trySpellings(site, spelled) };
    });
    found.cases += result.cases;
    found.broken.push(...result.broken, ...faults);
  }
  return found;
}

export const spellings: HostilePart = {
  name: 'paths',
  promise: 'P24',
  says: 'no random spelling of a served path gets its response, open or closed',
  count: 20_000,
  run,
};
