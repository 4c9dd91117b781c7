import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { readEnv } from '#server/env.ts';
import { openRuntime } from '#server/runtime.ts';
import { drawnFacility, fillDrawn } from '../support/drawn-facility.ts';
import { disagreements } from '../support/family-views.ts';
import type { HostilePart } from './part.ts';

/** In the last of the drawn months. */
const TODAY = '2026-10-17T03:00:00.000Z';

/** All surfaces agree on which photos a family sees. */
export const familyViews: HostilePart = {
  name: 'family-views',
  promise: 'P9',
  says: 'every surface agrees on what a family sees',
  count: 1000,
  async run({ seed, count }) {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'tsukidayori-hostile-'));
    const env = readEnv({ DATA_DIR: folder, LOG_LEVEL: 'silent' });
    const rt = await openRuntime(env, { now: () => new Date(TODAY) });
    const broken: string[] = [];
    let families = 0;
    try {
      for (const drawn of fc.sample(drawnFacility, { seed, numRuns: count })) {
        const { actor, links, blobIds } = await fillDrawn(rt, drawn);
        families += links.length;
        for (const link of links) {
          const found = await disagreements(rt, actor, link, blobIds);
          broken.push(...found.map((text) => `${text}: ${JSON.stringify(drawn)}`));
        }
      }
    } finally {
      await rt.close();
      await rm(folder, { recursive: true, force: true });
    }
    return { cases: count, broken, figures: [['families', families]] };
  },
};
