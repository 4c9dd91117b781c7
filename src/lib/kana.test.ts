import { describe, expect, it } from 'vitest';
import { kanaRowOf, searchKey, sortByName, toHiragana } from './kana.ts';

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

describe('sortByName', () => {
  const sorted = (...people: { name?: string; nameKana?: string }[]) =>
    sortByName(people, ({ name = '', nameKana = '' }) => ({ name, nameKana })).map(
      ({ name, nameKana }) => nameKana ?? name,
    );

  it('uses あいうえお order, in any kana', () => {
    const kana = ['ワダ', 'かとう', 'ｱﾍﾞ', 'がとう', 'イトウ', 'かとう はる', 'あおき'];
    expect(sorted(...kana.map((nameKana) => ({ nameKana })))).toEqual([
      'あおき',
      'ｱﾍﾞ',
      'イトウ',
      'かとう',
      'がとう',
      'かとう はる',
      'ワダ',
    ]);
  });

  it('puts those without a reading last, by name', () => {
    expect(sorted({ name: '林' }, { nameKana: 'わだ' }, { name: '阿部' })).toEqual([
      'わだ',
      '阿部',
      '林',
    ]);
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
  it('leaves other characters alone', () => {
    expect(toHiragana('高橋ハルー・1')).toBe('高橋はるー・1');
  });
});
