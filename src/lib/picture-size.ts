/** In pixels, upright. */
export interface Size {
  width: number;
  height: number;
}

/** What a variant is bounded by. */
export interface VariantBounds {
  width: number;
  /** For a panorama; as many as a 16:9 photo of that width has, unless said. */
  pixels?: number;
}

const WIDE = 16 / 9;
/** Long screenshots and panoramas; WebP ends at 16,383 pixels, memory before that. */
export const LONGEST_VARIANT = 8192;
/** For a photo that is no panorama. */
export const MASTER_EDGE = 4096;
/** JPEG ends at 65,500 pixels, what browsers draw before that. */
const LONGEST_MASTER = 16_383;

/**
 * How large a master is (domain.md#photos): the longer edge is bounded, but nothing is left with
 * fewer pixels than a 16:9 photo keeps. A phone makes photos smaller by the same rule.
 */
export function masterSize(photo: Size, edge: number): Size {
  const longest = Math.max(photo.width, photo.height);
  const byEdge = edge / longest;
  const byArea = Math.sqrt((edge * edge) / WIDE / (photo.width * photo.height));
  return scaled(photo, Math.min(Math.max(byEdge, byArea), LONGEST_MASTER / longest));
}

/**
 * How large a variant is: as wide as its name says, as a page's column is. A panorama is wider, so
 * that it has no fewer pixels than a 16:9 photo, and at most as many as said.
 */
export function variantSize(photo: Size, bounds: VariantBounds): Size {
  const height = bounds.width / WIDE;
  const { pixels = bounds.width * height } = bounds;
  const byArea = Math.sqrt(pixels / (photo.width * photo.height));
  const wide = Math.min(height / photo.height, byArea);
  const longest = Math.max(photo.width, photo.height);
  const scale = Math.max(bounds.width / photo.width, wide);
  const size = scaled(photo, Math.min(scale, LONGEST_VARIANT / longest));
  const master = masterSize(photo, MASTER_EDGE);
  return {
    width: Math.min(size.width, master.width),
    height: Math.min(size.height, master.height),
  };
}

/** Never enlarged. */
function scaled({ width, height }: Size, by: number): Size {
  const scale = Math.min(1, by);
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}

/** A wider or narrower picture is too low, or too narrow, to be seen whole on a phone. */
const LONG = 2.5;

/** Whether a picture is to be moved along in its large view, and which way. */
export function longSide({ width, height }: Size): 'wide' | 'tall' | null {
  if (width >= LONG * height) return 'wide';
  return height >= LONG * width ? 'tall' : null;
}
