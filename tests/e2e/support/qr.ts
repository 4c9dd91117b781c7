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
  const inks = new Uint32Array(info.width * info.height);
  for (let at = 0; at < inks.length; at++) {
    inks[at] = 0xff000000 + 0x010101 * (data[at * info.channels] ?? 0);
  }
  const code = jsQR(new Uint8ClampedArray(inks.buffer), info.width, info.height);
  if (!code) throw new Error('no QR code in the picture');
  return code.data;
}
