import type { setEnding } from '#domains/facility/ending/set-ending.ts';
import { addDays, civilDateOf } from '#lib/calendar.ts';
import type { Runtime } from '#server/runtime.ts';

type Ending = Parameters<typeof setEnding>[2];

/** Ends after so many days, in our words. */
export const endingOf = (
  { clock }: Pick<Runtime, 'clock'>,
  hostId: string,
  days: number,
): Ending => ({
  ...{ hostId, words: '', isShort: false },
  endsOn: addDays(civilDateOf(clock.now()), days),
});
