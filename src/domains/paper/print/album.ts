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

/** One photo, or two of equal height that fill the column. Never cropped. */
function makeRow<P extends Print>(photos: readonly P[], scale: number): AlbumRow<P> {
  const shapes = photos.map((photo) => Math.max(NARROWEST, ratioOf(photo)));
  const sum = shapes.reduce((total, ratio) => total + ratio, 0);
  const column = COLUMN.width - GAP * (photos.length - 1);
  const longest = Math.max(1, ...shapes);
  const height = scale * Math.min(LONGEST_EDGE / longest, LONGEST_EDGE, column / sum);
  const cells = photos.map((photo) => {
    const width = height * ratioOf(photo);
    // The caption of a single photo may be wider than it.
    const box = photos.length === 1 ? LONGEST_EDGE : Math.max(width, CAPTION.narrowest);
    return { photo, width, height, box };
  });
  const below = cells.map(({ photo, box }) => captionHeight(photo, box));
  return { cells, height: height + FRAME + Math.max(...below) };
}

export const heightOf = (rows: readonly AlbumRow<unknown>[]): number =>
  rows.reduce((sum, { height }) => sum + height + GAP, 0);

function costOf(rows: readonly AlbumRow<unknown>[]): number {
  const areas = rows.flatMap(({ cells }) => cells.map(({ width, height }) => width * height));
  const small = areas.reduce((sum, area) => sum + Math.max(0, 1 - area / GOOD_AREA), 0);
  const dull = areas.some((area) => area >= LARGE_AREA) ? 0 : DULL_COST;
  return (PAGE_COST + small + dull) / areas.length;
}

function rowsOf<P extends Print>(
  photos: readonly P[],
  pattern: readonly number[],
  scale: number,
): AlbumRow<P>[] {
  let at = 0;
  return pattern.map((count) => makeRow(photos.slice(at, (at += count)), scale));
}

const isTooSmall = (rows: readonly AlbumRow<unknown>[]): boolean =>
  rows.some(({ cells }) => cells.length > 1 && (cells[0]?.height ?? 0) < SHORTEST_EDGE);

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
  let best: AlbumRow<P>[] = [];
  let lowest = Infinity;
  for (const pattern of PATTERNS) {
    const count = pattern.reduce((sum, number) => sum + number, 0);
    if (count > Math.min(photos.length, most) || (all && count !== photos.length)) continue;
    const rows = SCALES.map((scale) => rowsOf(photos, pattern, scale)).find(
      (made) => heightOf(made) <= room && !isTooSmall(made),
    );
    const cost = rows ? costOf(rows) : Infinity;
    if (rows && cost < lowest) [best, lowest] = [rows, cost];
  }
  return best;
}
