import type { Target } from './data.ts';

/** docs/browsers.md: all pages, complete for families and as without scripts for staff. */
export const OLDEST: Target = { safari_ios: '12', webview_android: '61', chrome_android: '61' };

/** The islands and scripts of staff pages. */
export const STAFF: Target = {
  safari_ios: '15.4',
  safari: '15.4',
  chrome: '99',
  chrome_android: '99',
  webview_android: '99',
  edge: '99',
  firefox: '115',
};
