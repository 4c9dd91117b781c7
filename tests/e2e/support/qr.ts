import type { Locator } from '@playwright/test';
import jsQR from 'jsqr';
import sharp from 'sharp';

/** Reads a QR code off the screen. */
export const readQr = async (picture: Locator): Promise<string> =>
  readQrIn(await picture.screenshot());

/** Reads a QR code in a picture without colours: paper may have none. */
export async function readQrIn(picture: Buffer): Promise<string> {
  const { data, info } = await sharp(picture)
    .flatten({ background: '#ffffff' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const inks = Uint8ClampedArray.from(
    { length: 4 * info.width * info.height },
    (_, index) => (index % 4 === 3 ? 255 : data[(index >> 2) * info.channels]) ?? 255,
  );
  const code = jsQR(inks, info.width, info.height);
  if (!code) throw new Error('no QR code in the picture');
  return code.data;
}
