import { linesOfPieces, piecesOf } from './lines.ts';
import { CAPTION, COLUMN, FRAME, GAP } from './paper.ts';

export interface Print {
  width: number;
  height: number;
  caption: string;
  /** Below the caption, as it is printed. */
  day: string;
}

interface Placed<P> {
  photo: P;
  width: number;
  height: number;
  box: number;
}
export interface AlbumRow<P> {
  cells: Placed<P>[];
  /** Including the caption. */
  height: number;
}

export const MOST_ON_A_PAGE = 4;
/** 720 pixels, the width of a photo's JPEG, are 150 per inch at this size. */
const LONGEST_EDGE = 122;
const SHORTEST_EDGE = 44;
/** Photos per row, for pages of one to six. */
const PATTERNS = [
  ...[[1], [2], [1, 1], [1, 2], [2, 1], [2, 2], [1, 2, 1], [1, 1, 2], [2, 1, 1]],
  ...[
    [1, 2, 2],
    [2, 1, 2],
    [2, 2, 1],
    [2, 2, 2],
  ],
];
/** Photos may shrink if more of them then fit on a page, or one would leave much of it empty. */
const SCALES = [1, 0.93, 0.86, 0.8, 0.72, 0.64, 0.56, 0.5];
/** In square millimetres; smaller photos count as small. */
const GOOD_AREA = 9000;
/** Weighs an additional page against small photos, and prefers pages with a main photo. */
const PAGE_COST = 2;
const DULL_COST = 0.5;
const LARGE_AREA = 8000;

const ratioOf = ({ width, height }: Print): number => width / height;
/** Even a bookmark's shape has this share of its height in a row. */
const NARROWEST = 0.5;

/** Of captions with their days, by whole millimetres: they are asked for again and again. */
const lines = new WeakMap<Print, (width: number) => number>();

function linesBelow({ caption, day }: Print): (width: number) => number {
  const pieces = [caption, day].map(piecesOf);
  const known: number[] = [];
  return (width) =>
    (known[width] ??= pieces.reduce(
      (sum, some) => sum + linesOfPieces(some, CAPTION.em, width),
      0,
    ));
}

function captionHeight(photo: Print, width: number): number {
  const linesAt = lines.get(photo) ?? linesBelow(photo);
  lines.set(photo, linesAt);
  // Below a narrow photo a day takes two lines or three.
  return CAPTION.before + linesAt(Math.floor(width)) * CAPTION.line;
}

/** Of one photo, or two of equal height that fill the column. Never cropped. */
function fullHeight(photos: readonly Print[]): number {
  const shapes = photos.map((photo) => Math.max(NARROWEST, ratioOf(photo)));
  const sum = shapes.reduce((total, ratio) => total + ratio, 0);
  const column = COLUMN.width - GAP * (photos.length - 1);
  return Math.min(LONGEST_EDGE / Math.max(1, ...shapes), column / sum);
}

/** Of photos of some height, with their captions. */
const rowHeight = (photos: readonly Print[], height: number): number =>
  height +
  FRAME +
  Math.max(...photos.map((photo) => captionHeight(photo, boxOf(photos, photo, height))));

/** The caption of a single photo may be wider than it. */
const boxOf = (photos: readonly Print[], photo: Print, height: number): number =>
  photos.length === 1 ? LONGEST_EDGE : Math.max(height * ratioOf(photo), CAPTION.narrowest);

function makeRow<P extends Print>(photos: readonly P[], height: number): AlbumRow<P> {
  const cells = photos.map((photo) => ({
    photo,
    height,
    width: height * ratioOf(photo),
    box: boxOf(photos, photo, height),
  }));
  return { cells, height: rowHeight(photos, height) };
}

export const heightOf = (rows: readonly AlbumRow<unknown>[]): number =>
  rows.reduce((sum, { height }) => sum + height + GAP, 0);

/** Measured before it is made: patterns share rows, and each is asked about at every scale. */
interface Row<P> {
  photos: readonly P[];
  full: number;
  /** By scale, with captions. */
  heights: number[];
}

function costOf(rows: readonly Row<Print>[], scale: number): number {
  const areas = rows.flatMap(({ photos, full }) =>
    photos.map((photo) => (scale * full) ** 2 * ratioOf(photo)),
  );
  const small = areas.reduce((sum, area) => sum + Math.max(0, 1 - area / GOOD_AREA), 0);
  const dull = areas.some((area) => area >= LARGE_AREA) ? 0 : DULL_COST;
  return (PAGE_COST + small + dull) / areas.length;
}

/**
 * The next page's photos, few and large; none if nothing fits.
 * @param all only if all of them fit
 */
export function nextRows<P extends Print>(
  photos: readonly P[],
  room: number,
  most = MOST_ON_A_PAGE,
  all = false,
): AlbumRow<P>[] {
  let best: { rows: Row<P>[]; scale: number } = { rows: [], scale: 1 };
  let lowest = Infinity;
  const known: Row<P>[] = [];
  const rowAt = (at: number, count: number): Row<P> => {
    const some = photos.slice(at, at + count);
    return (known[2 * at + count] ??= { photos: some, full: fullHeight(some), heights: [] });
  };
  for (const pattern of PATTERNS) {
    const count = pattern.reduce((sum, number) => sum + number, 0);
    if (count > Math.min(photos.length, most) || (all && count !== photos.length)) continue;
    let at = 0;
    const rows = pattern.map((number) => rowAt((at += number) - number, number));
    const pairs = rows.filter((row) => row.photos.length > 1).map(({ full }) => full);
    for (const [step, scale] of SCALES.entries()) {
      // And so is any smaller one.
      if (pairs.some((full) => scale * full < SHORTEST_EDGE)) break;
      const height = rows.reduce(
        (sum, row) => sum + (row.heights[step] ??= rowHeight(row.photos, scale * row.full)) + GAP,
        0,
      );
      if (height > room) continue;
      const cost = costOf(rows, scale);
      if (cost < lowest) [best, lowest] = [{ rows, scale }, cost];
      break;
    }
  }
  return best.rows.map((row) => makeRow(row.photos, best.scale * row.full));
}
