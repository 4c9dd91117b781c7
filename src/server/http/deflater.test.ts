import { createHash } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeDeflater } from './deflater.ts';

const dictionary = Buffer.from('<p class="a">お便り</p>');
const makeOne = () => makeDeflater({ level: 3, memLevel: 8, dictionary });
const pieces = fc.constantFrom('<p class="a">', 'お便り', '月号', '</p>');
const repetitive = fc
  .array(pieces, { maxLength: 5000 })
  .map((parts) => Buffer.from(parts.join('')));
const bytes = fc.uint8Array({ maxLength: 3000, size: 'max' }).map((some) => Buffer.from(some));

test('each of many texts comes back whole', () => {
  const deflate = makeOne();
  fc.assert(
    fc.property(fc.oneof(repetitive, bytes), (text) => {
      const deflated = Buffer.from(deflate(text));
      expect(inflateRawSync(deflated, { dictionary }).equals(text)).toBe(true);
    }),
  );
});

test('one that does not fit harms neither itself nor the next', () => {
  const deflate = makeOne();
  const random = Buffer.concat(
    Array.from({ length: 3000 }, (_, n) => createHash('sha256').update(String(n)).digest()),
  );
  for (const text of [random, Buffer.from('short'), random, Buffer.alloc(0)]) {
    const deflated = Buffer.from(deflate(text));
    expect(inflateRawSync(deflated, { dictionary }).equals(text)).toBe(true);
  }
});
