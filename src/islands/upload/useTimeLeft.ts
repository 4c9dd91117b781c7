import { useEffect, useState } from 'react';
import { isUnderWay, leftBytes } from '#domains/photo/upload.ts';
import { UNKNOWN_TIME, estimate } from '#domains/photo/time-left.ts';
import { $uploads } from '#stores/uploads.ts';

const LOOK_MS = 2000;

/** In words that change seldom; null while it is not known. */
export function useTimeLeft(isPaused: boolean): string | null {
  const [known, setKnown] = useState(UNKNOWN_TIME);
  useEffect(() => {
    if (isPaused) return undefined;
    const timer = setInterval(() => {
      const left = leftBytes($uploads.get().filter(isUnderWay));
      setKnown((before) => estimate(before, left, Date.now()));
    }, LOOK_MS);
    return () => {
      clearInterval(timer);
      setKnown(UNKNOWN_TIME);
    };
  }, [isPaused]);
  return isPaused ? null : known.words;
}
