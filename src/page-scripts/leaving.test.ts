import { expect, test } from 'vitest';
import { leadsAway } from './leaving.ts';

const HERE = 'https://example.jp/adminstaff/residents?shown=left';
const link = { href: 'https://example.jp/adminstaff/letters', target: '', isDownload: false };

test.each([
  ['another page', link, true],
  ['the same page again', { ...link, href: HERE }, true],
  ['another query of the page', { ...link, href: `${HERE}&search=a` }, true],
  ['an anchor on the page', { ...link, href: `${HERE}#row-か` }, false],
  ['an anchor on another page', { ...link, href: `${link.href}#end` }, true],
  ['a file', { ...link, isDownload: true }, false],
  ['a new tab', { ...link, target: '_blank' }, false],
  ['another site', { ...link, href: 'https://line.me/share' }, false],
  ['a phone number', { ...link, href: 'tel:0312345678' }, false],
  ['nowhere', { ...link, href: '' }, false],
])('a link to %s', (_, facts, expected) => {
  expect(leadsAway(facts, HERE)).toBe(expected);
});
