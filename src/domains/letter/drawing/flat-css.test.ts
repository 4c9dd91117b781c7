import { expect, test } from 'vitest';
import { flatCss } from './flat-css.ts';

test('values stand where they are used, also in other values', () => {
  const css = ':root{--a:#fff;--b:1px solid var(--a)}p{color:var(--a);border:var(--b)}';
  expect(flatCss(css)).toBe('p{color:#fff;border:1px solid #fff}');
});

test('what is set elsewhere stays, and so does a font with its fallbacks', () => {
  const css =
    ":root {\n  --f: 'A B', serif;\n}\n.r75{--ratio:0.75}a{flex:var(--ratio);font:1rem/1.8 var(--f)}";
  expect(flatCss(css)).toBe(".r75{--ratio:0.75}a{flex:var(--ratio);font:1rem/1.8 'A B', serif}");
});
