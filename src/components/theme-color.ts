import tokens from '#styles/tokens.css?raw';

/** The page's background, which phones put around it; from the tokens, where all colours stand. */
export const THEME_COLOR = /--color-page: (#[0-9a-f]{6});/.exec(tokens)?.[1] ?? '';
