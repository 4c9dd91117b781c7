import { herePath } from '#client/signed-out.ts';
import { hasTyped } from '#client/typed.ts';
import { isUnfinished } from '#client/unfinished.ts';
import { hideUntilTouched } from './own-screen.ts';

const SECOND_MS = 1000;
const SIGNS = ['pointerdown', 'keydown', 'scroll'] as const;

/**
 * Leaves a page of a shared device that nobody touches: the server has ended its session by then,
 * and asks for a name. Unsaved work stays, out of sight.
 */
export function watchIdle(minutes: number): void {
  const patienceMs = (minutes * 60 + 1) * SECOND_MS;
  let touchedAt = Date.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = (): void => {
    const leftMs = touchedAt + patienceMs - Date.now();
    clearTimeout(timer);
    const isUnsaved = isUnfinished() || hasTyped();
    if (leftMs <= 0 && isUnsaved) hideUntilTouched();
    if (leftMs <= 0 && !isUnsaved) return location.assign(herePath());
    timer = setTimeout(look, Math.max(leftMs, SECOND_MS * 30));
  };
  for (const sign of SIGNS) {
    addEventListener(sign, () => (touchedAt = Date.now()), { passive: true });
  }
  // A sleeping phone stops timers.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') look();
  });
  look();
}
