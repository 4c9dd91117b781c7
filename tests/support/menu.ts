import type { Locator, Page } from '@playwright/test';

/** What opens and closes the menu on a phone; hidden where the menu always shows. */
export const menuSwitch = (page: Page): Locator => page.locator('.side-menu summary');
