/**
 * Constants of the look (domain.md#looks) that code needs too. What a style sheet needs
 * stands in `styles/tokens.css` or `tokens-desk.css`; `tests/look.test.ts` keeps the two equal.
 */
export const TOAST_MS = 2500;

/** The loading bar: grows every tick, is almost full after the duration, and waits at first. */
export const LOADING_TICK_MS = 100;
export const LOADING_DURATION_MS = 5000;
export const LOADING_THROTTLE_MS = 200;
export const LOADING_BAR_PX = 5;

/** Widths in px from which a layout changes; media queries know no others. */
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

/** Room at the end of a layout, in px: where a button is under the thumb, and elsewhere. */
export const BOTTOM_PADDING_PX = { withButton: 250, plain: 180 } as const;

/** Widths in px of a tooltip with several lines. */
export const TOOLTIP_PX = { small: 180, medium: 240, large: 300 } as const;

/** A file's name is shown this wide at most, in em. */
export const FILE_NAME_EM = 16;

/** A text area without a row count, in px (domain.md#looks). */
export const TEXTAREA_PX = { min: 120, max: 600 } as const;
