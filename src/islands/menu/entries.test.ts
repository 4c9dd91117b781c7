import { describe, expect, test } from 'vitest';
import { paths } from '#lib/paths.ts';
import { currentEntry, entriesFor } from './entries.ts';

describe('the side menu', () => {
  test('has seven entries for an admin, in this order', () => {
    expect(entriesFor(true).map(({ label }) => label)).toEqual([
      '写真',
      '職員一覧',
      '職員招待QRコード',
      '入居者一覧',
      'お届け先一覧',
      'お便り一覧',
      'マイページ',
    ]);
  });

  test('has two for anyone else', () => {
    expect(entriesFor(false).map(({ label }) => label)).toEqual(['写真', 'マイページ']);
  });

  test.each([
    ['/adminstaff/items', paths.items],
    ['/adminstaff/items/residents/abc', paths.items],
    ['/adminstaff/staffs', paths.staffs],
    ['/adminstaff/staffs/qrcode', paths.qrCode],
    ['/adminstaff/letters/202410', paths.adminLetters],
    ['/adminstaff/mypage/emails/edit', paths.myPage],
    ['/adminstaff/dashboard', paths.adminLetters],
    ['/adminstaff/delivery-settings/', paths.adminLetters],
    ['/adminstaff/itemsx', undefined],
  ])('marks for %s the entry %s', (path, href) => {
    expect(currentEntry(path)).toBe(href);
  });
});
