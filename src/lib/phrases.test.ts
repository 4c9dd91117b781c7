import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BREAK } from './break.ts';
import { escaped } from './html.ts';
import { phrasesOf, withPhrases } from './phrases.ts';

describe('phrasesOf', () => {
  test.each([
    ['お便りが開けません', 'お便りが|開けません'],
    ['この写真を入居者ごとの写真に移す', 'この|写真を|入居者ごとの|写真に|移す'],
    ['できあがりました', 'できあがりました'],
    ['お便りにもどる', 'お便りに|もどる'],
    ['ふりがなを表示する', 'ふりがなを|表示する'],
    ['写真を撮る・選ぶ', '写真を|撮る・選ぶ'],
    ['お便りを持ち帰る（ZIP）', 'お便りを|持ち帰る|（ZIP）'],
    ['1,024枚の写真を、12月に', '1,024枚の|写真を、|12月に'],
  ])('%s', (text, phrases) => {
    expect(phrasesOf(text).join('|')).toBe(phrases);
  });

  test('keep the text, and begin with nothing that ends one', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (text) => {
        expect(phrasesOf(text).join('')).toBe(text);
      }),
    );
    const marks = fc.constantFrom(...Array.from('お便り写真を、。（）「」・ーっ3aのが'));
    fc.assert(
      fc.property(fc.string({ unit: marks, maxLength: 40 }), (text) => {
        for (const phrase of phrasesOf(text).slice(1))
          expect(phrase).not.toMatch(/^[、。）」・ーっ]/);
        for (const phrase of phrasesOf(text).slice(0, -1)) expect(phrase).not.toMatch(/[（「]$/);
      }),
    );
  });
});

/** What a heading shows. */
const phrased = (text: string): string =>
  withPhrases(`<h1>${text}</h1>`).slice('<h1>'.length, -'</h1>'.length);

describe('a heading', () => {
  test('leaves alone what fits on any line, what runs over several, and what is not Japanese', () => {
    for (const text of ['印刷する', 'Not Found on this server', 'お便りを'.repeat(60)]) {
      expect(phrased(text)).toBe(text);
    }
  });

  test('breaks no character that is written with several', () => {
    const text = '「花&amp;鳥」のお便りを、印刷する';
    expect(phrased(text)).toContain('&amp;');
    expect(phrased(text).replaceAll(BREAK, '')).toBe(text);
  });
});

describe('withPhrases', () => {
  test('reaches texts of headings, links and buttons only', () => {
    const text = 'この写真を入居者ごとの写真に移す';
    const shown = phrased(text);
    expect(shown).toContain(BREAK);
    expect(withPhrases(`<h1 class="a">${text}</h1><p>${text}<a><b>${text}</b></a></p>`)).toBe(
      `<h1 class="a">${shown}</h1><p>${text}<a><b>${shown}</b></a></p>`,
    );
    // Short ones fit.
    expect(withPhrases('<a>一覧へ</a><h1>過去のお便り</h1>')).toBe(
      `<a>一覧へ</a><h1>過去の${BREAK}お便り</h1>`,
    );
    for (const kept of [
      `<input value="${text}">`,
      `<p title='<b>${text}'></p>`,
      `<p aria-label="</svg>${text}<h1>${text}"></p>`,
      `<!-- ${text} -->`,
      `<title>${text}</title>`,
      `<textarea>${text}<b>${text}</textarea>`,
      `<script>'<b>${text}</b>'</script>`,
      `<style>/* ${text} */</style>`,
      `<select><option>${text}</option></select>`,
      `<astro-island props="&quot;></astro-island>"><p>${text}</p></astro-island>`,
      `<svg><text>${text}</text></svg>`,
      '<svg viewBox="0 0 9 9" />',
    ]) {
      expect(withPhrases(kept)).toBe(kept);
      expect(withPhrases(`${kept}<h2>${text}</h2>`)).toBe(`${kept}<h2>${shown}</h2>`);
    }
  });

  test('adds nothing else to any page', () => {
    const word = fc.constantFrom('</svg>', '<b>', '"', "'", '<!--', '&', 'お便りが開けません', '>');
    const words = fc.array(word, { maxLength: 6 }).map((parts) => escaped(parts.join('')));
    const element = fc
      .tuple(fc.constantFrom('h1', 'p', 'button', 'title', 'textarea', 'svg'), words, words)
      .map(([name, value, text]) => `<${name} title="${value}">${text}</${name}>`);
    fc.assert(
      fc.property(fc.array(element, { maxLength: 5 }), (elements) => {
        const html = elements.join('');
        expect(withPhrases(html).replaceAll(BREAK, '')).toBe(html);
      }),
    );
  });
});
