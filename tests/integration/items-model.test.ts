import fc from 'fast-check';
import { afterEach, beforeEach, test, vi } from 'vitest';
import { makeRuntime } from '../support/runtime.ts';
import type { TestRuntime } from '../support/runtime.ts';
import { PhotoPage } from '../support/photo-page.ts';
import type { Step } from '../support/photo-steps.ts';
import { rounds } from '../support/in-full.ts';

/**
 * The rules on lists and counts (domain.md#the-photo-page) for any sequence of actions, with the
 * real stores, services and SQLite.
 */
let rt: TestRuntime;
beforeEach(async () => {
  rt = await makeRuntime();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const some = { at: fc.nat(99), many: fc.integer({ min: 1, max: 6 }), undone: fc.boolean() };
const place = fc.constantFrom(0, 1, 2);
const day = fc.constantFrom('2026-10-01', '2026-10-09', '2026-10-17', '2026-09-30', '2026-08-05');
const shown = fc.constantFrom(0, 1, 2, 3);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 1, arbitrary: fc.record({ do: fc.constant('create' as const), place, day }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('delete' as const), ...some }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('move' as const), ...some, place }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('copy' as const), ...some, place }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('date' as const), ...some, day }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('more' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reload' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('show' as const),
      shown,
      yearMonth: fc.constantFrom(202610, 202609),
      tab: fc.constantFrom(0, 0, 1),
    }),
  },
);
const photos = fc.integer({ min: 0, max: 70 });

test("sequential actions: the list follows the rules, the counts are the server's", async () => {
  await fc.assert(
    fc.asyncProperty(photos, fc.array(step, { maxLength: 14 }), async (count, steps) => {
      const page = await PhotoPage.open(rt, count);
      for (const each of steps) {
        const expected = await page.expected(each);
        await page.run(each);
        await page.quiet();
        await expected(page.ids());
        await page.expectCounts();
      }
      await page.expectWholeAfterLoading();
      await page.expectSameAfterReload();
    }),
    { numRuns: rounds(10, 30) },
  );
}, 600_000);

type Plan = [number, { step: Step; answers: number[] }[]];

/** A page is read after the server changed three days, and arrives before their answers. */
const OVERTAKEN: Plan = [
  35,
  [
    {
      step: { do: 'date', at: 0, many: 3, undone: false, day: '2026-10-01' },
      answers: [],
    },
    { step: { do: 'more' }, answers: [0, 0, 0] },
  ],
];

/** A page that was read before a photo's day changed arrives after it. */
const READ_BEFORE: Plan = [
  2,
  [
    { step: { do: 'move', at: 0, many: 1, undone: true, place: 0 }, answers: [0] },
    { step: { do: 'show', shown: 0, yearMonth: 202610, tab: 0 }, answers: [0, 0, 0, 0, 0] },
    {
      step: { do: 'date', at: 0, many: 1, undone: false, day: '2026-10-01' },
      answers: [0],
    },
  ],
];

/** A photo is copied while its page is replaced by the first one. */
const COPIED_UNLOADED: Plan = [
  34,
  [
    { step: { do: 'more' }, answers: [0, 0] },
    { step: { do: 'reload' }, answers: [] },
    { step: { do: 'copy', at: 22, many: 3, undone: false, place: 0 }, answers: [] },
  ],
];

test('concurrent calls, answered in any order: the same result', async () => {
  const plan = fc.array(fc.record({ step, answers: fc.array(fc.nat(9), { maxLength: 5 }) }), {
    maxLength: 14,
  });
  await fc.assert(
    fc.asyncProperty(photos, plan, async (count, steps) => {
      const page = await PhotoPage.open(rt, count);
      page.calls.hold();
      for (const each of steps) {
        await page.start(each.step);
        for (const answer of each.answers) await page.calls.letGo(answer);
      }
      await page.finish();
      await page.expectCounts();
      await page.expectWholeAfterLoading();
      await page.expectSameAfterReload();
    }),
    { numRuns: rounds(12, 35), examples: [OVERTAKEN, READ_BEFORE, COPIED_UNLOADED] },
  );
}, 600_000);
