/**
 * Waits, or until one of these events: the device is back online, or the page regains focus.
 * @param ms at most
 */
export function sleep(ms: number, ...until: ('online' | 'focus' | 'pageshow')[]): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      for (const name of until) removeEventListener(name, done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    for (const name of until) addEventListener(name, done);
  });
}
