import { EXPENSIVE } from '../support/expensive-texts.ts';
import { call, signIn } from '../support/http.ts';
import { cpuMs, leastOf } from '../support/main-thread.ts';
import type { Site } from '../support/open-site.ts';
import type { Way } from '../support/stored-places.ts';
import { waysOut } from '../support/stored-places.ts';
import { makeMuch, ofLength, storeEverywhere } from '../support/stored-texts.ts';
import { onSite } from './hostile-site.ts';
import type { HostileOptions, HostilePart, HostileResult } from './part.ts';

/** More than what plain letters of the same length take; of what takes long, a part of that. */
const MOST_MS = 60;
const MOST_PART = 0.5;

async function costOf({ server }: Site, { path, options }: Way): Promise<number> {
  const pid = server.child.pid ?? 0;
  const before = cpuMs(pid);
  const { status } = await call(server.url, path, options);
  if (status >= 500) throw new Error(`${path}: ${status}`);
  return cpuMs(pid) - before;
}

async function tryAll(site: Site, { count }: HostileOptions): Promise<HostileResult> {
  await makeMuch(site);
  const store = (unit: string) => storeEverywhere(site.factory.db, ofLength(unit));
  const plain = new Map<string, number>();
  await store('あ');
  for (const way of await waysOut(site))
    plain.set(way.path, await leastOf(4, () => costOf(site, way)));
  const broken: string[] = [];
  let cases = 0;
  let worst = { ms: 0, name: '' };
  for (const [kind, unit] of Object.entries(EXPENSIVE)) {
    site.signed.admin = await signIn(site.server.url, site.world.cast.admin.email);
    await store(unit);
    for (const way of await waysOut(site)) {
      if (++cases > count) continue;
      const base = plain.get(way.path) ?? 0;
      const once = await costOf(site, way);
      const most = Math.max(MOST_MS, base * MOST_PART);
      const ms = (once - base > most / 2 ? await leastOf(6, () => costOf(site, way)) : once) - base;
      const name = `${kind}: ${way.path.split('?', 1)[0]}`;
      if (ms > worst.ms) worst = { ms, name };
      if (ms > most) broken.push(`${name}: ${Math.round(ms)} ms beyond ${Math.round(base)} ms`);
    }
  }
  const figures: HostileResult['figures'] = [
    ['ways out', plain.size],
    ['most beyond plain letters, ms', `${Math.round(worst.ms)} (${worst.name})`],
    ['most for plain letters, ms', Math.round(Math.max(...plain.values()))],
  ];
  return { cases: Math.min(cases, count), broken, figures };
}

async function run(options: HostileOptions): Promise<HostileResult> {
  const { result, faults } = await onSite({}, (site) => tryAll(site, options));
  return { ...result, broken: [...result.broken, ...faults] };
}

/** `npm test` tries the most expensive kinds (access/stored-texts.test.ts). */
export const expensiveStored: HostilePart = {
  name: 'expensive-stored',
  promise: 'P32',
  says: 'with such texts in every column, no page with readings, list, print or archive takes longer',
  count: 100_000,
  run,
};
