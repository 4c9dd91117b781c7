import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const STYLES = path.join(path.dirname(import.meta.dirname), 'src/styles');
const read = (file: string): string => readFileSync(path.join(STYLES, file), 'utf8');

describe('words can be read on light and on dark paper', () => {
  const all = read('tokens.css') + read('tokens-desk.css');
  const DARK = /@media screen and \(prefers-color-scheme: dark\) \{([^]*?)\n\}/g;
  const colorsIn = (css: string): Map<string, string> =>
    new Map(
      [...css.matchAll(/--color-([\w-]+): (#[\da-f]{6});/g)].map(([, n = '', c = '']) => [n, c]),
    );
  const light = colorsIn(all.replaceAll(DARK, ''));
  const dark = new Map([
    ...light,
    ...colorsIn([...all.matchAll(DARK)].map(([text]) => text).join()),
  ]);

  /** Relative luminance (WCAG 2). */
  function luminance(color: string): number {
    const channels = [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16) / 255);
    const [r = 0, g = 0, b = 0] = channels.map((c) =>
      c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  }
  function contrast(palette: ReadonlyMap<string, string>, text: string, ground: string): number {
    const both = [text, ground].map((name) => luminance(palette.get(name) ?? ''));
    return (Math.max(...both) + 0.05) / (Math.min(...both) + 0.05);
  }

  const LETTER = 7;
  const TEXT = 4.5;
  const EDGE = 3;
  const PAPERS = ['paper', 'page', 'page-deep', 'secondary-pale'];
  const AVATARS = [0, 1, 2, 3, 4, 5].map((n) => `avatar-${n}`);
  const PAIRS: [number, string[], string[]][] = [
    [LETTER, ['ink', 'ink-soft'], PAPERS.filter((name) => name !== 'page-deep')],
    [LETTER, ['primary-deep'], ['paper', 'page']],
    [LETTER, ['paper'], ['primary-deep', 'ink']],
    [TEXT, ['ink', 'ink-soft', 'primary-deep'], PAPERS],
    [TEXT, ['primary', 'danger', 'error'], ['paper', 'page']],
    [TEXT, ['paper'], ['primary', 'danger', 'count']],
    [TEXT, ['error'], ['error-pale']],
    [TEXT, ['success-deep'], ['success-pale']],
    [TEXT, ['ink'], ['secondary', 'facility', ...AVATARS]],
    [TEXT, ['secondary'], ['ink']],
    [EDGE, ['field-line', 'primary', 'success', 'info', 'danger'], ['paper']],
  ];

  test.each([
    ['light', light],
    ['dark', dark],
  ] as const)('%s', (_name, palette) => {
    const faint = PAIRS.flatMap(([least, texts, grounds]) =>
      texts.flatMap((text) =>
        grounds
          .filter((ground) => !(contrast(palette, text, ground) >= least))
          .map((ground) => `${text} on ${ground}: ${contrast(palette, text, ground).toFixed(2)}`),
      ),
    );
    expect(faint).toEqual([]);
  });

  test('dark paper changes the colours of known tokens only', () => {
    expect([...dark.keys()]).toEqual([...light.keys()]);
    expect(dark.get('paper')).not.toBe(light.get('paper'));
  });
});
