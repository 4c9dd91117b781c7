import type { Page } from '@playwright/test';
import { COLUMN, SHEET } from '#domains/paper/print/paper.ts';
import type { Box, PaperPage } from './pdf.ts';
import { expect } from './story.ts';

const MARGIN = { side: 19.9, top: 17.9, bottom: 20 };

export const plain = (text: string): string => text.normalize('NFKC').replace(/\s/g, '');
export const right = ({ left, width }: Box): number => left + width;
export const bottom = ({ top, height }: Box): number => top + height;
const overlap = (a: Box, b: Box): boolean =>
  a.left < right(b) && b.left < right(a) && a.top < bottom(b) && b.top < bottom(a);

/** Photos are complete and do not overlap. */
export function expectWhole({ photos }: PaperPage, where: string): void {
  for (const [index, photo] of photos.entries()) {
    expect(photo.left, where).toBeGreaterThanOrEqual(MARGIN.side);
    expect(right(photo), where).toBeLessThanOrEqual(SHEET.width - MARGIN.side);
    expect(photo.top, where).toBeGreaterThanOrEqual(MARGIN.top);
    expect(bottom(photo), where).toBeLessThanOrEqual(SHEET.height - MARGIN.bottom);
    const others = photos.slice(index + 1).filter((other) => overlap(photo, other));
    expect(others, where).toEqual([]);
  }
}

/** Photos beside each other are as high as each other, and the row is in the middle. */
export function expectRows({ width, photos }: PaperPage): void {
  const rows = Map.groupBy(photos, ({ top }) => Math.round(top));
  for (const row of rows.values()) {
    const heights = row.map(({ height }) => height);
    expect(Math.max(...heights) - Math.min(...heights)).toBeLessThan(0.5);
    const [left, end] = [Math.min(...row.map((one) => one.left)), Math.max(...row.map(right))];
    expect(Math.abs(left + end - width)).toBeLessThan(2);
  }
}

const MM = 25.4 / 96;

/** What the pages hold ends above their feet. */
export async function expectRoom(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print' });
  const ends = await page.locator('.run .page').evaluateAll((pages) =>
    pages.map((one) => {
      const flow = [...one.children].filter(
        (child) => getComputedStyle(child).position !== 'absolute',
      );
      const bottoms = flow.map((child) => child.getBoundingClientRect().bottom);
      return Math.max(0, ...bottoms) - one.getBoundingClientRect().top;
    }),
  );
  await page.emulateMedia({ media: null });
  const foot = SHEET.height - COLUMN.bottom;
  const full = ends.flatMap((end, index) => (end * MM > foot ? [`${index + 1}: ${end * MM}`] : []));
  expect(full, 'pages that hold more than they have room for').toEqual([]);
}
