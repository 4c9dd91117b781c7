import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../support/server.ts';
import type { Spelled } from '../support/spelled.ts';
import { servedPaths, trySpellings } from '../support/spelled.ts';
import { spellingsOf } from '../support/spellings.ts';
import { useSite } from './site.ts';

/** Paths have one spelling (P24); the log shows what handled a request. */
const open = useSite({ LOG_LEVEL: 'debug' });
const closed = useSite({ LOG_LEVEL: 'debug', SITE_MODE: 'closed' });

const [asset = 'missing'] = readdirSync(path.join(ROOT, 'dist/client/_astro'));
const spell = (paths: string[], who: Spelled['who']): Spelled[] =>
  paths.flatMap((path) => spellingsOf(path).map(([, target]) => ({ path, target, who })));

describe("no other spelling of a path gets the path's response", () => {
  test.each<[string, () => ReturnType<typeof open>, Spelled['who']]>([
    ['by an open site to anyone', open, 'anonymous'],
    ['by an open site to an admin', open, 'admin'],
    ['by a closed site', closed, 'anonymous'],
  ])('%s', async (_name, site, who) => {
    const paths = await servedPaths(site(), [`/_astro/${asset}`]);
    // Being signed in changes nothing, so those paths get fewer of some fifty spellings.
    const every = who === 'anonymous' ? 1 : 4;
    const spelled = spell(paths, who).filter((_, n) => n % every === 0);
    expect(spelled.length).toBeGreaterThan(500);
    expect(await trySpellings(site(), spelled)).toEqual([]);
  });
});

test('the log would show a request that was handled', async () => {
  await open().ask('anonymous', '/privacy');
  await expect.poll(() => open().server.output()).toContain('"route":"/privacy');
});
