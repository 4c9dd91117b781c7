import type { PointerEvent } from 'react';
import { useRef } from 'react';

/** Pixels a finger goes before it means to turn. */
const FAR = 48;
/** How much more sideways than down. */
const SIDEWAYS = 1.5;

type Handler = (event: PointerEvent) => void;

/** A finger's swipe sideways; scrolling and zooming stay the browser's (`touch-action`). */
export function useSwipe(onSwipe: (way: 'on' | 'back') => void): {
  onPointerDown: Handler;
  onPointerUp: Handler;
  onPointerCancel: Handler;
} {
  const start = useRef<{ id: number; x: number; y: number } | null>(null);
  return {
    onPointerDown: ({ pointerId, pointerType, isPrimary, clientX, clientY }) => {
      // A second finger means zooming.
      start.current =
        pointerType !== 'mouse' && isPrimary ? { id: pointerId, x: clientX, y: clientY } : null;
    },
    onPointerUp: ({ pointerId, clientX, clientY }) => {
      const from = start.current;
      start.current = null;
      // In a photo that was zoomed into, a finger moves the view.
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
