import { describe, expect, it } from 'vitest';
import { readRosterCsv } from './roster-csv.ts';

const read = (text: string) => readRosterCsv(text, '2026-11-21', 'residents');

describe('a telephone number', () => {
  const phoneOf = (heads: string, cells: string) => {
    const text = `氏名,ご家族の氏名,${heads}\r\n佐藤 花,佐藤 太郎,${cells}\r\n`;
    const [row] = read(text).file?.rows ?? [];
    return [row?.family?.input?.phone, row?.family?.said];
  };

  it.each([
    ...['電話番号', '電話', 'TEL', 'ＴＥＬ', 'Tel.', 'ご家族の電話番号', '携帯', '携帯電話'],
    ...['携帯番号', '連絡先', 'ご連絡先', '緊急連絡先', '家族携帯電話', '電話番号（任意）'],
  ])('is found under %s', (heading) => {
    expect(phoneOf(heading, '090-1234-5678')).toEqual(['090-1234-5678', undefined]);
  });

  it.each([
    ['０９０－１２３４－５６７８', '090-1234-5678'],
    ['09012345678', '09012345678'],
    ['(03)1234-5678', '03-1234-5678'],
    ['03（1234）5678', '03-1234-5678'],
    ['+81 90-1234-5678', '090-1234-5678'],
    ['携帯 090-1234-5678（日中）', '090-1234-5678'],
    ['', ''],
  ])('written %s is read as %s', (written, phone) => {
    expect(phoneOf('電話番号', written)).toEqual([phone, undefined]);
  });

  it.each([
    ['9012345678', '09012345678', 'はじめの0がありませんでした'],
    ['312345678', '0312345678', 'はじめの0がありませんでした'],
    ['090-1234-5678 / 03-1234-5678', '090-1234-5678', 'はじめの090-1234-5678だけ'],
    ['不明', '', '読み取れないため、入れません'],
    ['12345', '', '読み取れないため、入れません'],
  ])('written %s is read as %s, and that is said', (written, phone, words) => {
    expect(phoneOf('電話番号', written)).toEqual([phone, expect.stringContaining(words)]);
  });

  it('is a mobile’s before one at home, and no line fails for it', () => {
    expect(phoneOf('電話番号,携帯', '03-1234-5678,090-1234-5678')[0]).toBe('090-1234-5678');
    expect(phoneOf('電話番号,携帯', '03-1234-5678,なし')[0]).toBe('03-1234-5678');
    expect(phoneOf('電話番号,連絡先', ',長女')).toEqual(['', undefined]);
  });

  it('alone makes no family of a line', () => {
    const text = '氏名,ご家族の氏名,電話番号\r\n佐藤 花,,03-1234-5678\r\n';
    expect(read(text).file?.rows[0]).toMatchObject({ family: null });
  });
});
