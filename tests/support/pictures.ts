import { randomBytes } from 'node:crypto';
import sharp from 'sharp';

interface Picture {
  width?: number;
  height?: number;
  /** `YYYY:MM:DD HH:MM:SS`, as cameras write it. */
  takenAt?: string;
  orientation?: number;
  gps?: boolean;
}

/** Never the same bytes twice: pictures are identified by checksum. */
function canvas({ width = 64, height = 48 }: Picture) {
  const [r = 0, g = 0, b = 0] = randomBytes(3);
  return sharp({ create: { width, height, channels: 3, background: { r, g, b } } });
}

/** The same pixels with another comment, so other bytes. */
export function vary(picture: Buffer): Buffer {
  const comment = randomBytes(16);
  const segment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, comment.length + 2]), comment]);
  return Buffer.concat([picture.subarray(0, 2), segment, picture.subarray(2)]);
}

/** With EXIF if a date, orientation or place is given. */
export async function jpeg(picture: Picture = {}): Promise<Buffer> {
  let image = canvas(picture).jpeg();
  if (picture.takenAt !== undefined || picture.gps) {
    image = image.withExif({
      ...(picture.takenAt !== undefined && { IFD2: { DateTimeOriginal: picture.takenAt } }),
      ...(picture.gps && { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '35/1 39/1 31/1' } }),
    });
  }
  if (picture.orientation !== undefined) {
    image = image.withMetadata({ orientation: picture.orientation });
  }
  return vary(await image.toBuffer());
}

export const png = (picture: Picture = {}): Promise<Buffer> => canvas(picture).png().toBuffer();

/** Some 600 KB: noise does not compress. */
export const noise = (): Promise<Buffer> =>
  sharp({
    create: {
      width: 900,
      height: 700,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .jpeg({ quality: 90 })
    .toBuffer();
