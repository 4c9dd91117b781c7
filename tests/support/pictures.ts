import sharp from 'sharp';

interface Picture {
  width?: number;
  height?: number;
  /** `YYYY:MM:DD HH:MM:SS`, as cameras write it. */
  takenAt?: string;
  orientation?: number;
  gps?: boolean;
}

let counter = 0;

/** Never twice the same bytes: a picture is its checksum. */
function canvas({ width = 64, height = 48 }: Picture) {
  const n = ++counter * 7919;
  const background = { r: n % 256, g: (n >> 4) % 256, b: (n >> 8) % 256 };
  return sharp({ create: { width, height, channels: 3, background } });
}

/** A small JPEG; with EXIF when a date, an orientation or a place is asked for. */
export function jpeg(picture: Picture = {}): Promise<Buffer> {
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
  return image.toBuffer();
}

export const png = (picture: Picture = {}): Promise<Buffer> => canvas(picture).png().toBuffer();

/** A JPEG of some 600 KB: noise cannot be made small. */
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
