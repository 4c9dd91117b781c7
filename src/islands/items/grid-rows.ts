/** What the browser made of the style sheet; in px, but for the columns. */
export interface Shape {
  columns: number;
  gap: number;
  /** From one row to the next. */
  row: number;
  /** What a day's heading adds. */
  head: number;
}

/** Cells side by side, below the heading of their day; `end` and `bottom` are the next row's. */
export interface GridRow {
  first: number;
  end: number;
  top: number;
  bottom: number;
}

/** Cells in the page; `space` stands for the rows that are left out before them. */
interface Piece {
  space: number;
  first: number;
  end: number;
}

export interface View {
  from: number;
  to: number;
}

/** @param heads cells that begin a row, below a heading */
export function rowsOf(count: number, heads: ReadonlySet<number>, shape: Shape): GridRow[] {
  const rows: GridRow[] = [];
  for (let first = 0, top = 0; first < count;) {
    let end = first + 1;
    while (end < Math.min(count, first + shape.columns) && !heads.has(end)) end += 1;
    const bottom = top + (heads.has(first) ? shape.head : 0) + shape.row;
    rows.push({ first, end, top, bottom });
    [first, top] = [end, bottom];
  }
  return rows;
}

/** The rows in view and those of the kept cells; the last piece is what follows them. */
export function piecesOf(rows: readonly GridRow[], view: View, kept: readonly number[]): Piece[] {
  const pieces: Piece[] = [];
  let filled = 0;
  for (const { first, end, top, bottom } of rows) {
    const isInView = bottom > view.from && top < view.to;
    if (!isInView && !kept.some((cell) => cell >= first && cell < end)) continue;
    const last = pieces.at(-1);
    if (last && top === filled) last.end = end;
    else pieces.push({ space: top - filled, first, end });
    filled = bottom;
  }
  const { bottom, end } = rows.at(-1) ?? { bottom: 0, end: 0 };
  return [...pieces, { space: bottom - filled, first: end, end }];
}

/** @param first the first photo's cell @returns the cell that a key leads to, if it leads anywhere */
export function cellBy(
  key: string,
  cell: number,
  rows: readonly GridRow[],
  first: number,
): number | null {
  const last = (rows.at(-1)?.end ?? 0) - 1;
  if (key === 'Home') return first;
  if (key === 'End') return last;
  if (key === 'ArrowLeft') return Math.max(first, cell - 1);
  if (key === 'ArrowRight') return Math.min(last, cell + 1);
  if (key !== 'ArrowUp' && key !== 'ArrowDown') return null;
  const at = rows.findIndex(({ end }) => cell < end);
  const [own, next] = [rows[at], rows[at + (key === 'ArrowUp' ? -1 : 1)]];
  if (!own || !next || next.end <= first) return cell;
  return Math.max(first, Math.min(next.first + cell - own.first, next.end - 1));
}
