import type { BrowserContextOptions } from '@playwright/test';
import type { View } from '../tests/support/views/view.ts';

/** Its name is a suffix of the file names. */
export interface ScreenshotMode {
  name: string;
  browser: BrowserContextOptions;
  /** Root font size. */
  textScale?: string;
  paper?: true;
  only?: (view: View) => boolean;
}

const still = { reducedMotion: 'reduce' } as const;
const phone = { ...still, viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };
const tablet = { ...still, viewport: { width: 768, height: 1024 } };
const desk = { ...still, viewport: { width: 1280, height: 800 } };

const PRINTED = [
  'letter',
  'letter-200',
  'letter-early',
  'photo',
  'shelf',
  'qrcode',
  'consents-print',
  'sheets-one',
  'postcards',
  'family',
  'residents',
];

export const SCREENSHOT_MODES: ScreenshotMode[] = [
  { name: '360', browser: phone },
  { name: '768', browser: tablet },
  { name: '1280', browser: desk },
  { name: '360-dark', browser: { ...phone, colorScheme: 'dark' } },
  { name: '1280-dark', browser: { ...desk, colorScheme: 'dark' } },
  { name: '360-text200', browser: phone, textScale: '200%' },
  { name: '1280-text200', browser: desk, textScale: '200%' },
  { name: '360-forced', browser: { ...phone, forcedColors: 'active', colorScheme: 'dark' } },
  { name: 'paper', browser: desk, paper: true, only: ({ name }) => PRINTED.includes(name) },
];
