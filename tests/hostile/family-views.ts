import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { readEnv } from '#server/env.ts';
import { openRuntime } from '#server/runtime.ts';
import { drawnFacility, fillDrawn } from '../support/drawn-facility.ts';
import { disagreements } from '../support/family-views.ts';
import { brokenBy } from '../support/hidden-check.ts';
import { drawnWalk } from '../support/hidden-walk.ts';
import type { HostilePart } from './part.ts';

/** In the last of the drawn months. */
const TODAY = '2026-10-17T03:00:00.000Z';

/** All surfaces agree on which photos a family sees, and show none that is hidden (P34). */
export const familyViews: HostilePart = {
  name: 'family-views',
  promise: 'P9',
  says: 'every surface agrees on what a family sees, and nothing that is hidden is shown',
  count: 1000,
  async run({ seed, count }) {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'tsukidayori-hostile-'));
    const env = readEnv({ DATA_DIR: folder, LOG_LEVEL: 'silent' });
    let now = Date.parse(TODAY);
    const rt = await openRuntime(env, { now: () => new Date(now) });
    const broken: string[] = [];
    let families = 0;
    let hidden = 0;
    try {
      for (const drawn of fc.sample(drawnFacility, { seed, numRuns: count })) {
        const { actor, links, blobIds } = await fillDrawn(rt, drawn);
        families += links.length;
        for (const link of links) {
          const found = await disagreements(rt, actor, link, blobIds);
          broken.push(...found.map((text) => `${text}: ${JSON.stringify(drawn)}`));
        }
      }
      for (const steps of fc.sample(drawnWalk, { seed, numRuns: Math.ceil(count / 5) })) {
        now = Date.parse(TODAY);
        const walk = await brokenBy(rt, { advance: (ms) => (now += ms) }, steps);
        hidden += walk.tried;
        broken.push(...walk.broken.map((text) => `${text}: ${JSON.stringify(steps)}`));
      }
    } finally {
      await rt.close();
      await rm(folder, { recursive: true, force: true });
    }
    return {
      cases: count,
      broken,
      figures: [
        ['families', families],
        ['pictures of several people that were hidden', hidden],
      ],
    };
  },
};
