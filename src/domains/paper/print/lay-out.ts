import type { Print } from './album.ts';
import type { PrintPage } from './blocks.ts';
import type { Part } from './book.ts';
import { Book } from './book.ts';
import * as paper from './paper.ts';

interface Contents<P> {
  title: string;
  paragraphs: string[];
  parts: Part<P>[];
}

export const isFilled = ({ note = [], photos }: Part<unknown>): boolean =>
  note.length + photos.length > 0;

/** The pages of a month's letter, the first with an address. */
export function layOut<P extends Print>({ title, paragraphs, parts }: Contents<P>): PrintPage<P>[] {
  const book = new Book<P>({ room: paper.FIRST_HEIGHT, closing: paper.CLOSING_HEIGHT });
  book.write(paragraphs, { kind: 'greeting', title, paragraphs: [] });
  const filled = parts.filter(isFilled);
  for (const part of filled) book.paste(part, part === filled.at(-1));
  book.end();
  return book.pages;
}
