import { MINUTE_MS } from '#lib/durations.ts';
import { AppError } from '#lib/errors.ts';
import type { Guard } from '#server/call.ts';
import type { Clock } from '#server/clock.ts';
import { runtime } from '#server/runtime.ts';

/** For how long someone counts as just signed in, or just confirmed. */
const FRESH_MINUTES = 15;

interface Proven {
  /** When the person last proved who they are. */
  confirmedAt: string;
}

export const isFresh = ({ confirmedAt }: Proven, clock: Clock): boolean =>
  clock.now().getTime() - Date.parse(confirmedAt) <= FRESH_MINUTES * MINUTE_MS;

/** Before what a stolen session must not do. @throws AppError 403 with `confirm` */
export function requireFresh(proven: Proven, clock: Clock): void {
  if (isFresh(proven, clock)) return;
  throw new AppError(403, 'もう一度、ご本人であることを確かめてください。', { asks: 'confirm' });
}

/** A guard that also asks for a fresh sign-in. @throws AppError 403 with `confirm` */
export const justConfirmed = <Actor extends Proven>(guard: Guard<Actor>): Guard<Actor> =>
  Object.assign(
    async (context: Parameters<Guard<Actor>>[0]): Promise<Actor> => {
      const actor = await guard(context);
      requireFresh(actor, (await runtime()).clock);
      return actor;
    },
    { who: guard.who },
  );
