/**
 * UI constants (domain.md#looks) that code needs too. Style sheets have them in `styles/tokens.css`
 * or `tokens-desk.css`; `tests/look.test.ts` checks that both agree.
 */
export const TOAST_MS = 2500;

/** Loading bar: grows with every tick and is almost full after the duration. */
export const LOADING_TICK_MS = 100;
export const LOADING_DURATION_MS = 5000;
export const LOADING_THROTTLE_MS = 200;
export const LOADING_BAR_PX = 5;

/** Layout breakpoints in px; media queries use no others. */
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

/** Bottom padding of a layout in px, with and without a bottom button. */
export const BOTTOM_PADDING_PX = { withButton: 250, plain: 180 } as const;

export const TOOLTIP_PX = { small: 180, medium: 240, large: 300 } as const;

/** Maximum width of a displayed file name, in em. */
export const FILE_NAME_EM = 16;

export const TEXTAREA_PX = { min: 120, max: 600 } as const;
