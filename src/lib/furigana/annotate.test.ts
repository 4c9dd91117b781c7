import { describe, expect, test } from 'vitest';
import { unreadIn } from '../../../tests/support/unread.ts';
import { annotate, isRead } from './annotate.ts';
import { withReadings } from './markup.ts';
import { WORDS } from './words.ts';

/** 写真(しゃしん)を送(おく)る */
const read = (text: string, before?: string): string =>
  annotate(text, before)
    .map((piece) => (typeof piece === 'string' ? piece : `${piece[0]}(${piece[1]})`))
    .join('');

describe('the reading of a text', () => {
  test.each([
    ['写真を送る', '写真(しゃしん)を送(おく)る'],
    // The longest word first.
    ['入居者名簿', '入居者名簿(にゅうきょしゃめいぼ)'],
    // The kana after it tell which reading it is.
    ['写真を入れる', '写真(しゃしん)を入(い)れる'],
    ['ログインして入る', 'ログインして入(はい)る'],
    ['使い方', '使(つか)い方(かた)'],
    // A figure before it.
    ['10月1日(日) 9時', '10月1日(がつついたち)(日(にち)) 9時(じ)'],
    ['3人、2人、12人', '3人(にん)、2人(り)、12人(にん)'],
    ['残り2日、12日', '残(のこ)り2日(か)、12日(にち)'],
    ['1か月', '1か月(げつ)'],
    // One word after another.
    ['家族用と職員用', '家族(かぞく)用(よう)と職員(しょくいん)用(よう)'],
    ['もう一度押す', 'もう一度(いちど)押(お)す'],
  ])('%s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  test('takes a figure from the element before it', () => {
    expect(read('人います', '3')).toBe('人(にん)います');
    expect(read('人います', '')).toBe('人(ひと)います');
  });

  test.each(['佐藤 花子', '中村', '小林', '大木', '清水 明', '吉田 スミ子', '日下部', '月島'])(
    '%s gets none',
    (name) => {
      expect(read(name)).toBe(name);
      expect(unreadIn(name)).toEqual(name.match(/[一-鿿]+/g));
    },
  );

  test('loses and adds nothing', () => {
    const text = '今月の写真を3枚、小林さんの写真に加えました。';
    const written = annotate(text).map((piece) => (typeof piece === 'string' ? piece : piece[0]));
    expect(written.join('')).toBe(text);
  });
});

/** Anybody's text may stand on a page (P32). */
describe('takes as long as the text is, not longer', () => {
  const LENGTH = 40_000;
  const of = (unit: string): string => unit.repeat(Math.ceil(LENGTH / unit.length));
  test.each([
    ...[
      '1',
      '1あ年',
      '1,',
      '10月1日(日) ',
      '月',
      '入居者',
      '入居者名',
      '日月火水木金土',
      '日月火水木金',
    ],
    ...['使い方', '取り扱', '鬱', '辻', '々', 'か月', '写真鬱', '、年', '今〜', 'ア '],
  ])('%s again and again', (unit) => {
    const texts = [
      of(unit),
      `鬱${of(unit)}`,
      `${of(unit)}鬱`,
      of('1').slice(LENGTH / 2) + of(`あ${unit}`),
    ];
    const { user } = process.cpuUsage();
    for (const text of texts) {
      const pieces = annotate(text, text);
      expect(pieces.map((piece) => (isRead(piece) ? piece[0] : piece)).join('')).toBe(text);
    }
    // It takes 10 to 60 ms, where looking back over all of it took minutes.
    expect((process.cpuUsage().user - user) / 1000).toBeLessThan(1500);
  });
});

test('every word of the list is read from beginning to end, once', () => {
  const pairs = WORDS.trim().split(/\s+/);
  const words = pairs.filter((_, at) => at % 2 === 0);
  expect(new Set(words).size).toBe(words.length);
  const wrong = words.flatMap((word, at) => {
    const reading = pairs[at * 2 + 1] ?? '';
    const kana = /^[ぁ-んー]+$/.test(reading);
    const ending = /[ぁ-ん]*$/.exec(word)?.[0] ?? '';
    return kana && reading.endsWith(ending) && reading.length > ending.length ? [] : [word];
  });
  expect(wrong).toEqual([]);
});

describe('a page', () => {
  test('has readings in its texts only', () => {
    expect(withReadings('<p title="写真">写真</p>')).toBe(
      '<p title="写真"><read-text><ruby>写真<rt aria-hidden="true">しゃしん</rt></ruby></read-text></p>',
    );
  });

  test.each([
    '<title>写真</title>',
    '<script>const a = "<写真>";</script>',
    '<textarea>写真</textarea>',
    '<option value="1">写真</option>',
    '<svg><text>写真</text></svg>',
    '<span class="a" aria-hidden="true">大</span>',
    '<input value="a > b 写真">',
    '<!--plain--><p>写真</p><!--/plain-->',
    '<read-text><ruby>写真<rt aria-hidden="true">しゃしん</rt></ruby></read-text>',
  ])('keeps %s', (html) => {
    expect(withReadings(html)).toBe(html);
  });

  test('sees the figure of another element, and not that of another place', () => {
    expect(withReadings('<b>3</b>人')).toContain('>にん<');
    expect(withReadings('3<!-- -->人')).toContain('>にん<');
    expect(withReadings('<p>3</p><p>人</p>')).toContain('>ひと<');
  });
});
