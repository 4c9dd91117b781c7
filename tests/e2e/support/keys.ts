import type { Page } from '@playwright/test';
import { BREAK } from '#lib/break.ts';

const MOST_TABS = 150;

/** Presses Tab until the element of that name has the focus; a link may have a field's name. */
export async function tabTo(page: Page, name: string, isField = false): Promise<void> {
  for (let n = 0; n < MOST_TABS; n++) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate((onlyField) => {
      const element = document.activeElement;
      const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined;
      const area = element instanceof HTMLTextAreaElement ? element.labels[0] : undefined;
      const named = label ?? area ?? (onlyField ? null : element);
      return named?.textContent.replace(/\s+/g, ' ').trim();
    }, isField);
    if (focused?.replaceAll(BREAK, '').startsWith(name)) return;
  }
  throw new Error(`Tab never reached ${name}`);
}

/** Tabs there and presses Enter. */
export const press = async (page: Page, name: string): Promise<void> => {
  await tabTo(page, name);
  await page.keyboard.press('Enter');
};

/** Tabs there and replaces the text. */
export const type = async (page: Page, name: string, text: string): Promise<void> => {
  await tabTo(page, name, true);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(text);
};
