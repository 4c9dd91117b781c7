import { describe, expect, test } from 'vitest';
import { paths } from '#lib/paths.ts';
import { currentEntry, groupsFor } from './entries.ts';

const labels = (isAdmin: boolean) =>
  groupsFor(isAdmin).map((group) => group.map(({ label }) => label));

describe('the side menu', () => {
  test('has the month first for an admin, and apart what is needed now and then', () => {
    expect(labels(true)).toEqual([
      ['今月', '写真', 'お便り一覧', '入居者一覧', 'お届け先一覧', 'ことば'],
      ['職員一覧', '職員招待QRコード', '施設・お届け', '記録', 'マイページ'],
    ]);
  });

  test('has three entries for anyone else', () => {
    expect(labels(false)).toEqual([['写真', 'ことば'], ['マイページ']]);
  });

  test.each([
    ['/adminstaff/items', paths.items],
    ['/adminstaff/items/residents/abc', paths.items],
    ['/adminstaff/staffs', paths.staffs],
    ['/adminstaff/staffs/qrcode', paths.qrCode],
    ['/adminstaff/letters/202410', paths.adminLetters],
    ['/adminstaff/mypage/emails/edit', paths.myPage],
    ['/adminstaff/dashboard', paths.dashboard],
    ['/adminstaff/answers/print', paths.answers],
    ['/adminstaff/delivery-settings/', paths.facility],
    ['/adminstaff/itemsx', undefined],
  ])('marks for %s the entry %s', (path, href) => {
    expect(currentEntry(path)).toBe(href);
  });
});
