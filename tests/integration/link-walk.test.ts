import { expect, test } from 'vitest';
import { walkLinks } from '../support/link-walk.ts';
import { makeRuntime } from '../support/runtime.ts';

test.each([1, 2, 3])('a link opens what the family was given with it (seed %i)', async (seed) => {
  const rt = await makeRuntime();
  const world = { rt, setClock: (at: Date) => rt.clock.set(at.toISOString()) };
  expect(await walkLinks(world, seed, 40)).toEqual([]);
});
