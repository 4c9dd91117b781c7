import type { Page } from '@playwright/test';

const MOST_TABS = 150;

/** Presses Tab until the element of that name has the focus. */
export async function tabTo(page: Page, name: string): Promise<void> {
  for (let n = 0; n < MOST_TABS; n++) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const element = document.activeElement;
      const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined;
      const area = element instanceof HTMLTextAreaElement ? element.labels[0] : undefined;
      return (label ?? area ?? element)?.textContent.replace(/\s+/g, ' ').trim();
    });
    if (focused?.startsWith(name)) return;
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
  await tabTo(page, name);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(text);
};
