import { colorClass, letterSrcset, ratioClass } from '#domains/letter/drawing/photo-view.ts';
import type { BookPhoto } from '#domains/paper/year/year-book.ts';
import { FALLBACK } from '#lib/picture-recipe.ts';
import type { AlbumRow } from '#domains/paper/print/album.ts';
import { pixels } from '#domains/paper/print/paper.ts';
import { formatDay } from '#lib/format-ja.ts';
import type { Markup } from '#lib/html.ts';
import { escaped, joined, markup } from '#lib/html.ts';
import type { LetterTokens } from '#lib/paths.ts';
import { paths } from '#lib/paths.ts';

export interface Way {
  tokens: LetterTokens;
  /**
   * For a printer: complete at once, and as JPEG, which a PDF holds as it is, while WebP takes
   * many times the room (decision 10).
   */
  isPrint: boolean;
}

// As in a letter: phones load the 720 file at a density of 2, the 1080 one at 3.
const SIZES = '(max-width:539px) 344px,520px';

/** Rows of photos. A component for each of three hundred would take as long as all the rest. */
export const drawRows = (rows: readonly AlbumRow<BookPhoto>[], way: Way): Markup =>
  joined(rows.map((row) => drawRow(row, way)));

function drawRow({ cells }: AlbumRow<BookPhoto>, way: Way): Markup {
  const figures = cells.map(({ photo, width, height }) => {
    const size = `width="${pixels(width)}" height="${pixels(height)}"` as Markup;
    const picture = way.isPrint ? printed(photo, size) : shown(photo, size, way.tokens);
    // The year is that of the book.
    const day = markup`<time datetime="${photo.takenOn}">${formatDay(photo.takenOn, photo.takenOn)}</time>`;
    return `<figure class="${ratioClass(photo)}">${picture}<figcaption>${escaped(photo.caption)} ${day}</figcaption></figure>`;
  });
  const single = cells.length === 1 ? ' single' : '';
  return `<div class="row${single}">${figures.join('')}</div>` as Markup;
}

const printed = (photo: BookPhoto, size: Markup): string =>
  `<img src="${escaped(photo.folder)}${FALLBACK}" ${size} alt="写真" decoding="sync">`;

function shown(photo: BookPhoto, size: Markup, tokens: LetterTokens): string {
  const folder = escaped(photo.folder);
  const href = escaped(paths.letterPhoto(photo.yearMonth, photo.id, tokens));
  const srcset = letterSrcset(folder, photo.width);
  return `<a href="${href}"><picture><source type="image/webp" sizes="${SIZES}" srcset="${srcset}"><img class="${colorClass(photo)}" src="${folder}${FALLBACK}" ${size} alt="写真" loading="lazy" decoding="async"></picture></a>`;
}
