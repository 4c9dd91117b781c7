import { expect, test } from 'vitest';
import { AIMS } from '../support/broken/aims.ts';
import { runBroken } from '../support/broken/run.ts';
import { leftBehind, stateOf } from '../support/broken/state.ts';
import { useSite } from './site.ts';
import { rounds } from '../support/in-full.ts';

const site = useSite();
const SEED = 20261121;
const WARM_UP = 60;
const CASES = AIMS + rounds(100, 400);

/** P23; `npm run test:hostile -- broken-exchanges` is the long form. */
test('interrupted requests to every route leave the server as it was', async () => {
  await runBroken(site(), { seed: SEED + 1, from: 0, to: WARM_UP });
  const before = await stateOf(site());
  const { broken, cases } = await runBroken(site(), { seed: SEED, from: 0, to: CASES });
  expect(broken).toEqual([]);
  expect(cases).toBe(CASES);
  expect(await leftBehind(site(), before)).toEqual([]);
});
