import tokens from '#styles/tokens.css?raw';

/** Background colour for the phone's browser bar, from the tokens. */
export const THEME_COLOR = /--color-page: (#[0-9a-f]{6});/.exec(tokens)?.[1] ?? '';
