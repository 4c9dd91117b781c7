import { describe, expect, it } from 'vitest';
import { compareNames, kanaRowOf, searchKey, toHiragana } from './kana.ts';

describe('kanaRowOf', () => {
  it.each([
    ['あべ', 'あ'],
    ['ゔぁん', 'あ'],
    ['ヴァン', 'あ'],
    ['がとう', 'か'],
    ['ガトウ', 'か'],
    ['ｶﾞﾄｳ', 'か'],
    ['ｻﾄｳ', 'さ'],
    ['づか', 'た'],
    ['っ', 'た'],
    ['ヌマタ', 'な'],
    ['ぱぱ', 'は'],
    ['ﾊﾟﾊﾟ', 'は'],
    ['ﾔﾏﾀﾞ', 'や'],
    ['ょ', 'や'],
    ['ロクロウ', 'ら'],
    ['ヱビス', 'わ'],
    ['ん', 'わ'],
    [' わだ', 'わ'],
    ['　わだ', 'わ'],
    ['', '他'],
    ['高橋', '他'],
    ['Smith', '他'],
    ['ー', '他'],
  ])('puts %s under %s', (kana, row) => {
    expect(kanaRowOf(kana)).toBe(row);
  });
});

describe('compareNames', () => {
  const person = (nameKana: string, name = '') => ({ name, nameKana });

  it('is あいうえお order, however the reading is written', () => {
    const sorted = ['ワダ', 'かとう', 'ｱﾍﾞ', 'がとう', 'イトウ', 'かとう はる', 'あおき']
      .map((kana) => person(kana))
      .sort(compareNames)
      .map(({ nameKana }) => nameKana);
    expect(sorted).toEqual(['あおき', 'ｱﾍﾞ', 'イトウ', 'かとう', 'がとう', 'かとう はる', 'ワダ']);
  });

  it('puts those without a reading last, by name', () => {
    const sorted = [person('', '林'), person('わだ'), person('', '阿部')].sort(compareNames);
    expect(sorted.map(({ nameKana, name }) => nameKana || name)).toEqual(['わだ', '阿部', '林']);
  });
});

describe('searchKey', () => {
  it.each([
    ['タナカ　ウメ', 'たなかうめ'],
    ['ﾀﾅｶ', 'たなか'],
    [' １０１ ', '101'],
    ['A-1', 'a-1'],
  ])('reads %s as %s', (text, key) => {
    expect(searchKey(text)).toBe(key);
  });
});

describe('toHiragana', () => {
  it('leaves what is no kana alone', () => {
    expect(toHiragana('高橋ハルー・1')).toBe('高橋はるー・1');
  });
});
