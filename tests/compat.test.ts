import { expect, test } from 'vitest';
import { asReadBy } from './support/compat/css.ts';
import { markupNotIn } from './support/compat/markup.ts';
import { scriptsNotIn } from './support/compat/script.ts';
import { OLDEST, STAFF } from './support/compat/targets.ts';

/** What the check of the build finds, and what it lets pass (docs/browsers.md). */

const inStyles = (css: string) => asReadBy(OLDEST, css).missing.map(({ feature }) => feature);

test.each([
  ['@layer a{b{color:red}}', 'at-rules.layer'],
  ['a{b{color:red}}', 'selectors.nesting'],
  ['a{&:hover{color:red}}', 'selectors.nesting'],
  ['a{@media print{color:red}}', 'selectors.nesting'],
  ['a:is(b,c){color:red}', 'selectors.is'],
  ['a:not(b,c){color:red}', 'selectors.not.selector_list'],
  ['a:has(b){color:red}', 'selectors.has'],
  ['a:popover-open{color:red}', 'selectors.popover-open'],
  ['a:user-invalid{color:red}', 'selectors.user-invalid'],
  ['@media (width>=4px){a{color:red}}', 'at-rules.media.range_syntax'],
  ['@container (width>1px){a{color:red}}', 'at-rules.container'],
  ['@starting-style{a{color:red}}', 'at-rules.starting-style'],
  ['a{inset:0}', 'properties.inset'],
  ['a{padding-inline:1px}', 'properties.padding-inline'],
  ['a{aspect-ratio:1}', 'properties.aspect-ratio'],
  ['a{display:flex;gap:1px}', 'properties.gap.flex_context'],
  ['a{width:min(1px,2px)}', 'types.min in width'],
  ['a{--x:max(1px,2px)}', 'types.max in --x'],
  ['a{height:100dvh}', 'types.length.viewport_percentage_units_dynamic in height'],
  ['a{color:color-mix(in srgb,red,blue)}', 'types.color.color-mix in color'],
  ['a{color:light-dark(red,blue)}', 'types.color.light-dark in color'],
  // Found out too late for the declaration before it.
  ['a{padding:1px;padding:min(var(--x),2px)}', 'types.min in padding'],
  ['@supports not (inset:0){a{inset:0}}', 'properties.inset'],
])('finds in styles: %s', (css, feature) => {
  expect(inStyles(css)).toContain(feature);
});

test.each([
  'a{width:1px;width:min(1px,2px)}',
  'a{font:1rem serif;font-size:min(1rem,2vw)}',
  'a{-webkit-user-select:none;user-select:none}',
  '@supports (inset:0){a{inset:0}}',
  '@supports (width:min(1px,1px)){a{width:min(var(--x),2px)}}',
  'a:not(b):not(c)>d~e::before{color:#fff;margin:0 auto}',
  '@media screen and (min-width:540px){a{display:grid}}',
])('lets pass in styles: %s', (css) => {
  expect(inStyles(css)).toEqual([]);
});

test('leaves of a sheet what its browsers read', () => {
  const sheet =
    '@layer a{b{color:red}}c{inset:0;top:0}@supports not (inset:0){d{top:1px}}e:is(f){top:0}';
  expect(asReadBy(OLDEST, sheet).css).toBe('c{top:0}d{top:1px}');
  expect(asReadBy(OLDEST, 'a{width:2px;width:min(var(--x),1px)}').css).toBe(
    'a{width:2px;width:unset}',
  );
});

const inScripts = (code: string) =>
  scriptsNotIn(STAFF, new Map([['x', code]])).map(({ feature }) => feature);

test.each([
  ['form.requestSubmit()', '.requestSubmit'],
  ['list.toSorted()', '.toSorted'],
  ['panel.togglePopover()', '.togglePopover'],
  ['URL.canParse(a)', 'URL.canParse_static'],
  ['AbortSignal.timeout(1)', 'AbortSignal.timeout_static'],
  ['Object.groupBy(a, b)', 'builtins.Object.groupBy'],
  ['new OffscreenCanvas(1, 1)', 'OffscreenCanvas'],
  ['scheduler.yield()', 'scheduler'],
  ['/(?<=a)b/.test(c)', 'regular_expressions.lookbehind_assertion'],
  ['class A { static { a() } }', 'classes.static.initialization_blocks'],
])('finds in scripts: %s', (code, feature) => {
  expect(inScripts(code)).toContain(feature);
});

test.each([
  'Object.hasOwn(a, b); a.at(-1); structuredClone(a); await a',
  'class A { #b = 1; static c = 2; d() { return this.#b ?? this.c?.e } }',
  '({ toSorted: 1 }).toSorted',
])('lets pass in scripts: %s', (code) => {
  expect(inScripts(code)).toEqual([]);
});

test('syntax after 2022 is an error', () => {
  expect(() => inScripts('/a/v.test(b)')).toThrow(SyntaxError);
});

test('finds in pages: elements and attributes', () => {
  const html = '<nav popover><div inert><button popovertarget="a"><dialog open><p class="b">';
  expect(markupNotIn(OLDEST, html, 'x').map(({ feature }) => feature)).toEqual([
    'global_attributes.popover',
    'global_attributes.inert',
    'elements.button.popovertarget',
    'elements.dialog',
    'elements.dialog.open',
  ]);
});
