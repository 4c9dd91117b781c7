import { useState } from 'react';
import { msgOf } from '#client/api-client.ts';
import type { Failure } from '#stores/batch.ts';

/** A change failed that tells failures instead of throwing. */
class Refused extends Error {}

/** Runs one change at a time. @returns why the last one failed */
export function useAttempt() {
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const attempt = (change: () => Promise<unknown>): void => {
    if (isBusy) return;
    setError(null);
    setIsBusy(true);
    void change()
      .catch((reason: unknown) =>
        setError(reason instanceof Refused ? reason.message : msgOf(reason)),
      )
      .finally(() => setIsBusy(false));
  };
  return { error, isBusy, attempt };
}

/** @throws Refused with the reason that the store tells */
export async function allDone(change: Promise<readonly Failure[]>): Promise<void> {
  const [failure] = await change;
  if (failure) throw new Refused(failure.msg);
}
