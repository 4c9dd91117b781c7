import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import sharp from 'sharp';

/** Room for a ring outside the element, in CSS pixels. */
const AROUND = 8;
/** WCAG 2.4.13: changed pixels have this contrast and form a line of 2 px around it. */
const LEAST_CONTRAST = 3;
const LINE_PX = 2;

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The focused element looks different enough. */
export async function expectFocusToShow(page: Page): Promise<void> {
  const element = page.locator(':focus');
  const name = await element.evaluate((node) => node.outerHTML.slice(0, 120));
  const box = await element.boundingBox();
  if (!box) throw new Error(`the focused element is not visible: ${name}`);
  const clip = clipOf(box, page.viewportSize());
  const shown = await picture(page, clip);
  const handle = await page.evaluateHandle(() => document.activeElement as HTMLElement);
  await handle.evaluate((node) => node.blur());
  const plain = await picture(page, clip);
  await handle.evaluate((node) => node.focus({ preventScroll: true }));
  const least = LINE_PX * 2 * (Math.min(box.width, clip.width) + Math.min(box.height, clip.height));
  expect(changed(shown, plain), `pixels by which the focus shows on ${name}`).toBeGreaterThan(
    // A ring is cut off at the edge of the window.
    least / 2,
  );
}

function clipOf({ x, y, width, height }: Box, size: { width: number; height: number } | null): Box {
  const left = Math.max(0, x - AROUND);
  const top = Math.max(0, y - AROUND);
  const right = Math.min(size?.width ?? Infinity, x + width + AROUND);
  const bottom = Math.min(size?.height ?? Infinity, y + height + AROUND);
  return { x: left, y: top, width: right - left, height: bottom - top };
}

async function picture(page: Page, clip: Box): Promise<Buffer> {
  const png = await page.screenshot({ clip, scale: 'css', animations: 'disabled' });
  return sharp(png).removeAlpha().raw().toBuffer();
}

/** Pixels that differ by enough contrast. */
function changed(one: Buffer, other: Buffer): number {
  let count = 0;
  for (let at = 0; at < Math.min(one.length, other.length); at += 3) {
    const [a, b] = [luminance(one, at), luminance(other, at)];
    if ((Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) >= LEAST_CONTRAST) count += 1;
  }
  return count;
}

const WEIGHTS = [0.2126, 0.7152, 0.0722];

/** As WCAG defines it, 0 to 1. */
const luminance = (pixels: Buffer, at: number): number =>
  WEIGHTS.reduce((sum, weight, part) => {
    const share = (pixels[at + part] ?? 0) / 255;
    return sum + weight * (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4);
  }, 0);
