import type { Stamp } from '#domains/letter/seen.ts';

const stamp = (drawing: string): string =>
  `<svg viewBox="0 0 40 40" width="40" height="40" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round">${drawing}</svg>`;

export const STAMP_DRAWINGS: Record<Stamp, string> = {
  thanks: stamp(
    '<path fill="currentColor" fill-opacity=".25" d="M20 17c-14-16 14-16 0 0c10-18 19 8 0 0c20 4-2 20 0 0c2 20-20 4 0 0c-19 8-10-18 0 0"/><path d="M20 21v16M20 34q6-1 8-6M20 34q-6-1-8-6"/>',
  ),
  glad: stamp(
    '<circle cx="20" cy="20" r="8" fill="currentColor" fill-opacity=".25"/><path d="M20 3v4M20 33v4M3 20h4M33 20h4M8 8l3 3M29 29l3 3M32 8l-3 3M11 29l-3 3"/>',
  ),
  relieved: stamp(
    '<circle cx="20" cy="20" r="16" fill="currentColor" fill-opacity=".25"/><path d="M11 18q3-4 6 0M23 18q3-4 6 0M12 25q8 8 16 0"/>',
  ),
};
