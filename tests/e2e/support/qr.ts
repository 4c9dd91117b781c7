import type { Locator } from '@playwright/test';
import jsQR from 'jsqr';
import sharp from 'sharp';

/** Reads a QR code off the screen, as a telephone's camera does. */
export const readQr = async (picture: Locator): Promise<string> =>
  readQrIn(await picture.screenshot());

/** The same of a picture, without its colours: paper may have none. */
export async function readQrIn(picture: Buffer): Promise<string> {
  const { data, info } = await sharp(picture)
    .greyscale()
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const code = jsQR(new Uint8ClampedArray(data), info.width, info.height);
  if (!code) throw new Error('nothing to read in the picture');
  return code.data;
}
