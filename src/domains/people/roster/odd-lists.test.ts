import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeCsv } from '#lib/csv.ts';
import { readRosterCsv } from './roster-csv.ts';

const TODAY = '2026-11-21';
const read = (text: string) => readRosterCsv(text, TODAY, 'residents');
const inputsOf = (text: string) => read(text).file?.rows.map(({ input }) => input);
const FIELDS = ['name', 'nameKana', 'room', 'birthday', 'photoConsent'] as const;
const oneRow = (text: string) => {
  const [row] = read(text).file?.rows ?? [];
  return FIELDS.map((field) => row?.input?.[field] ?? null);
};

/** Spellings of one thing, all of which are read as the first. */
const HEADINGS = {
  name: [
    ...['氏名', '氏名（漢字）', 'お名前', '利用者名', 'ご利用者様氏名', '入居者様のお名前'],
    ...['入所者氏名', '【氏名】', '氏名※必須', '氏　名', '氏名(必須)', 'ご本人様氏名'],
  ],
  nameKana: [
    ...[
      'ふりがな',
      'フリガナ',
      'ﾌﾘｶﾞﾅ',
      '氏名（カナ）',
      '氏名(ｶﾅ)',
      '氏名カナ',
      'カナ氏名',
      'よみがな',
    ],
    ...[
      'フリガナ（氏名）',
      '利用者名（フリガナ）',
      'お名前（ふりがな）',
      '氏名_カナ',
      '読み仮名',
      '入居者氏名かな',
    ],
  ],
  room: [
    '部屋',
    '居室',
    '居室名',
    '部屋番号',
    '部屋No.',
    '居室番号',
    'お部屋',
    '号室',
    '利用者居室',
  ],
  birthday: ['生年月日', '生年月日（西暦）', '誕生日', '【生年月日】', '利用者生年月日'],
  photoConsent: ['写真の掲載', '写真', '写真掲載の可否', '写真掲載同意', '写真の掲載（○×）'],
};
const BIRTHDAYS = [
  ...['1935-05-03', '1935/5/3 0:00', '1935/05/03 00:00:00', '1935-05-03T00:00', '1935年5月3日(金)'],
  ...['昭和10年（1935年）5月3日', '昭和10年（1935年）5月3日・91歳', '1935年（昭和10年）5月3日'],
  ...['1935(S10).5.3', 'S10.5.3', '3100503', '3-10-05-03', '3.10.5.3', '昭和１０年５月３日生'],
  ...['1935/5/3 午前0:00', '1935年5月3日金曜日', '㍼10年5月3日', '19350503', 'S10/5/3 0:00'],
];
const YES = [
  ...['はい', '○', '〇', '◯', '⭕', '⭕\uFE0F', 'O', 'o', 'Ｏ', '◎', '丸', '✓', '✔\uFE0E', '☑'],
  ...['OK', 'ＯＫ', 'ok', '同意する', '同意します。', '承諾', '承諾済', '済', '済み', '有', '有り'],
  ...['あり', '可', '許可', '了承', '載せて良い', ' はい ', '同意です'],
];
const NO = [
  ...['いいえ', '×', '✕', '✗', '❌', 'X', 'ｘ', 'NG', 'ＮＧ', '無', '無し', 'なし', '不可', '拒否'],
  ...['同意しない', '同意しません', '不同意', '辞退', '掲載不可', 'だめ'],
];
const NOT_ASKED = ['', '未', '未確認', '確認中', '？', '―', '不明', '保留', '未回答', '未承諾'];
const ROOMS = ['001', '="001"', '００１'];

const ABOVE = [
  '',
  '\r\n',
  '入居者名簿,,,,\r\n',
  '\r\n入居者名簿（2026年11月1日現在）\r\n\r\n',
  ',,,,\r\n',
];

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;

/** The same list, as programs and people write it. */
const oddly = fc.record({
  headings: fc.record(
    Object.fromEntries(FIELDS.map((f) => [f, fc.constantFrom(...HEADINGS[f])])) as {
      [F in (typeof FIELDS)[number]]: fc.Arbitrary<string>;
    },
  ),
  order: fc.shuffledSubarray([...FIELDS], { minLength: FIELDS.length }),
  birthday: fc.constantFrom(...BIRTHDAYS),
  answer: fc.oneof(
    fc.constantFrom(...YES).map((text) => ({ text, is: true })),
    fc.constantFrom(...NO).map((text) => ({ text, is: false })),
    fc.constantFrom(...NOT_ASKED).map((text) => ({ text, is: null })),
  ),
  room: fc.constantFrom(...ROOMS),
  above: fc.constantFrom(...ABOVE),
  separator: fc.constantFrom(',', '\t', ';'),
  isNamed: fc.boolean(),
  isQuoted: fc.boolean(),
  newline: fc.constantFrom('\r\n', '\n', '\r'),
  end: fc.constantFrom('', '\u001a', '\r\n\u001a', '\u001a\r\n', '\u001a\0\0\0'),
  bom: fc.constantFrom('', '\ufeff'),
});

describe('a list as programs and people write it', () => {
  it('is read like a plain one, however it is written', () => {
    fc.assert(
      fc.property(oddly, (odd) => {
        const cells = {
          name: '見本 春子',
          nameKana: 'ミホン ハルコ',
          room: odd.room,
          birthday: odd.birthday,
          photoConsent: odd.answer.text,
        };
        const write = (cell: string): string => (odd.isQuoted ? quoted(cell) : cell);
        const lineOf = (of: Record<(typeof FIELDS)[number], string>): string =>
          odd.order.map((field) => write(of[field])).join(odd.separator);
        const title = odd.above.replaceAll(',', odd.separator);
        const text = `${odd.isNamed ? `sep=${odd.separator}\r\n` : ''}${title}${lineOf(odd.headings)}\r\n${lineOf(cells)}\r\n`;
        const bytes = new TextEncoder().encode(
          `${odd.bom}${text.replaceAll('\r\n', odd.newline)}${odd.end}`,
        );
        const decoded = decodeCsv(bytes).text ?? '';
        const room = odd.room === '００１' ? '００１' : '001';
        expect(oneRow(decoded)).toEqual([
          '見本 春子',
          'ミホン ハルコ',
          room,
          '1935-05-03',
          odd.answer.is,
        ]);
      }),
      { numRuns: 2000 },
    );
  });

  it('numbers lines as a spreadsheet shows them', () => {
    const text = 'sep=;\r\n入居者名簿;;\r\n\r\n氏名;部屋\r\n青木;1\r\n;2\r\n';
    expect(read(text).file?.rows.map(({ line }) => line)).toEqual([4, 5]);
  });

  it('makes a name of 姓 and 名, of readings and of relatives too', () => {
    const heads = '姓,名,セイ,メイ,家族（姓）,家族（下の名前）,続柄';
    const { file } = read(`${heads}\r\n見本,春子,ミホン,ハルコ,見本,秋男,長男`);
    expect(file?.rows[0]?.input).toMatchObject({ name: '見本 春子', nameKana: 'ミホン ハルコ' });
    expect(file?.rows[0]?.family?.input).toMatchObject({ name: '見本 秋男', relationship: '長男' });
    expect(inputsOf('入居者姓,入居者名\r\n見本,春子')?.[0]?.name).toBe('見本 春子');
    expect(inputsOf('姓（漢字）,名（漢字）,氏名\r\n見,春,見本 春子')?.[0]?.name).toBe('見本 春子');
    expect(read('姓,部屋\r\n見本,1').problem).toContain('「氏名」という見出しがありません');
  });

  it('knows whose a reading is', () => {
    const heads = '氏名,家族フリガナ,フリガナ,ご家族様のお名前';
    const [row] =
      read(`${heads}\r\n見本 春子,ミホン アキオ,ミホン ハルコ,見本 秋男`).file?.rows ?? [];
    expect(row?.input?.nameKana).toBe('ミホン ハルコ');
    expect(row?.family?.input?.nameKana).toBe('ミホン アキオ');
  });

  it('takes the address of the family, not that of the resident', () => {
    const heads = '氏名,郵便番号,ご家族氏名,ご家族郵便番号';
    const { file } = read(`${heads}\r\n見本 春子,0600001,見本 秋男,104-0061`);
    expect(file?.rows[0]?.family?.input?.postcode).toBe('1040061');
    expect(file?.ignored).toEqual(['郵便番号']);
  });

  it('leaves out headings that are repeated', () => {
    expect(read('氏名,部屋\r\n青木,1\r\n氏名,部屋\r\n上田,2').file?.rows.length).toBe(2);
  });
});

describe('what is not sure', () => {
  it.each(['たぶん', '●', '△', 'y', '要相談', '同意書あり？', '家族に聞く', '12'])(
    'asks what %j means about photos',
    (answer) => {
      expect(read(`氏名,写真\r\n青木,${answer}`).file?.rows[0]?.errors).toEqual([
        expect.stringContaining('写真の掲載は「はい」か'),
      ]);
    },
  );

  it.each([
    ['昭和10年（1936年）5月3日', '西暦と和暦が合っていません'],
    ['1935年（昭和11年）5月3日', '西暦と和暦が合っていません'],
    ['1935/5/30:00', '読み取れません'],
    ['35/5/3', '読み取れません'],
    ['6100503', '読み取れません'],
    ['3641231', '昭和は64年'],
    ['1935/2/30 0:00', 'カレンダーにない'],
    ['1290', '読み取れません'],
  ])('invents no day for %s', (day, problem) => {
    expect(read(`氏名,生年月日\r\n青木,${day}`).file?.rows[0]?.errors).toEqual([
      expect.stringContaining(problem),
    ]);
  });

  it.each(['不明', '不詳', '未確認', '-', '―', '？', 'なし', 'わからない'])(
    'takes %s for no day',
    (day) => {
      expect(inputsOf(`氏名,生年月日\r\n青木,${day}`)?.[0]?.birthday).toBeNull();
    },
  );
});

describe('a letter that was lost', () => {
  it.each([
    '\uE000田 春子',
    '〓田 春子',
    '\uFFFD田 春子',
    '?田 春子',
    '吉？ 春子',
    '\u{F0000}田 春子',
    '□田',
  ])('is asked for in %j', (name) => {
    const [row] = read(`氏名,部屋\r\n${name},1\r\n青木,2`).file?.rows ?? [];
    expect(row?.errors).toHaveLength(1);
    expect(row?.errors[0]).toContain('失われた文字');
    expect(row?.errors[0]).toContain('〓');
    expect(row?.name).toContain('〓');
    expect(row?.input).toBeNull();
  });

  it('is asked for in a family and an address too', () => {
    const heads = '氏名,ご家族の氏名,番地・建物名';
    const rows = read(`${heads}\r\n青木,\uE000田 花,\r\n青木,青木 花,葛〓1-1`).file?.rows;
    expect(rows?.map(({ family }) => family?.errors[0])).toEqual([
      expect.stringContaining('ご家族のお名前「〓田 花」'),
      expect.stringContaining('住所「葛〓1-1」'),
    ]);
  });

  it('is named where a few bytes of the file are broken', () => {
    const bytes = new TextEncoder().encode(
      `氏名,部屋\r\n青木 春子,101\r\n${'上田 花子,102\r\n'.repeat(5)}`,
    );
    const at = bytes.indexOf(0x0a) + 1;
    const text = decodeCsv(bytes.with(at, 0xff)).text ?? '';
    const rows = read(text).file?.rows ?? [];
    expect(rows.filter(({ errors }) => errors.length > 0).map(({ line }) => line)).toEqual([2]);
  });
});
