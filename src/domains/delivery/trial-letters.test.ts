import { expect, test } from 'vitest';
import { TRIAL_LETTERS_A_DAY, TRIAL_LETTERS_A_MAILBOX, firstDayWithRoom } from './trial-letters.ts';

const full = (day: string) => ({ day, strangers: TRIAL_LETTERS_A_DAY, ofMailbox: 0 });
const crowded = (day: string) => ({ day, strangers: 0, ofMailbox: TRIAL_LETTERS_A_MAILBOX });
const TODAY = '2026-10-31';

test.each([
  ['nothing is planned', [], false, TODAY],
  ['there is room for one more', [{ ...full(TODAY), strangers: 29 }], false, TODAY],
  ['today is full', [full(TODAY)], false, '2026-11-01'],
  ['two days are full', [full(TODAY), full('2026-11-01')], false, '2026-11-02'],
  ['only tomorrow is full', [full('2026-11-01')], false, TODAY],
  ['today is full of strangers', [full(TODAY)], true, TODAY],
  ['the mailbox is at its limit', [crowded(TODAY)], false, '2026-11-01'],
  ['even one that has answered', [crowded(TODAY)], true, '2026-11-01'],
])('if %s', (_where, planned, hasAnswered, day) => {
  expect(firstDayWithRoom(planned, TODAY, hasAnswered)).toBe(day);
});
