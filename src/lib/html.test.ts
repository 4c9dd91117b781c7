import { expect, test } from 'vitest';
import { markup } from './html.ts';

test('every value is escaped, for text and for attributes', () => {
  const evil = `"><script>alert('1 & 2')</script>`;
  const safe = '&quot;&gt;&lt;script&gt;alert(&#39;1 &amp; 2&#39;)&lt;/script&gt;';
  expect(markup`<a title="${evil}">${evil}</a>`).toBe(`<a title="${safe}">${safe}</a>`);
});

test('entities are text like any other', () => {
  expect(markup`<p>${'&lt;'}${7}${''}</p>`).toBe('<p>&amp;lt;7</p>');
});

test('markup stays as it is written', () => {
  expect(markup`<img alt="写真">`).toBe('<img alt="写真">');
});
