import type { PointerEvent } from 'react';
import { useRef } from 'react';

/** In px. */
const FAR = 48;
/** Ratio of horizontal to vertical movement. */
const SIDEWAYS = 1.5;

/** Scrolling and zooming are left to the browser (`touch-action`). */
export function useSwipe(onSwipe: (way: 'on' | 'back') => void) {
  const start = useRef<{ id: number; x: number; y: number } | null>(null);
  return {
    onPointerDown: ({ pointerId, pointerType, isPrimary, clientX, clientY }: PointerEvent) => {
      // A second finger starts zooming.
      start.current =
        pointerType !== 'mouse' && isPrimary ? { id: pointerId, x: clientX, y: clientY } : null;
    },
    onPointerUp: ({ pointerId, clientX, clientY }: PointerEvent) => {
      const from = start.current;
      start.current = null;
      if (from?.id !== pointerId || (visualViewport?.scale ?? 1) > 1.05) return;
      const x = clientX - from.x;
      if (Math.abs(x) < FAR || Math.abs(x) < Math.abs(clientY - from.y) * SIDEWAYS) return;
      onSwipe(x < 0 ? 'on' : 'back');
    },
    onPointerCancel: () => {
      start.current = null;
    },
  };
}
