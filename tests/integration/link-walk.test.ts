import { expect, test } from 'vitest';
import { heardLine } from '../support/line-walk.ts';
import { walkLinks } from '../support/link-walk.ts';
import { makeRuntime } from '../support/runtime.ts';

test.each([1, 2, 3])(
  'a link and a code open what the family was given with it (seed %i)',
  async (seed) => {
    const line = heardLine();
    const rt = { ...(await makeRuntime()), line };
    const world = { rt, line, setClock: (at: Date) => rt.clock.set(at.toISOString()) };
    expect(await walkLinks(world, seed, 50)).toEqual([]);
  },
);
