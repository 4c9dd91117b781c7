import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hostileText } from '../../../../tests/support/hostile-text.ts';
import {
  PhotoNames,
  attachment,
  facilityDownload,
  linkTo,
  monthDownload,
  residentDownload,
  residentFolder,
  yearDownload,
} from './archive-names.ts';

test('a family downloads a name with the month or the year only', () => {
  expect(attachment(monthDownload(202610))).toBe(
    `attachment; filename="tsukidayori-202610.zip"; filename*=UTF-8''2026%E5%B9%B410%E6%9C%88%E5%8F%B7%E3%81%AE%E3%81%8A%E4%BE%BF%E3%82%8A.zip`,
  );
  expect(yearDownload(2026)).toEqual({ ascii: 'tsukidayori-2026.zip', name: '2026年のお便り.zip' });
});

describe('whatever people and facilities are called', () => {
  /** RFC 5987. */
  const HEADER =
    /^attachment; filename="([a-z0-9.-]+)"; filename\*=UTF-8''((?:[A-Za-z0-9#$&+.^_`|~-]|%[0-9A-F]{2})+)$/;

  test('the header is well-formed, and the name is one of a file', () => {
    fc.assert(
      fc.property(hostileText(), (text) => {
        for (const download of [residentDownload(text), facilityDownload(text, '2026-11-22')]) {
          const [, , name = ''] = HEADER.exec(attachment(download)) ?? [];
          const read = decodeURIComponent(name);
          expect(read).toMatch(/^お便り.*\.zip$/su);
          expect(read).not.toMatch(/[\\/:*?"<>|\p{Cc}]/u);
          expect(Array.from(read).length).toBeLessThan(80);
        }
      }),
    );
  });
});

test('photos are numbered within their day and folder', () => {
  const names = new PhotoNames();
  const asked: [string, string][] = [
    ['', '2026-11-03'],
    ['', '2026-11-09'],
    ['', '2026-11-03'],
    ['facility/', '2026-11-03'],
  ];
  expect(asked.map(([folder, day]) => names.next(folder, day))).toEqual([
    '2026-11/2026-11-03-01.jpg',
    '2026-11/2026-11-09-01.jpg',
    '2026-11/2026-11-03-02.jpg',
    'facility/2026-11/2026-11-03-01.jpg',
  ]);
});

test('links are relative to the page', () => {
  const folder = residentFolder(7);
  expect(folder).toBe('resident-007/');
  expect(linkTo(folder, 'resident-007/2026-11/a.jpg')).toBe('2026-11/a.jpg');
  expect(linkTo(folder, 'facility/2026-11/a.jpg')).toBe('../facility/2026-11/a.jpg');
  expect(linkTo('', 'style.css')).toBe('style.css');
});
