import { expect, test } from 'vitest';
import { castEachTest, rt, cast, admin } from '../support/cast-each-test.ts';
import { walkJoining } from '../support/joining-walk.ts';

castEachTest(['admin']);

test.each([1, 2, 3, 4, 5, 6])(
  'nothing is told to, and no letter goes to, whom nobody has taken in (seed %i)',
  async (seed) => {
    expect(await walkJoining(rt, { cast, admin }, seed, 120)).toEqual([]);
  },
);
