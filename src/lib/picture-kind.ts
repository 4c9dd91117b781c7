/** What a file is by its content; HEIC stands for all of HEIF that phones write. */
type PictureKind = 'jpeg' | 'png' | 'heic';

/** As many bytes of a file's start as `pictureKind` reads. */
export const KIND_BYTES = 64;

const JPEG = '\xff\xd8\xff';
const PNG = '\x89PNG\r\n\x1a\n';
/** Brands of HEVC pictures and of HEIF without a codec's name. */
const HEIF_BRAND = /^(?:he[iv][cmsx]|mif[12]|msf1)$/;
/** AVIF names HEIF's brands as well. */
const AVIF_BRAND = /^avi[fos]$/;

/**
 * What a file is, whatever its name and label say.
 * @param start its first `KIND_BYTES`
 * @returns null for what can never become a photo
 */
export function pictureKind(start: Uint8Array): PictureKind | null {
  const text = String.fromCharCode(...start.subarray(0, KIND_BYTES));
  if (text.startsWith(JPEG)) return 'jpeg';
  if (text.startsWith(PNG)) return 'png';
  if (text.slice(4, 8) !== 'ftyp') return null;
  const brands = brandsOf(text);
  return brands.some((brand) => HEIF_BRAND.test(brand)) &&
    !brands.some((brand) => AVIF_BRAND.test(brand))
    ? 'heic'
    : null;
}

/** The first box of such a file: its length, its name, its own brand, a version, other brands. */
function brandsOf(text: string): string[] {
  const end = Math.min(text.length, text.charCodeAt(2) * 256 + text.charCodeAt(3));
  const brands = [text.slice(8, 12)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(text.slice(at, at + 4));
  return brands;
}
