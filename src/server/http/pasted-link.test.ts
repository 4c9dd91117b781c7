import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { paths } from '#lib/paths.ts';
import { linkPasted } from './pasted-link.ts';

const R = 'tQPhmo9XAI3GENUMK3TvbnqWV8W';
const F = 'YmsO8Tb1VqpnwELCjnv5pMUANoj';
const reader = { residentToken: R, familyToken: F };
const STOP = paths.stopMail(`AbCdEfGh12345678.aGFuYWtvQGV4YW1wbGUuanA.s-1_${F}`);

const LINKS = [
  paths.letters(reader),
  paths.letter(202611, reader),
  paths.letterYear('all', reader),
  paths.letterConsent(reader),
  paths.editPassword(R),
  paths.hostSignUp(R),
  paths.newStaff(R),
  paths.ownApplication(R),
  paths.proveAddress(R),
  STOP,
];

const BEHIND = [
  ...['。', '、', '.', ',', ')', '）', '」', '>', '＞', ' ', '\r\n', '=', '/', '\u200b', '\u00ad'],
  ...[
    '　です',
    ' です',
    'です',
    '"',
    "'",
    '*',
    ']',
    '…',
    '。ご覧ください',
    '\u3000',
    '&',
    '？',
    '!',
  ],
];

describe.each(LINKS)('%s', (link) => {
  test('is as it is written', () => expect(linkPasted(link)).toBeNull());

  test.each(BEHIND)('with %j behind it', (behind) => {
    expect(linkPasted(link + encodeURIComponent(behind))).toBe(link);
    const asTyped = /^[\u0020-\u007e]*$/.test(behind) && !/[\s&]/.test(behind);
    if (asTyped) expect(linkPasted(link + behind)).toBe(link);
  });
});

const LINK = paths.letters(reader);

test.each([
  ['&amp; for &', LINK.replace('&', '&amp;')],
  ['&#38; for &', LINK.replace('&', '&%2338;')],
  ['a wide &', LINK.replace('&', encodeURIComponent('＆'))],
  ['a wide =', LINK.replaceAll('=', encodeURIComponent('＝'))],
  ['a wide ?', LINK.replace('?', encodeURIComponent('？'))],
  ['an escaped &', LINK.replace('&', '%26')],
  ['all escaped', `/letters${encodeURIComponent(LINK.slice('/letters'.length))}`],
  ['escaped twice', LINK.replaceAll('=', '%253D')],
  ['=3D', LINK.replaceAll('=', '=3D')],
  ['a line end within', `${LINK.slice(0, -9)}%0D%0A${LINK.slice(-9)}`],
  ['a soft line end within', `${LINK.slice(0, -9)}=%0A${LINK.slice(-9)}`],
  ['a blank within', `${LINK.slice(0, 40)}%20${LINK.slice(40)}`],
  ['a zero-width letter within', `${LINK.slice(0, -3)}%E2%80%8B${LINK.slice(-3)}`],
  [
    'wide letters',
    LINK.replace(
      F,
      Array.from(F, (one) =>
        encodeURIComponent(String.fromCharCode(one.charCodeAt(0) + 0xfee0)),
      ).join(''),
    ),
  ],
  ['words that follow', `${LINK}%20see%20you`],
])('%s', (_name, target) => expect(linkPasted(target)).toBe(LINK));

test('what else an address says stays', () => {
  expect(linkPasted(`${LINK}%E3%80%82&openExternalBrowser=1`)).toBe(
    `${LINK}&openExternalBrowser=1`,
  );
  expect(linkPasted(`${LINK}&_action=letters.seen`)).toBeNull();
  expect(linkPasted(`${LINK}&q=${'%E3%81%82'.repeat(40)}`)).toBeNull();
});

test.each([
  '/letters',
  '/letters?resident_token=x%E3%80%82',
  '/privacy%3Fa=b',
  '//evil.example?token=x',
  `/api/v1/views/letters/202611?resident_token=${R}&family_token=${F}.`,
  `${LINK}x`,
  `//evil.example/?token=${R}.`,
])('%s is none of ours', (target) => expect(linkPasted(target)).toBeNull());

test('it leads to a path of ours, and only once', () => {
  fc.assert(
    fc.property(fc.string(), fc.nat(LINK.length), (text, at) => {
      const target = LINK.slice(0, at) + encodeURIComponent(text.toWellFormed()) + LINK.slice(at);
      const link = linkPasted(target);
      if (link === null) return;
      expect(link).toMatch(/^(?:\/[\w~-]+)+\?/);
      expect(linkPasted(link)).toBeNull();
    }),
  );
});
