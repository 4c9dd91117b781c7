/** Shared with styles/tokens*.css (domain.md#looks); tests/look.test.ts compares them. */
export const TOAST_MS = 2500;

/** The loading bar is almost full after the duration. */
export const LOADING_TICK_MS = 100;
export const LOADING_DURATION_MS = 5000;
export const LOADING_THROTTLE_MS = 200;

/** In px; media queries use no others. */
export const BREAKPOINTS = {
  xs: 340,
  sm: 540,
  tablet: 769,
  md: 800,
  desktop: 1024,
  widescreen: 1216,
  lg: 1280,
  fullhd: 1408,
} as const;
