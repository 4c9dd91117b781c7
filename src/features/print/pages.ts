import type { AlbumRow, Print } from './album.ts';
import { MOST_ON_A_PAGE, heightOf, nextRows } from './album.ts';
import { fillLines, linesOf } from './lines.ts';
import * as paper from './paper.ts';

export type Block<P> =
  | { kind: 'greeting'; title: string; paragraphs: string[] }
  | { kind: 'text'; paragraphs: string[] }
  | { kind: 'heading'; text: string }
  | { kind: 'note'; lines: string[] }
  | { kind: 'rows'; rows: AlbumRow<P>[] }
  | { kind: 'closing' };
export type PrintPage<P> = Block<P>[];

interface Part<P> {
  heading: string;
  /** What staff wrote, by lines. */
  note?: string[];
  photos: P[];
}

export interface Contents<P> {
  title: string;
  paragraphs: string[];
  parts: Part<P>[];
}

export function layOut<P extends Print>({ title, paragraphs, parts }: Contents<P>): PrintPage<P>[] {
  const book = new Book<P>();
  book.write(title, paragraphs);
  const filled = parts.filter(({ note = [], photos }) => note.length + photos.length > 0);
  for (const part of filled) book.paste(part, part === filled.at(-1));
  book.end();
  return book.pages;
}

class Book<P extends Print> {
  readonly pages: PrintPage<P>[] = [[]];
  #room: number = paper.FIRST_HEIGHT;
  #photos = 0;

  write(title: string, paragraphs: readonly string[]): void {
    const { em, line } = paper.TEXT;
    const titleLines = linesOf(title, paper.TITLE_EM, paper.COLUMN.width);
    this.#room -= paper.SALUTATION_HEIGHT + titleLines * paper.TITLE_LINE;
    let rest = paragraphs;
    for (let isFirst = true; isFirst || rest.length > 0; isFirst = false) {
      if (!isFirst) this.#turn();
      const most = Math.floor(this.#room / line);
      const filled = fillLines(rest, most, em, paper.COLUMN.width);
      const { taken } = filled;
      const text = { kind: 'text', paragraphs: taken } as const;
      this.#add(isFirst ? { ...text, kind: 'greeting', title } : text, filled.lines * line);
      rest = filled.rest;
    }
  }

  paste({ heading, note = [], photos }: Part<P>, isLast: boolean): void {
    let rest: readonly P[] = photos;
    if (note.length > 0) this.#tell(heading, note);
    let above: number = note.length > 0 ? 0 : paper.HEADING_HEIGHT;
    while (rest.length > 0) {
      let rows = this.#fitting(rest, this.#room - above, isLast);
      if (rows.length === 0) {
        this.#turn();
        rows = this.#fitting(rest, this.#room - above, isLast);
      }
      if (above > 0) this.#add({ kind: 'heading', text: heading }, above);
      this.#add({ kind: 'rows', rows }, heightOf(rows));
      const count = rows.reduce((sum, { cells }) => sum + cells.length, 0);
      this.#photos += count;
      rest = rest.slice(count);
      above = 0;
    }
  }

  /** A heading with what staff wrote, over as many pages as it takes. */
  #tell(heading: string, note: readonly string[]): void {
    const { em, line, width, after } = paper.NOTE;
    let rest = note;
    let above: number = paper.HEADING_HEIGHT;
    while (rest.length > 0) {
      const most = Math.floor((this.#room - above - after) / line);
      const filled = fillLines(rest, most, em, width);
      if (filled.taken.length === 0) {
        this.#turn();
        continue;
      }
      if (above > 0) this.#add({ kind: 'heading', text: heading }, above);
      this.#add({ kind: 'note', lines: filled.taken }, filled.lines * line + after);
      rest = filled.rest;
      above = 0;
    }
  }

  end(): void {
    if (this.#room < paper.CLOSING_HEIGHT) this.#turn();
    this.#add({ kind: 'closing' }, paper.CLOSING_HEIGHT);
  }

  /** Leaves room for the closing after the last photos, so that it is not alone on a page. */
  #fitting(photos: readonly P[], room: number, isLast: boolean): AlbumRow<P>[] {
    const most = MOST_ON_A_PAGE - this.#photos;
    const all = isLast ? nextRows(photos, room - paper.CLOSING_HEIGHT, most, true) : [];
    return all.length > 0 ? all : nextRows(photos, room, most);
  }

  #turn(): void {
    this.pages.push([]);
    this.#room = paper.BODY_HEIGHT;
    this.#photos = 0;
  }

  #add(block: Block<P>, height: number): void {
    this.pages.at(-1)?.push(block);
    this.#room -= height;
  }
}
