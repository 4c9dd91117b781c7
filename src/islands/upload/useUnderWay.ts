import { useEffect } from 'react';
import { beginUnfinished } from '#client/unfinished.ts';

/** Keeps the screen on; phones stop sending when it goes dark. */
export function useKeepAwake(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded || !('wakeLock' in navigator)) return undefined;
    let lock: WakeLockSentinel | null = null;
    let isOver = false;
    // The lock is lost whenever the page is hidden, so it is asked for again on return.
    const ask = async (): Promise<void> => {
      if (document.visibilityState !== 'visible') return;
      lock = await navigator.wakeLock.request('screen').catch(() => null);
      if (isOver) await lock?.release();
    };
    const askAgain = (): void => void ask();
    askAgain();
    document.addEventListener('visibilitychange', askAgain);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', askAgain);
      void lock?.release();
    };
  }, [isNeeded]);
}

/** Lets the browser ask before work under way is thrown away. */
export function useAskBeforeLeaving(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', ask);
    const end = beginUnfinished();
    return () => {
      removeEventListener('beforeunload', ask);
      end();
    };
  }, [isNeeded]);
}
