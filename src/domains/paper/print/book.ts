import type { AlbumRow, Print } from './album.ts';
import { MOST_ON_A_PAGE, nextRows } from './album.ts';
import type { Block, PrintPage } from './blocks.ts';
import { blockHeight, headingHeight, splitEnd } from './blocks.ts';
import { fillLines } from './lines.ts';
import * as paper from './paper.ts';

export interface Part<P> {
  heading: string;
  /** What staff wrote, by lines. */
  note?: string[];
  photos: P[];
}

interface Measures {
  /** Room on the first page. */
  room: number;
  /** Photos on a page. */
  most?: number;
  closing: number;
  /** Smaller photos rather than a page with the last one of them. */
  isThrifty?: boolean;
}

/** Fills pages from top to bottom, in millimetres. */
export class Book<P extends Print> {
  readonly pages: PrintPage<P>[] = [[]];
  readonly #measures: Measures;
  readonly #most: number;
  readonly #closing: number;
  #room: number;
  #photos = 0;

  constructor(measures: Measures) {
    const { room, most = MOST_ON_A_PAGE, closing } = measures;
    this.#measures = measures;
    this.#room = room;
    this.#most = most;
    this.#closing = closing;
  }

  get isAtTop(): boolean {
    return this.pages.at(-1)?.length === 0;
  }

  /** Whether `work` would stay on the page that is begun. */
  fits(work: (trial: Book<P>) => void): boolean {
    const trial = new Book<P>({ ...this.#measures, room: this.#room });
    trial.#photos = this.#photos;
    work(trial);
    return trial.pages.length === 1;
  }

  /** @param head stands above the first paragraph, on the same page */
  write(paragraphs: readonly string[], head: Extract<Block<P>, { paragraphs: string[] }>): void {
    const { em, line } = paper.TEXT;
    this.#room -= blockHeight({ ...head, paragraphs: [] });
    let rest = paragraphs;
    for (let isFirst = true; isFirst || rest.length > 0; isFirst = false) {
      if (!isFirst) this.turn();
      const most = Math.floor(this.#room / line);
      const filled = fillLines(rest, most, em, paper.COLUMN.width);
      const { taken } = filled;
      const block = isFirst ? head : ({ kind: 'text' } as const);
      this.#put({ ...block, paragraphs: taken }, filled.lines * line);
      rest = filled.rest;
    }
  }

  paste({ heading, note = [], photos }: Part<P>, isLast: boolean): void {
    let rest: readonly P[] = photos;
    if (note.length > 0) this.#tell(heading, note);
    let above = note.length > 0 ? 0 : headingHeight(heading);
    while (rest.length > 0) {
      let rows = this.#fitting(rest, this.#room - above, isLast);
      if (rows.length === 0) {
        this.turn();
        rows = this.#fitting(rest, this.#room - above, isLast);
      }
      if (above > 0) this.add({ kind: 'heading', text: heading });
      this.add({ kind: 'rows', rows });
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
    let above = headingHeight(heading);
    while (rest.length > 0) {
      const most = Math.floor((this.#room - above - after) / line);
      const filled = fillLines(rest, most, em, width);
      if (filled.taken.length === 0) {
        this.turn();
        continue;
      }
      if (above > 0) this.add({ kind: 'heading', text: heading });
      this.add({ kind: 'note', lines: filled.taken });
      rest = filled.rest;
      above = 0;
    }
  }

  end(): void {
    if (this.#room < this.#closing) this.#carryOver();
    this.#put({ kind: 'closing' }, this.#closing);
  }

  /** Takes the end of the page to a new one, so that the closing is not alone there. */
  #carryOver(): void {
    const page = this.pages.at(-1) ?? [];
    const last = page.pop();
    this.turn();
    if (!last) return;
    const [stays, goes] = splitEnd(last);
    if (stays) page.push(stays);
    // A heading goes along.
    if (!stays && page.at(-1)?.kind === 'heading') this.add(page.pop() as Block<P>);
    this.add(goes);
  }

  /** All that are left if they fit, in the last part with room for the closing. */
  #fitting(photos: readonly P[], room: number, isLast: boolean): AlbumRow<P>[] {
    const most = this.#most - this.#photos;
    const rest = isLast ? room - this.#closing : room;
    const all = isLast || this.#measures.isThrifty ? nextRows(photos, rest, most, true) : [];
    return all.length > 0 ? all : nextRows(photos, room, most);
  }

  turn(): void {
    this.pages.push([]);
    this.#room = paper.BODY_HEIGHT;
    this.#photos = 0;
  }

  add(block: Block<P>): void {
    this.#put(block, blockHeight(block));
  }

  #put(block: Block<P>, height: number): void {
    this.pages.at(-1)?.push(block);
    this.#room -= height;
  }
}
