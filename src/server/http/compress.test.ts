import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { utf8Of } from '#server/utf8.ts';
import { gzipAfter, gzipHead } from './compress.ts';

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 400 }),
  fc
    .array(fc.constantFrom('<p class="a">', 'お便り', '月号', '</p>'), { maxLength: 9000 })
    .map((parts) => parts.join('')),
);

test('a page whose head was compressed before is one gzip file', () => {
  fc.assert(
    fc.property(text, text, text, (start, one, other) => {
      const head = gzipHead(utf8Of(start));
      for (const rest of [one, other]) {
        expect(gunzipSync(gzipAfter(head, utf8Of(rest))).toString()).toBe(start + rest);
      }
    }),
    { numRuns: 60 },
  );
});
