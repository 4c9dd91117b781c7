import tokens from '#styles/tokens.css?raw';

/** For the phone's browser bar. */
export const THEME_COLOR = /--color-page: (#[0-9a-f]{6});/.exec(tokens)?.[1] ?? '';
