import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { BREAKPOINTS, TOAST_MS } from '#lib/ui-constants.ts';

const ROOT = path.dirname(import.meta.dirname);
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
const styled = readdirSync(path.join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(astro|css|tsx)$/.test(name))
  .map((name) => path.join('src', name))
  .filter((file) => !/styles\/tokens[a-z-]*\.css$/.test(file));

/** Where a raw colour, size or width is intended, and why. */
const COLOUR_EXCEPTIONS: Record<string, string> = {
  'src/components/ui/QrCode.astro': 'black on white is what cameras read best',
  'src/components/landing/': 'drawings',
  'src/pages/index.astro': 'drawings',
};
const SIZE_EXCEPTIONS: Record<string, string> = {
  'src/components/landing/': 'a picture of a page does not grow with the text of the reader',
  'src/pages/index.astro': 'the largest heading of the product grows with the window',
  'src/styles/letter/': 'letters have a type scale of their own',
  'src/styles/archive/': 'letters taken home look like letters',
};

const isExcepted = (file: string, exceptions: Record<string, string>): boolean =>
  Object.keys(exceptions).some((start) => file.startsWith(start));

/** Matches in style files, outside the exceptions. */
const found = (pattern: RegExp, exceptions: Record<string, string>): string[] =>
  styled
    .filter((file) => !isExcepted(file, exceptions))
    .flatMap((file) =>
      [...read(file).matchAll(pattern)].map(([text]) => `${file}: ${text.trim()}`),
    );

/** In style sheets, on a `<source>`, and in scripts. */
const mediaQueries = (text: string): string[] =>
  [
    ...text.matchAll(/@media([^{]*)\{/g),
    ...text.matchAll(/\b(?:media|sizes|SIZES)\s*=\s*["'`{]([^"'`}]*)/g),
    ...text.matchAll(/matchMedia\(\s*["'`]([^"'`]*)/g),
  ].map(([, query = '']) => query);

/** `min 540px` or `max 539px` for each bound. */
const widthsOf = (query: string): [string][] =>
  [...query.matchAll(/\b(min|max)-width:\s*([\d.]+\w*)/g)].map(
    ([, side = '', width = '']): [string] => [`${side} ${width}`],
  );

describe('colours and sizes are in the token files', () => {
  test('no raw colour elsewhere', () => {
    const colour =
      /(?<=[\s,('"])#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})(?=[\s;,)'"])|\b(?:rgb|hsl)a?\(/gi;
    const links = /(?:href=|import\s|from\s).*/g;
    const raw = styled
      .filter((file) => !isExcepted(file, COLOUR_EXCEPTIONS))
      .flatMap((file) =>
        [...read(file).replaceAll(links, '').matchAll(colour)].map(([text]) => `${file}: ${text}`),
      );
    expect(raw).toEqual([]);
  });

  test('no raw text size elsewhere', () => {
    expect(found(/font(?:-size)?:[^;{}]*?\d(?:px|rem)\b/g, SIZE_EXCEPTIONS)).toEqual([]);
  });

  test('layouts change at the breakpoints of the table only', () => {
    const widths = styled.flatMap((file) =>
      mediaQueries(read(file))
        .flatMap(widthsOf)
        .map((width) => [file, ...width] as const),
    );
    expect(widths.length).toBeGreaterThan(30);
    const known = Object.values(BREAKPOINTS).flatMap((px) => [`min ${px}px`, `max ${px - 1}px`]);
    const other = widths.filter(([, text]) => !known.includes(text));
    expect(other).toEqual([]);
  });

  // Old phones, which read letters, know `min-width` only.
  test('media queries are spelled in one way', () => {
    const ranges = styled.filter((file) => mediaQueries(read(file)).some((q) => /[<>]/.test(q)));
    expect(ranges).toEqual([]);
  });

  test('the exceptions still exist', () => {
    const all = [COLOUR_EXCEPTIONS, SIZE_EXCEPTIONS].flatMap(Object.keys);
    expect(all.filter((start) => !styled.some((file) => file.startsWith(start)))).toEqual([]);
  });
});

describe('tokens and code agree, and sizes are those of the specification', () => {
  const tokens = read('src/styles/tokens.css') + read('src/styles/tokens-desk.css');
  const token = (name: string): string | undefined =>
    new RegExp(`--${name}: ([^;]+);`).exec(tokens)?.[1];

  test.each([
    ['toast-duration', `${TOAST_MS}ms`],
    ['bar-height', '5px'],
    ['bottom-button', '250px'],
    ['bottom-plain', '180px'],
    ['tooltip-small', '180px'],
    ['tooltip-medium', '240px'],
    ['tooltip-large', '300px'],
    ['file-name', '16em'],
    ['textarea-min', '120px'],
    ['textarea-max', '600px'],
  ])('--%s', (name, value) => {
    expect(token(name)).toBe(value);
  });

  // The letter's page sets `--ratio` for each photo.
  test('every token in use exists', () => {
    const named = new Set([...tokens.matchAll(/(--[\w-]+):/g)].map(([, name]) => name));
    const local = new Set(
      styled.flatMap((f) => [...read(f).matchAll(/(--[\w-]+):/g)]).map(([, n]) => n),
    );
    const used = styled.flatMap((file) =>
      [...read(file).matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name),
    );
    expect(
      used.filter((name) => !named.has(name) && !local.has(name) && name !== '--ratio'),
    ).toEqual([]);
  });
});

/** Classes that kit.css shares with pages and islands. */
const SHARED = /^(?:button|quiet|danger|chip|badge|control|notice|paper|avatar|soft|stack)$/;

test("an island's style sheet uses no class name that a page uses", () => {
  const classesIn = (text: string): string[] =>
    [...text.matchAll(/\.([a-z][\w-]*)(?=[^{};]*\{)/g)].map(([, name = '']) => name);
  const inPages = new Set(
    styled
      .filter((file) => file.endsWith('.astro'))
      .flatMap((file) =>
        classesIn((read(file).split('<style>')[1] ?? '').replaceAll(/:global\([^)]*\)/g, '')),
      ),
  );
  const both = styled
    .filter((file) => file.startsWith('src/islands/') && file.endsWith('.css'))
    .flatMap((file) =>
      read(file)
        .split('\n')
        .map((line) => [file, line] as const),
    )
    // Rules nested below an island's own class affect nothing else.
    .filter(([, line]) => /^\.[\w-]+(?:[\s,:{[]|$)/.test(line))
    .map(([file, line]) => [file, /^\.([\w-]+)/.exec(line)?.[1] ?? ''] as const)
    .filter(([, name]) => inPages.has(name) && !SHARED.test(name));
  expect(both).toEqual([]);
});

describe('the kit', () => {
  // Letters, and what is printed, have no kit: each brings only the styles it needs.
  const withKit = styled.filter(
    (file) => !/(?:components|styles)\/(?:letter|answer|year|print|archive)\//.test(file),
  );

  test.each([
    ['a row that wraps is .cluster or .beside', /flex-wrap: wrap/],
    ['a tap target is .tap', /display: inline-flex;[^{}]*min-height: var\(--target\)/],
    ['.soft and .lead stand once', /^ *\.(?:soft \{[^{}]*(?<!-)color:|lead \{)/m],
  ])('%s', (_rule, pattern) => {
    const elsewhere = withKit.filter((file) => !/styles\/(?:kit|layout)\.css$/.test(file));
    expect(elsewhere.filter((file) => pattern.test(read(file)))).toEqual([]);
  });

  test('every class and component is used at least three times', () => {
    const kit = read('src/styles/kit.css') + read('src/styles/layout.css');
    const classes = new Set([...kit.matchAll(/^\.([a-z][\w-]*)/gm)].map(([, name = '']) => name));
    expect(classes.size).toBeGreaterThan(20);
    const markup = styled
      .filter((file) => !/gallery\/|\.css$/.test(file))
      .map(read)
      .join('\n');
    const named = [...markup.matchAll(/\bclass(?:Name|:list)?=(?:"[^"]*"|\{[^}]*\})/g)].join('\n');
    const uses = (text: string, pattern: string): number =>
      [...text.matchAll(new RegExp(pattern, 'g'))].length;
    const components = readdirSync(path.join(ROOT, 'src/components/ui'));
    const rare = [
      ...[...classes].filter((name) => uses(named, `(?<![\\w-])${name}(?![\\w-])`) < 3),
      ...components.filter((file) => uses(markup, `components/ui/${file}`) < 3),
    ];
    expect(rare).toEqual([]);
  });
});
