import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { archiveFaults } from '../../../../tests/support/archives.ts';
import { hostileText } from '../../../../tests/support/hostile-text.ts';
import { facilityHtml, shelfHtml } from './index-html.ts';
import type { KeptLetter, KeptPhoto } from './archive.ts';
import { letterPage } from './archived-letter.ts';
import { archiveStyle } from './style-sheet.ts';

const photo = (caption: string): KeptPhoto => ({
  file: 'resident-001/2026-09/2026-09-03-01.jpg',
  takenOn: '2026-09-03',
  caption,
  isOwn: true,
  width: 1600,
  height: 1200,
});

describe('whatever people write', () => {
  test('pages stay valid, and nothing but our own tags and links is in them', async () => {
    const css = Buffer.from(await archiveStyle());
    const texts = fc.array(hostileText(), { minLength: 9, maxLength: 9 });
    await fc.assert(
      fc.asyncProperty(texts, async (written) => {
        const [name = '', title = '', body = '', note = '', first = '', second = ''] = written;
        const [hostName = '', address = '', phone = ''] = written.slice(6);
        const facility = { name: hostName, postcode: '1040061', address, phone };
        const keepsake = { facility, madeOn: '2026-11-22' };
        const shared = {
          ...photo(second),
          isOwn: false,
          file: 'facility/2026-09/2026-09-03-01.jpg',
        };
        const photos = [photo(first), shared, { ...photo(second), file: null }];
        const letter: KeptLetter = {
          ...{ yearMonth: 202609, title, body, note, isLast: false, dueOn: '2026-10-01' },
          ...{ photos, cover: shared, answers: [{ body: first, on: '2026-10-03' }] },
        };
        const folder = 'resident-001/';
        const who = { residentName: name, folder };
        const neighbours = { previous: null, next: null };
        const person = { name, room: title, folder, first: 202609, last: 202609, letters: 1 };
        const pages = {
          'index.html': facilityHtml(
            { residents: [person, { ...person, folder: null }], missing: 1 },
            keepsake,
          ),
          'resident-001/index.html': shelfHtml(
            { letters: [letter], year: null, isOneOfMany: true, ...who },
            keepsake,
          ),
          'resident-001/2026-09.html': letterPage({ letter, neighbours, ...who }, keepsake),
        };
        const files = {
          ...Object.fromEntries(
            Object.entries(pages).map(([at, html]) => [at, Buffer.from(html)] as const),
          ),
          'style.css': css,
          'facility/2026-09/2026-09-03-01.jpg': Buffer.from(''),
          'resident-001/2026-09/2026-09-03-01.jpg': Buffer.from(''),
          'residents.csv': Buffer.from(''),
          'families.csv': Buffer.from(''),
          'consents.csv': Buffer.from(''),
        };
        expect(await archiveFaults(files)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});

const LETTER = {
  ...{ yearMonth: 202609, title: '', body: '', note: '', isLast: false, dueOn: null },
  ...{ cover: null, answers: [] },
};

test('prints beside each other have about the same height', () => {
  const photos = [
    { ...photo(''), width: 1600, height: 1200 },
    { ...photo(''), width: 100, height: 1000 },
    { ...photo(''), width: 9000, height: 1000 },
  ];
  const html = letterPage(
    {
      letter: { ...LETTER, photos },
      residentName: '高橋 ハル',
      folder: 'resident-001/',
      neighbours: { previous: null, next: null },
    },
    { facility: { name: '', postcode: '', address: '', phone: '' }, madeOn: '2026-11-22' },
  );
  expect(html.match(/\br\d+\b/g)).toEqual(['r135', 'r40', 'r300']);
});

test('the style sheet has a rule for every shape', async () => {
  const css = await archiveStyle();
  for (let ratio = 40; ratio <= 300; ratio += 5) expect(css).toContain(`.r${ratio} {`);
});
