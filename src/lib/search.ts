import { searchKey } from './kana.ts';

const WORDS_MAX_LENGTH = 100;

/** What a list's address says is looked for. */
export const readSearchWords = (query: Pick<URLSearchParams, 'get'>): string =>
  (query.get('q') ?? '').trim().slice(0, WORDS_MAX_LENGTH);

/** Whether one of somebody's texts holds the words; their key is made once. */
export function searchFor(words: string): (texts: readonly string[]) => boolean {
  const key = searchKey(words);
  return (texts) => key === '' || texts.some((text) => searchKey(text).includes(key));
}
