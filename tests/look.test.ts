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

/** Where a raw colour is intended, and why. */
const COLOUR_EXCEPTIONS: Record<string, string> = {
  'src/components/ui/QrCode.astro': 'black on white is what cameras read best',
  'src/components/landing/': 'drawings',
  'src/pages/index.astro': 'drawings',
};
const isExcepted = (file: string): boolean =>
  Object.keys(COLOUR_EXCEPTIONS).some((start) => file.startsWith(start));

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

describe('colours and breakpoints are in the token files', () => {
  test('no raw colour elsewhere', () => {
    const colour =
      /(?<=[\s,('"])#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})(?=[\s;,)'"])|\b(?:rgb|hsl)a?\(/gi;
    const links = /(?:href=|import\s|from\s).*/g;
    const raw = styled
      .filter((file) => !isExcepted(file))
      .flatMap((file) =>
        [...read(file).replaceAll(links, '').matchAll(colour)].map(([text]) => `${file}: ${text}`),
      );
    expect(raw).toEqual([]);
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

  test('the exceptions still exist', () => {
    const all = Object.keys(COLOUR_EXCEPTIONS);
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
