import { expect, test } from 'vitest';
import { mailIn, hasSeveralMails, nobodyIn, personIn } from './around-values.ts';
import { headingKeys } from './headings.ts';
import { planImport } from './plan-import.ts';
import { readRosterCsv } from './roster-csv.ts';

const AROUND_NAMES = [
  ...[
    '山田 花子 様',
    '山田 花子様',
    '山田 花子さん',
    '山田 花子 さま',
    '山田 花子 殿',
    '山田 花子 氏',
  ],
  ...[
    '故 山田 花子',
    '故・山田 花子',
    '（故）山田 花子',
    '故山田 花子',
    '山田 花子（２Ｆ）',
    '山田 花子(2階)',
  ],
  ...[
    '山田 花子 様（3F）',
    '山田 花子（やまだ はなこ）',
    '山田 花子（女）',
    '山田 花子（91歳）',
    '故 山田 花子 様',
  ],
  ...['山田 花子［101号室］', '山田 花子（入院中）', '　山田 花子 様　'],
];
test.each(AROUND_NAMES)('%j is the person', (text) => {
  expect(personIn(text).trim()).toBe('山田 花子');
});

test.each([
  '鵜殿 さやか',
  '故里 一',
  '山田（佐藤）花子',
  '山田 花子（旧姓 佐藤）',
  '様',
  'さん',
  '氏家 正',
  '殿村 様子',
])('%j stays', (text) => expect(personIn(text)).toBe(text));

test.each([
  'taro@example。jp',
  'mailto:taro@example.jp',
  '見本 太郎 <taro@example.jp>',
  'taro@example.jp（自宅）',
  'ｔａｒｏ＠ｅｘａｍｐｌｅ．ｊｐ',
  ' taro@example.jp。',
  '<taro@example.jp>',
  'PC：taro@example.jp',
  'taro@example.jp taro@example.jp',
])('%j is an address', (text) => {
  expect(mailIn(text)).toBe('taro@example.jp');
});

test.each(['なし', '無し', '無', '－', '-', 'ー', '―', '#N/A', 'N/A', '×'])(
  '%j is none',
  (text) => {
    expect(mailIn(text)).toBe('');
  },
);

test('of two addresses none is chosen', () => {
  const two = 'taro@example.jp、hanako@example.jp';
  expect(mailIn(two)).toBe(two);
  expect(hasSeveralMails(two)).toBe(true);
});

const rowsOf = (text: string) => readRosterCsv(text, '2026-11-21', 'residents').file?.rows ?? [];

test.each(['#N/A', '#REF!', '#VALUE!', '#NAME?', '#DIV/0!', '########', '=B2&" "&C2', '＃Ｎ／Ａ'])(
  '%j is named, and no name or room',
  (cell) => {
    const quoted = `"${cell.replaceAll('"', '""')}"`;
    for (const line of [`${quoted},101`, `見本 花江,${quoted}`]) {
      const [row] = rowsOf(`氏名,部屋\n${line}\n`);
      expect(row?.input, line).toBeNull();
      expect(row?.errors.join(), line).toMatch(/表計算ソフトが出す印|計算式のまま/);
    }
  },
);

test.each([
  '身元引受人',
  '身元引受人氏名',
  '身元保証人',
  '保証人名',
  'キーパーソン',
  'キーパーソン氏名',
  '成年後見人',
])('%s is the family', (heading) => {
  const rows = rowsOf(`氏名,${heading},送付方法\n見本 花江,見本 太一,リンク\n`);
  expect(rows.map(({ family }) => [family?.name, family?.input?.delivery])).toEqual([
    ['見本 太一', 'link'],
  ]);
});

test('緊急連絡先 is a number, and its 氏名 a person', () => {
  expect(headingKeys('緊急連絡先')).toEqual(['緊急連絡先']);
  expect(headingKeys('緊急連絡先氏名')).toEqual(['家族氏名']);
});

test.each([
  ...[
    '計 ４９名',
    '合計',
    '合計 49名',
    '小計：12',
    '総数 49',
    '49名',
    '以上 49名',
    '男 20名 女 29名',
    '入居者数 49',
  ],
  ...['同上', '〃', '〃〃', '"', '々'],
  ...[
    '１階 ひだまり',
    '2F',
    '３階',
    'B1F',
    'ひだまりユニット',
    'ユニットA',
    'Aユニット',
    '東病棟',
    'A棟',
    '南フロア',
  ],
  ...[
    '空室',
    '空き',
    '未定',
    '以下余白',
    '※印は入院中',
    '備考',
    '2026年11月1日現在',
    '---',
    '・',
    '101',
    '……',
  ],
])('%s is nobody', (name) => {
  expect(nobodyIn(name)).not.toBeNull();
});

test.each([
  '計 太郎',
  '同前 花',
  '階上 一男',
  '空 海',
  '全 一',
  '男沢 正',
  '女屋 ハル',
  '余 白蓮',
  '以西 トメ',
  'Ａ．スミス',
  '〆木 ウメ',
  '一',
  '林',
  '東 フミ',
  '棟方 三郎',
  '',
])('%s may be a person', (name) => expect(nobodyIn(name)).toBeNull());

test('a line about nobody is shown and left out, unless a person lets it in', () => {
  const rows = rowsOf('氏名,部屋\n１階 ひだまり,\n見本 花江 様,101\n計 ４９名,\n');
  const outcomes = (same: string[] = []) =>
    planImport(rows, [], [], 'residents', { same: new Set(same), overwrites: new Set() }).map(
      ({ name, outcome }) => [name, outcome],
    );
  const left = [
    ['１階 ひだまり', 'nobody'],
    ['見本 花江', 'new'],
    ['計 ４９名', 'nobody'],
  ];
  expect(outcomes()).toEqual(left);
  expect(outcomes(['2 person'])).toEqual([['１階 ひだまり', 'new'], ...left.slice(1)]);
});

test.each([
  ['12907', '1935-05-03', ''],
  ['35/5/3', undefined, '西暦か和暦か'],
  ['5/3/1935', undefined, 'どちらが月'],
  ['########', undefined, '表計算ソフトが出す印'],
  ['1935', undefined, '読み取れません'],
])('a birthday %s is read where one reading can be meant, or named', (cell, day, problem) => {
  const [row] = rowsOf(`氏名,生年月日\n見本 花江,${cell}\n`);
  expect(row?.input?.birthday).toBe(day);
  expect(row?.errors.join()).toContain(problem);
});

test.each(['1月2日', '2-Jan', 'Jan-02', '1E+02', '1.01E+02', '2026/1/2', '2026-01-02', '１月２日'])(
  'a room %s is asked about',
  (room) => {
    const [row] = rowsOf(`氏名,部屋\n見本 花江,${room}\n`);
    expect(row?.input).toBeNull();
    expect(row?.errors.join()).toContain('表計算ソフトが日付や数に変えた');
  },
);
test.each(['1-2', '2E', 'E2', '101', '1階2号', 'A-12', '2025'])('a room %s is one', (room) => {
  expect(rowsOf(`氏名,部屋\n見本 花江,${room}\n`)[0]?.input?.room).toBe(room);
});

test.each([
  ['両方に同意', true, 'all'],
  ['ご家族へのお便りだけ', true, 'own'],
])('%s is an answer', (text, photoConsent, photoConsentExtent) => {
  const [row] = rowsOf(`氏名,写真の掲載\n見本 花江,${text}\n`);
  expect(row?.input).toMatchObject({ photoConsent, photoConsentExtent });
});
test('△ is named', () => {
  expect(rowsOf('氏名,写真の掲載\n見本 花江,△\n')[0]?.errors.join()).toContain('「△」は');
});

test('empty columns and rows are passed over, however many', () => {
  const blank = ','.repeat(700);
  const rows = rowsOf(
    `氏名,部屋${blank}\n見本 花江,101${blank}\n${',,\n'.repeat(9000)}見本 花子,102\n`,
  );
  expect(rows.map(({ name }) => name)).toEqual(['見本 花江', '見本 花子']);
  expect(rows[1]?.line).toBe(9003);
});

test.each([
  'taro@gmail.con',
  'taro@gmial.com',
  'taro@dokomo.ne.jp',
  'taro@docomo.ne.jo',
  'taro@yahoo.co.jo',
  'taro@example.con',
  `${'a'.repeat(65)}@example.jp`,
])('%s is asked about', (mail) => {
  const [row] = rowsOf(`氏名,ご家族の氏名,メールアドレス\n見本 花江,見本 太一,${mail}\n`);
  expect(row?.family?.input).toBeNull();
  expect(row?.family?.errors.join()).toContain(`「${mail}」`);
});
test.each([
  'taro@gmail.com',
  'taro@docomo.ne.jp',
  'taro@yahoo.co.jp',
  'taro@example.com',
  'taro@contoso.jp',
  `${'a'.repeat(64)}@example.jp`,
])('%s is an address as it is', (mail) => {
  const [row] = rowsOf(`氏名,ご家族の氏名,メールアドレス\n見本 花江,見本 太一,${mail}\n`);
  expect(row?.family?.input?.email).toBe(mail);
});

test('somebody who was registered with 様 is asked about, not added again', () => {
  const known = { id: 'x', nameKana: '', room: '101', birthday: null, ownWish: '' };
  const registered = {
    ...known,
    name: '見本 花江 様',
    photoConsent: null,
    photoConsentExtent: null,
  };
  const [planned] = planImport(rowsOf('氏名,部屋\n見本 花江様,101\n'), [registered]);
  expect(planned).toMatchObject({ outcome: 'asks', maybe: { id: 'x' } });
});

test('what is too long for a name or an address is looked at by no expression', () => {
  const long = `a${' '.repeat(900)}様`;
  expect(personIn(long)).toBe(long);
  expect(mailIn(long)).toBe(long);
  expect(nobodyIn(long)).toBeNull();
  expect(hasSeveralMails('a@b.jp '.repeat(100))).toBe(false);
});
