import type { YearMonth } from '#lib/calendar.ts';
import type { AlbumRow } from './album.ts';
import { heightOf } from './album.ts';
import { fillLines, linesOf } from './lines.ts';
import * as paper from './paper.ts';

export type Block<P> =
  | { kind: 'greeting'; title: string; paragraphs: string[] }
  | { kind: 'month'; yearMonth: YearMonth; title: string }
  | { kind: 'text'; paragraphs: string[] }
  | { kind: 'heading'; text: string }
  | { kind: 'note'; lines: string[] }
  | { kind: 'rows'; rows: AlbumRow<P>[] }
  | { kind: 'closing' };
export type PrintPage<P> = Block<P>[];

type Measure = { em: number; line: number; width: number };
const BODY: Measure = { ...paper.TEXT, width: paper.COLUMN.width };

const linesIn = (paragraphs: readonly string[], { em, width }: Measure): number =>
  paragraphs.reduce((sum, text) => sum + linesOf(text, em, width), 0);

const textHeight = (paragraphs: readonly string[], of: Measure = BODY): number =>
  linesIn(paragraphs, of) * of.line;

const titleHeight = (title: string): number =>
  linesOf(title, paper.TITLE_EM, paper.COLUMN.width) * paper.TITLE_LINE;

/** Names may be long. */
export function headingHeight(text: string): number {
  const { height, em, line, width } = paper.HEADING;
  return Math.max(height, linesOf(text, em, width) * line);
}

/** In millimetres, of any block but the closing. */
export function blockHeight(block: Block<unknown>): number {
  switch (block.kind) {
    case 'greeting':
      return paper.SALUTATION_HEIGHT + titleHeight(block.title) + textHeight(block.paragraphs);
    case 'month':
      return paper.MONTH_HEIGHT + titleHeight(block.title);
    case 'text':
      return textHeight(block.paragraphs);
    case 'heading':
      return headingHeight(block.text);
    case 'note':
      return textHeight(block.lines, paper.NOTE) + paper.NOTE.after;
    case 'rows':
      return heightOf(block.rows);
    case 'closing':
      return 0;
  }
}

/** At least so many lines go to the next page. */
const TAIL_LINES = 2;

const splitText = (paragraphs: readonly string[], of: Measure) =>
  fillLines(paragraphs, linesIn(paragraphs, of) - TAIL_LINES, of.em, of.width);

/** Its last row or lines apart; the first is null if it cannot be divided. */
export function splitEnd<P>(block: Block<P>): [Block<P> | null, Block<P>] {
  if (block.kind === 'rows' && block.rows.length > 1) {
    return [
      { ...block, rows: block.rows.slice(0, -1) },
      { ...block, rows: block.rows.slice(-1) },
    ];
  }
  if (block.kind === 'greeting' || block.kind === 'text') {
    const { taken, rest } = splitText(block.paragraphs, BODY);
    if (taken.length === 0 && block.kind === 'text') return [null, block];
    return [
      { ...block, paragraphs: taken },
      { kind: 'text', paragraphs: rest },
    ];
  }
  if (block.kind === 'note') {
    const { taken, rest } = splitText(block.lines, paper.NOTE);
    if (taken.length > 0) {
      return [
        { ...block, lines: taken },
        { ...block, lines: rest },
      ];
    }
  }
  return [null, block];
}
