/** Shared with styles/tokens*.css (domain.md#looks); tests/look.test.ts compares them. */
export const TOAST_MS = 2500;

/** The loading bar is almost full after the duration. */
export const LOADING_TICK_MS = 100;
export const LOADING_DURATION_MS = 5000;
export const LOADING_THROTTLE_MS = 200;
export const LOADING_BAR_PX = 5;

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

/** With and without a bottom button. */
export const BOTTOM_PADDING_PX = { withButton: 250, plain: 180 } as const;

export const TOOLTIP_PX = { small: 180, medium: 240, large: 300 } as const;

/** In em. */
export const FILE_NAME_EM = 16;

export const TEXTAREA_PX = { min: 120, max: 600 } as const;
