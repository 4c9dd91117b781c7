import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import '#domains/wiring.ts';
import { readEnv } from '#server/env.ts';
import { openRuntime } from '#server/runtime.ts';
import { heardLine } from '../support/line-walk.ts';
import { walkLinks } from '../support/link-walk.ts';
import type { HostilePart } from './part.ts';

const STEPS = 100;
const START = new Date('2026-10-17T03:00:00.000Z');

/** Whatever is changed about families, each link and code opens what the family was given with it. */
export const linkWalks: HostilePart = {
  name: 'link-walks',
  promise: 'P33',
  says: 'a link, and a code, opens what its holder was given',
  count: 20,
  async run({ seed, count }) {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'tsukidayori-hostile-'));
    let now = START;
    const env = readEnv({ DATA_DIR: folder, LOG_LEVEL: 'silent' });
    const line = heardLine();
    const rt = { ...(await openRuntime(env, { now: () => now })), line };
    const broken: string[] = [];
    try {
      for (let n = 0; n < count; n++) {
        now = START;
        broken.push(
          ...(await walkLinks({ rt, line, setClock: (at) => (now = at) }, seed + n, STEPS)),
        );
      }
    } finally {
      await rt.close();
      await rm(folder, { recursive: true, force: true });
    }
    return { cases: count, broken, figures: [['steps', count * STEPS]] };
  },
};
