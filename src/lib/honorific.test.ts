import { describe, expect, test } from 'vitest';
import { sama, san, withoutTitle } from './honorific.ts';

describe('an honorific', () => {
  test.each([
    ['高橋 ハル', '高橋 ハル様', '高橋 ハル 様'],
    [' 高橋　ハル ', '高橋　ハル様', '高橋　ハル 様'],
    ['山田 太郎様', '山田 太郎様', '山田 太郎様'],
    ['山田 太郎 様', '山田 太郎 様', '山田 太郎 様'],
    ['山田さま', '山田さま', '山田さま'],
    ['山田さん', '山田さん', '山田さん'],
    ['山田太郎殿', '山田太郎殿', '山田太郎殿'],
    ['山田 殿', '山田 殿', '山田 殿'],
    ['鵜殿', '鵜殿様', '鵜殿 様'],
    ['鵜殿 花子', '鵜殿 花子様', '鵜殿 花子 様'],
    ['鈴木ご家族', '鈴木ご家族様', '鈴木ご家族 様'],
    ['鈴木ご家族様', '鈴木ご家族様', '鈴木ご家族様'],
    ['鈴木家ご一同様', '鈴木家ご一同様', '鈴木家ご一同様'],
    ['鈴木家の皆様', '鈴木家の皆様', '鈴木家の皆様'],
    ['鈴木先生', '鈴木先生', '鈴木先生'],
    ['ひだまり会御中', 'ひだまり会御中', 'ひだまり会御中'],
    ['佐藤様方', '佐藤様方', '佐藤様方'],
    ['佐藤様方 山田 花子', '佐藤様方 山田 花子様', '佐藤様方 山田 花子 様'],
    ['山田 花子（長女）', '山田 花子様（長女）', '山田 花子 様（長女）'],
    ['山田 花子(長女)', '山田 花子様(長女)', '山田 花子 様(長女)'],
    ['山田 花子様（長女）', '山田 花子様（長女）', '山田 花子様（長女）'],
    ['山田 花子（長女）様', '山田 花子（長女）様', '山田 花子（長女）様'],
    ['（長女）', '（長女）様', '（長女） 様'],
    ['様', '様様', '様 様'],
  ])('follows %s once', (name, close, spaced) => {
    expect([sama(name), sama(name, ' ')]).toEqual([close, spaced]);
  });

  test('is never doubled, whatever was typed', () => {
    for (const name of ['山田', '山田 太郎', '山田 花子（長女）', 'ハル']) {
      for (const title of ['様', ' 様', '　様', 'さま', 'さん', ' さん', '先生', '様方']) {
        for (const typed of [name + title, ` ${name}${title} `]) {
          for (const shown of [sama(typed), sama(typed, ' '), san(typed), sama(san(typed), ' ')]) {
            expect(shown.match(/様|さま|さん|先生/gu), shown).toHaveLength(1);
          }
        }
      }
    }
  });

  test('of staff is さん', () => {
    expect([san('佐藤 恵'), san('佐藤さん')]).toEqual(['佐藤 恵さん', '佐藤さん']);
  });

  test('that stands apart is no part of the name', () => {
    expect(['山田 様', '山田 太郎　さん', '山田'].map(withoutTitle)).toEqual([
      '山田',
      '山田 太郎',
      '山田',
    ]);
  });
});
