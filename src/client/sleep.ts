export function timeoutSignal(ms: number): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), ms);
  return controller.signal;
}

/** Waits at most `ms`, or until the device is online again or the page regains focus. */
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
