import { useState } from 'react';
import { msgOf } from '#client/api-client.ts';

/** Runs one change at a time. @returns why the last one failed */
export function useAttempt() {
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const run = async (change: () => Promise<unknown>): Promise<void> => {
    setError(null);
    setIsBusy(true);
    try {
      await change();
    } catch (reason) {
      setError(msgOf(reason));
    } finally {
      setIsBusy(false);
    }
  };
  const attempt = (change: () => Promise<unknown>): void => {
    if (!isBusy) void run(change);
  };
  return { error, isBusy, attempt };
}
