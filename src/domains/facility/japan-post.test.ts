import { describe, expect, test } from 'vitest';
import { shiftJis } from '../../../tests/support/shift-jis.ts';
import { readJapanPost } from './japan-post.ts';

/** Records of utf_ken_all.csv and KEN_ALL.CSV; what is left out here is kana. */
const record = (postcode: string, pref: string, city: string, town: string, change = 0): string =>
  `01224,"${postcode.slice(0, 3)}  ","${postcode}","","","","${pref}","${city}","${town}",1,0,0,0,${change},0\r\n`;
const business = (postcode: string, town: string, change = 0): string =>
  `13101,"","東京地方検察庁","東京都","千代田区","${town}","１丁目１－１","${postcode}","100  ","銀座",1,0,${change}\r\n`;

const GINZA = record('1040061', '東京都', '中央区', '銀座');
const CHUO = record('1040000', '東京都', '中央区', '以下に掲載がない場合');
const KYOWA = [
  '協和（８８－２、２７１－１０、３４３－',
  '３、４３１－１２、「その他」、',
  '１７５２番地）',
];
const found = (text: string) =>
  readJapanPost(Buffer.from(text)).map(({ postcode, pref, city, town }) =>
    [postcode, pref, city, town].join(' '),
  );

describe('a town as people write it', () => {
  test.each([
    ['銀座', '銀座'],
    ['以下に掲載がない場合', ''],
    ['岡谷市の次に番地がくる場合', ''],
    ['小菅村の次に１〜６６３番地がくる場合', ''],
    ['琴平町の次に４２７番地以降がくる場合', ''],
    ['利島村一円', ''],
    ['一円', '一円'],
    ['霞が関（次のビルを除く）', '霞が関'],
    ['名駅ミッドランドスクエア（高層棟）（地階・階層不明）', '名駅ミッドランドスクエア'],
    ['葛巻（第４０地割「５７番地１２５、１７６を除く」〜第４５地割）', '葛巻'],
    ['種市第１５地割～第２１地割（鹿糠、小路合）', '種市'],
    ['穴明２２地割、穴明２３地割', '穴明'],
    ['大渡５７地割', '大渡'],
    ['甲、乙（その他）', '甲、乙'],
    ['大泉町西井出８２４０－１', '大泉町西井出８２４０−１'],
    ['', ''],
  ])('%s → %s', (text, town) =>
    expect(found(record('1040061', '東京都', '中央区', text))).toEqual([
      `1040061 東京都 中央区 ${town}`,
    ]),
  );
});

describe('utf_ken_all.csv', () => {
  test('is read, with or without a byte order mark', () => {
    const expected = ['1040061 東京都 中央区 銀座', '1040000 東京都 中央区 '];
    expect(found(GINZA + CHUO)).toEqual(expected);
    expect(found(`\ufeff${GINZA}${CHUO}`)).toEqual(expected);
  });

  test('has a place once, and all places of a code in order', () => {
    const floors = ['（１階）', '（２階）'].map((floor) =>
      record('1006001', '東京都', '千代田区', `霞が関霞が関ビル${floor}`),
    );
    const two = [
      record('4980000', '愛知県', '弥富市', '以下に掲載がない場合'),
      record('4980000', '三重県', '桑名郡木曽岬町', '以下に掲載がない場合'),
    ];
    expect(found([...floors, ...two].join(''))).toEqual([
      '1006001 東京都 千代田区 霞が関霞が関ビル',
      '4980000 愛知県 弥富市 ',
      '4980000 三重県 桑名郡木曽岬町 ',
    ]);
  });

  test('leaves out abolished codes', () => {
    expect(found(GINZA + record('1040099', '東京都', '中央区', '旧町', 2))).toEqual([
      '1040061 東京都 中央区 銀座',
    ]);
  });
});

describe('KEN_ALL.CSV', () => {
  const text = [
    GINZA,
    ...KYOWA.map((town) => record('0660005', '北海道', '千歳市', town)),
    record('0660006', '北海道', '千歳市', '幌加'),
  ].join('');

  test('is read from Shift_JIS, with towns split over lines', () => {
    expect(readJapanPost(shiftJis(text))).toEqual([
      { postcode: '1040061', pref: '東京都', city: '中央区', town: '銀座' },
      { postcode: '0660005', pref: '北海道', city: '千歳市', town: '協和' },
      { postcode: '0660006', pref: '北海道', city: '千歳市', town: '幌加' },
    ]);
  });

  test('is the same in UTF-8', () => {
    expect(readJapanPost(Buffer.from(text))).toEqual(readJapanPost(shiftJis(text)));
  });
});

test('JIGYOSYO.CSV gives the town of a business', () => {
  const bytes = shiftJis(business('1008903', '霞が関') + business('1008904', '霞が関', 5));
  expect(readJapanPost(bytes)).toEqual([
    { postcode: '1008903', pref: '東京都', city: '千代田区', town: '霞が関' },
  ]);
});

describe('other files are refused', () => {
  test.each([
    ['nothing', Buffer.alloc(0)],
    ['another table', Buffer.from('a,b,c\n1,2,3\n')],
    ['a table with a cut line', Buffer.from(`${GINZA}01224,"066  "`)],
    ['a table with a bad code', Buffer.from(record('104006', '東京都', '中央区', '銀座'))],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d', 'hex')],
    ['an open quote', Buffer.from(GINZA.replace('"銀座"', '"銀座'))],
  ])('%s', (_name, bytes) => expect(() => readJapanPost(bytes)).toThrow());
});
