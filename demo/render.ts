import sharp, { type Exif, type Sharp } from 'sharp';
import { drawScene, type SceneName } from './scenes/index.ts';

export interface PhotoOrder {
  readonly scene: SceneName;
  readonly seed: number;
  /** Of the upright picture. */
  readonly width: number;
  readonly height: number;
  readonly format: 'jpeg' | 'png';
  /** `YYYY-MM-DD HH:MM` in Japan; without it no EXIF is written. */
  readonly takenAt?: string;
  /** EXIF, 1 to 8. */
  readonly orientation?: number;
  readonly gps?: boolean;
}

/** The transformation that each EXIF orientation undoes. */
const TURNS: Record<number, { angle: number; mirror?: boolean }> = {
  2: { angle: 0, mirror: true },
  3: { angle: 180 },
  4: { angle: 180, mirror: true },
  5: { angle: 270, mirror: true },
  6: { angle: 270 },
  7: { angle: 90, mirror: true },
  8: { angle: 90 },
};

/** A scene as a phone's file; the same order gives the same bytes. */
export async function renderPhoto(order: PhotoOrder): Promise<Buffer> {
  const svg = drawScene(order.scene, order.seed, order.width, order.height);
  const upright = sharp(Buffer.from(svg)).flatten({ background: '#ffffff' });
  const turned = turn(upright, order.orientation ?? 1);
  const image = withCamera(turned, order);
  return order.format === 'png'
    ? image.png({ compressionLevel: 6 }).toBuffer()
    : image.jpeg({ quality: 88, chromaSubsampling: '4:2:0' }).toBuffer();
}

function turn(image: Sharp, orientation: number): Sharp {
  const { angle, mirror = false } = TURNS[orientation] ?? { angle: 0 };
  const rotated = angle === 0 ? image : image.rotate(angle);
  return mirror ? rotated.flop() : rotated;
}

function withCamera(image: Sharp, order: PhotoOrder): Sharp {
  const { takenAt, orientation, gps = false } = order;
  const described = takenAt === undefined && !gps ? image : image.withExif(camera(takenAt, gps));
  return orientation === undefined ? described : described.withMetadata({ orientation });
}

function camera(takenAt: string | undefined, gps: boolean): Exif {
  const time = takenAt === undefined ? undefined : `${takenAt.replaceAll('-', ':')}:00`;
  return {
    IFD0: { Make: 'Tsukidayori', Model: 'Seed', ...(time && { DateTime: time }) },
    IFD2: time ? { DateTimeOriginal: time, OffsetTimeOriginal: '+09:00' } : {},
    ...(gps && { IFD3: PLACE }),
  };
}

/** In the sea; only to prove that it is removed. */
const PLACE = {
  GPSLatitudeRef: 'N',
  GPSLatitude: '35/1 0/1 0/1',
  GPSLongitudeRef: 'E',
  GPSLongitude: '140/1 45/1 0/1',
};
