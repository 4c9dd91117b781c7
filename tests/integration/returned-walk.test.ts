import { expect, test } from 'vitest';
import { rounds } from '../support/in-full.ts';
import { walkReturned } from '../support/returned-walk.ts';
import { makeRuntime } from '../support/runtime.ts';

test.each(Array.from({ length: rounds(6, 60) }, (_, n) => n + 1))(
  'nobody is told that a letter arrived which came back, and no mail goes to a parked address (seed %i)',
  async (seed) => {
    const { wrong, mails, back } = await walkReturned(await makeRuntime(), seed, 90);
    expect(wrong).toEqual([]);
    expect(mails).toBeGreaterThan(10);
    expect(back).toBeGreaterThan(5);
  },
);
