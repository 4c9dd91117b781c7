const FIGURES = '〇一二三四五六七八九';
export const KANJI_NUMBER = /[〇一二三四五六七八九十]+/g;

/** Below a hundred, as 二十五; or figure by figure, as 一九三五. */
export function inFigures(kanji: string): string {
  const figures = (part: string): string =>
    Array.from(part, (one) => FIGURES.indexOf(one)).join('');
  const at = kanji.indexOf('十');
  if (at === -1) return figures(kanji);
  return (figures(kanji.slice(0, at)) || '1') + (figures(kanji.slice(at + 1)) || '0');
}
