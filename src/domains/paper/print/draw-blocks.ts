import {
  bodyText,
  greeting,
  masthead,
  noteText,
  photoPrint,
  photoRow,
} from '#domains/letter/drawing/letter-html.ts';
import { longHint, printClass } from '#domains/letter/drawing/photo-view.ts';
import type { YearMonth } from '#lib/calendar.ts';
import type { Markup } from '#lib/html.ts';
import { compose, joined, markup } from '#lib/html.ts';
import { FALLBACK } from '#lib/picture-recipe.ts';
import type { AlbumRow } from './album.ts';
import type { Block, PrintPage } from './blocks.ts';
import { pixels } from './paper.ts';

/** A photo on a page of a book or of a letter on paper. */
interface PagePhoto {
  day: string;
  caption: string;
  width: number;
  height: number;
  color: string;
}

interface Size {
  /** In CSS pixels. */
  width: number;
  height: number;
}

/** What a book or a letter on paper hands in. */
export interface PageSurface<P> {
  residentName: string;
  /** Whether it is the letter after a death. */
  isLast: (yearMonth: YearMonth) => boolean;
  picture: (photo: P, size: Size) => Markup;
  /** Where a press leads; on a screen only. */
  href?: (photo: P) => string;
}

export const monthAnchor = (yearMonth: YearMonth): string => `m${yearMonth}`;

/**
 * For a printer: complete at once, and as JPEG, which a PDF holds as it is, while WebP takes many
 * times the room (decision 10).
 */
export const printedPicture = (folder: string, { width, height }: Size): Markup =>
  markup`<picture><img src="${folder + FALLBACK}" width="${width}" height="${height}" alt="写真" decoding="sync"></picture>`;

/** The blocks of a page, of the letter's template; the closing is the surface's own. */
export const drawPage = <P extends PagePhoto>(
  blocks: PrintPage<P>,
  surface: PageSurface<P>,
): Markup => joined(blocks.map((block) => drawBlock(block, surface)));

function drawBlock<P extends PagePhoto>(block: Block<P>, surface: PageSurface<P>): Markup {
  const { residentName, isLast } = surface;
  switch (block.kind) {
    case 'month': {
      const { yearMonth, title } = block;
      const id = monthAnchor(yearMonth);
      const head = masthead({ yearMonth, isLast: isLast(yearMonth), as: 'h2', id });
      return compose`${head}${title && markup`<h3 class="title">${title}</h3>`}`;
    }
    case 'greeting':
      return greeting({ ...block, residentName, level: 3 });
    case 'text':
      return bodyText(block.paragraphs);
    case 'heading':
      return markup`<h3 class="part">${block.text}</h3>`;
    case 'note':
      return noteText(block.lines.join('\n'));
    case 'rows':
      return compose`<div class="rows">${joined(block.rows.map((row) => drawRow(row, surface)))}</div>`;
    case 'closing':
      return markup``;
  }
}

const drawRow = <P extends PagePhoto>(
  { cells }: AlbumRow<P>,
  { picture, href }: PageSurface<P>,
): Markup =>
  photoRow(
    cells.map(({ photo, width, height }) =>
      photoPrint({
        shape: printClass(photo),
        picture: picture(photo, { width: pixels(width), height: pixels(height) }),
        caption: photo.caption,
        day: photo.day,
        ...(href && { href: href(photo), hint: longHint(photo) }),
      }),
    ),
  );
