import { expect, test } from 'vitest';
import { photoPairs } from './web-photos.ts';

const photo = {
  id: 'a',
  isOwn: false,
  takenOn: '2026-10-03',
  caption: '',
  width: 400,
  height: 300,
  color: '#a1b2c3',
  folder: '/p/',
};
const where = {
  yearMonth: 202610,
  reader: { residentToken: 'r', familyToken: 'f' },
  today: '2026-11-22',
};
const shown = (caption: string, count = 1): string =>
  photoPairs(
    Array.from({ length: count }, (_, index) => ({
      photo: { ...photo, caption },
      number: index + 1,
    })),
    where,
  );

test('a caption is text, whatever it holds', () => {
  const words = shown(`</figcaption><img src=x onerror="alert('1')"> & co`);
  expect(words).toContain(
    '<figcaption>&lt;/figcaption&gt;&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt; &amp; co <small',
  );
  expect(words.match(/<img/g)).toHaveLength(1);
});

test('photos lie in rows of two, and only the first loads at once', () => {
  const three = shown('', 3);
  expect(three.match(/<div class="pair">/g)).toHaveLength(2);
  expect(three.match(/fetchpriority="high"/g)).toHaveLength(1);
  expect(three.match(/loading="lazy" decoding="async"/g)).toHaveLength(2);
  expect(three).toContain(
    '<a id="p3" class="r133" href="/letters/202610/photos/a?resident_token=r',
  );
});
