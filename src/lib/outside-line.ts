const PARAMETER = 'openExternalBrowser=1';

/** A link that LINE opens in the phone's browser: its own window saves and prints nothing. */
export const outsideLine = (href: string): string =>
  `${href}${href.includes('?') ? '&' : '?'}${PARAMETER}`;

/** In LINE's own window, by what it says of itself. */
export const isInLine = (userAgent: string | null): boolean => /\bLine\/\d/.test(userAgent ?? '');

/** Whether a link was made by `outsideLine`. */
export const isOutsideLine = (href: string): boolean =>
  /[?&]/.test(href) && href.endsWith(PARAMETER);
