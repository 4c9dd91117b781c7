import sharp from 'sharp';

const BLOCK = 8;
const STEP = 4;
/** The usual constants, against division by zero. */
const C1 = (0.01 * 255) ** 2;
const C2 = (0.03 * 255) ** 2;

interface Luma {
  data: Buffer;
  width: number;
  height: number;
}

/**
 * Structural similarity of two pictures' luma, 1 when they are alike: the mean over blocks of
 * 8 × 8. The second is brought to the size of the first.
 */
export async function ssimOf(shown: string, original: string): Promise<number> {
  const a = await lumaOf(shown);
  const b = await lumaOf(original, a);
  let sum = 0;
  let count = 0;
  for (let y = 0; y + BLOCK <= a.height; y += STEP) {
    for (let x = 0; x + BLOCK <= a.width; x += STEP) {
      sum += ofBlock(a.data, b.data, y * a.width + x, a.width);
      count++;
    }
  }
  return sum / Math.max(1, count);
}

async function lumaOf(file: string, size?: Luma): Promise<Luma> {
  const image = sharp(file).autoOrient().flatten({ background: '#ffffff' }).toColourspace('srgb');
  if (size) image.resize({ width: size.width, height: size.height, fit: 'fill' });
  const { data, info } = await image.greyscale().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

function ofBlock(a: Buffer, b: Buffer, start: number, width: number): number {
  const n = BLOCK * BLOCK;
  let [sumA, sumB, sumAA, sumBB, sumAB] = [0, 0, 0, 0, 0];
  for (let row = 0; row < BLOCK; row++) {
    for (let at = start + row * width; at < start + row * width + BLOCK; at++) {
      const u = a[at] ?? 0;
      const v = b[at] ?? 0;
      sumA += u;
      sumB += v;
      sumAA += u * u;
      sumBB += v * v;
      sumAB += u * v;
    }
  }
  const [meanA, meanB] = [sumA / n, sumB / n];
  const variances = (sumAA + sumBB) / n - meanA ** 2 - meanB ** 2;
  const covariance = sumAB / n - meanA * meanB;
  const alike = (2 * meanA * meanB + C1) * (2 * covariance + C2);
  return alike / ((meanA ** 2 + meanB ** 2 + C1) * (variances + C2));
}
