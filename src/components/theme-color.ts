import tokens from '#styles/tokens.css?raw';

const [light = '', dark = ''] = [...tokens.matchAll(/--color-page: (#[0-9a-f]{6});/g)].map(
  ([, color = '']) => color,
);

/** For the phone's browser bar, on light and on dark paper. */
export const THEME_COLOR = { light, dark };
