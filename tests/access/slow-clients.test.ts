import { expect, test } from 'vitest';
import { runSlow } from '../support/slow/run.ts';
import { useSite } from './site.ts';

/** Fewer than the slow clients try to hold. */
const site = useSite({}, { openFiles: 440 });

/** P13; `npm run test:hostile -- slow-clients` is the long form. */
test('a normal client is served while slow ones exceed the limit', async () => {
  const { crowded, broken } = await runSlow(site(), { count: 160, rounds: 6, addresses: 160 });
  expect(broken).toEqual([]);
  expect(crowded.answered).toBe(crowded.asked);
});
