import { tellOfEndings } from '#domains/delivery/ending/tell-of-ending.ts';
import type { setEnding } from '#domains/facility/ending/set-ending.ts';
import { addDays, civilDateOf } from '#lib/calendar.ts';
import type { Runtime } from '#server/runtime.ts';
import { HOUR } from './clock.ts';
import type { Relatives } from './relatives.ts';
import { sendDue } from './sender.ts';

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

/** Subjects of what goes out, hour by hour. */
export async function heard({ rt }: Pick<Relatives, 'rt'>, hours: number): Promise<string[]> {
  const subjects: string[] = [];
  for (let hour = 0; hour <= hours; hour++) {
    if (hour > 0) rt.clock.advance(HOUR);
    await tellOfEndings(rt);
    subjects.push(...(await sendDue(rt)).map(({ subject }) => subject));
    await tellOfEndings(rt);
  }
  return subjects;
}
