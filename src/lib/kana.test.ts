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

  it('puts those without a reading in the order of their rooms, then of their names', () => {
    const people = [
      { name: '林', nameKana: '', room: '１０３' },
      { name: '森', nameKana: '', room: null },
      { name: '阿部', nameKana: '', room: '1005' },
      { name: '池', nameKana: '', room: '103' },
      { name: '和田', nameKana: 'わだ', room: '999' },
      { name: '上', nameKana: '', room: '20' },
    ];
    const order = sortByName(people, (person) => person).map(({ name }) => name);
    expect(order).toEqual(['和田', '上', '池', '林', '阿部', '森']);
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
    ['渡辺', '渡邉', '渡邊'],
    ['高橋', '髙橋', '高槗'],
    ['斉藤', '斎藤', '齋藤', '齊藤'],
    ['辻', '辻\u{E0100}', '辻\uFE00'],
    ['山崎', '山﨑', '山嵜'],
    ['佐々木', '佐佐木'],
    ['吉田', '𠮷田'],
  ])('reads all variants of %s alike', (name, ...variants) => {
    expect(variants.map(searchKey)).toEqual(variants.map(() => searchKey(name)));
  });

  it('keeps other names apart', () => {
    const names = ['太田', '大田', '高橋', '高梁', '島', '鳥', '塚', '家', '柳', '桜', '藤'];
    expect(new Set(names.map(searchKey)).size).toBe(names.length);
  });

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
