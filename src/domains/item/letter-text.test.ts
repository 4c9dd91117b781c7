import { expect, test } from 'vitest';
import { hasWords, isSavedText } from './month-text.ts';

const empty = { year_month: 202609, title: '9月号', body: '', cover_item_id: null };

test.each<[string, Partial<typeof empty> | { cover_item_id: string }, boolean, boolean]>([
  ['nothing', {}, false, false],
  ['no title at all', { title: '' }, false, false],
  ['a title', { title: '長月' }, true, true],
  ['the title of another month', { title: '10月号' }, true, true],
  ['a greeting', { body: 'お月見をしました。' }, true, true],
  ['a cover alone', { cover_item_id: 'a' }, false, true],
])('a letter with %s', (_what, more, words, saved) => {
  const text = { ...empty, ...more };
  expect([hasWords(text), isSavedText(text)]).toEqual([words, saved]);
});
