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

test('what dark paper changes stays a property, with a short name', () => {
  const css =
    ':root {\n  --paper: #fff;\n  --ink: #000;\n  --gap: 2px;\n}\n' +
    '@media screen and (prefers-color-scheme: dark) {\n  :root {\n    color-scheme: dark;\n    --paper: #222;\n    --ink: #eee;\n  }\n}\n' +
    'p{color:var(--ink);padding:var(--gap)}b{color:var(--ink)}';
  expect(flatCss(css)).toBe(
    ':root{--a:#000}@media screen and (prefers-color-scheme: dark){:root{color-scheme:dark;--a:#eee}}' +
      'p{color:var(--a);padding:2px}b{color:var(--a)}',
  );
});
