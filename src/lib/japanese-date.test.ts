import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ageOn, formatBirthday, formatWithEra, readJapaneseDate } from './japanese-date.ts';

describe('readJapaneseDate', () => {
  it.each([
    '昭和10年3月3日',
    '昭和１０年３月３日',
    '昭和 10年 3月 3日',
    '㍼10年3月3日',
    'S10.3.3',
    's10.3.3',
    'Ｓ１０．３．３',
    'S.10.3.3',
    'S10-03-03',
    'S100303',
    '昭10/3/3',
    '昭和10.03.03',
    '1935-03-03',
    '1935/3/3',
    '1935.3.3',
    '1935年3月3日',
    '1935年03月03日生まれ',
    '１９３５ー３ー３',
    '19350303',
  ])('reads %s', (text) => {
    expect(readJapaneseDate(text)).toEqual({ date: '1935-03-03' });
  });

  it.each([
    ['明治元年1月25日', '1868-01-25'],
    ['M45.7.30', '1912-07-30'],
    ['大正元年7月30日', '1912-07-30'],
    ['大正1年7月30日', '1912-07-30'],
    ['T15.12.25', '1926-12-25'],
    ['昭和元年12月25日', '1926-12-25'],
    ['昭和64年1月7日', '1989-01-07'],
    ['平成元年1月8日', '1989-01-08'],
    ['H31.4.30', '2019-04-30'],
    ['令和元年5月1日', '2019-05-01'],
    ['R8.2.28', '2026-02-28'],
    ['昭和27年2月29日', '1952-02-29'],
  ])('knows the first and last day of an era: %s is %s', (text, date) => {
    expect(readJapaneseDate(text)).toEqual({ date });
  });

  it.each([
    ['明治元年1月24日', '明治は1868年1月25日からです。'],
    ['大正元年7月29日', '大正は1912年7月30日からです。'],
    ['大正15年12月26日', '大正は15年12月25日までです。'],
    ['昭和64年1月8日', '昭和は64年1月7日までです。'],
    ['平成31年5月1日', '平成は31年4月30日までです。'],
    ['令和元年4月30日', '令和は2019年5月1日からです。'],
  ])('says why %s is not a day', (text, problem) => {
    expect(readJapaneseDate(text)).toEqual({ problem });
  });

  it.each(['1935-02-29', '昭和10年2月29日', '1935-13-01', 'S10.0.3'])('has no %s', (text) => {
    expect(readJapaneseDate(text).problem).toContain('カレンダー');
  });

  it.each(['', 'きのう', '35-3-3', '昭和', '10年3月3日', '慶応3年1月1日', 'S10.3', '1935-3-3-3'])(
    'does not guess %s',
    (text) => {
      expect(readJapaneseDate(text).problem).toContain('読み取れません');
    },
  );

  it('reads its own output, on every day', () => {
    const day = fc.date({
      min: new Date('1868-01-25T00:00Z'),
      max: new Date('2100-12-31T00:00Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(day, (instant) => {
        const date = instant.toISOString().slice(0, 10);
        const written = formatWithEra(date).replace(/（.*）/, '');
        expect(readJapaneseDate(written)).toEqual({ date });
        expect(readJapaneseDate(date)).toEqual({ date });
      }),
    );
  });
});

describe('formatBirthday', () => {
  it('shows both years and the age', () => {
    expect(formatBirthday('1935-03-03', '2026-11-21')).toBe('昭和10年（1935年）3月3日・91歳');
    expect(formatWithEra('1989-01-08')).toBe('平成元年（1989年）1月8日');
    expect(formatWithEra('1926-12-25')).toBe('昭和元年（1926年）12月25日');
    expect(formatWithEra('1850-03-03')).toBe('1850年3月3日');
  });
});

describe('ageOn', () => {
  it.each([
    ['1935-03-03', '2026-03-02', 90],
    ['1935-03-03', '2026-03-03', 91],
    ['1936-02-29', '2026-02-28', 89],
    ['1936-02-29', '2026-03-01', 90],
    ['1936-02-29', '2028-02-29', 92],
  ])('of %s on %s is %i', (birthday, day, age) => {
    expect(ageOn(birthday, day)).toBe(age);
  });
});
