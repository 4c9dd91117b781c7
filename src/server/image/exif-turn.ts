const ORIENTATION = 0x0112;
const HEAD = 'Exif\0\0';

/**
 * Whether a JPEG's EXIF orientation requires rotation, which needs a copy. Unreadable EXIF counts
 * as rotated.
 * @param segment starting with its length
 */
export function isTurned(segment: Buffer): boolean {
  if (segment.toString('latin1', 2, 2 + HEAD.length) !== HEAD) return false;
  const tiff = segment.subarray(2 + HEAD.length);
  if (tiff.length < 8) return true;
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const first = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (first + 2 > tiff.length) return true;
  const end = Math.min(first + 2 + 12 * short(first), tiff.length - 11);
  for (let at = first + 2; at < end; at += 12) {
    if (short(at) === ORIENTATION) return short(at + 8) !== 1;
  }
  return false;
}
