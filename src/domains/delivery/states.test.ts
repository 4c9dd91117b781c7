import { expect, test } from 'vitest';
import { readListPlace } from '#lib/search.ts';
import type { FamilyState } from './states.ts';
import {
  deliveriesAddress,
  familiesOnPage,
  familiesShown,
  familiesToSend,
  hasWrongAddress,
  SHOWN,
} from './states.ts';

const family = (n: number): FamilyState => ({
  id: `f${n}`,
  name: `家族 ${n}`,
  relationship: '',
  residentId: `r${Math.floor(n / 2)}`,
  residentName: `渡邉 ${n}`,
  residentKana: 'わたなべ',
  room: `${n}`,
  hasLetter: true,
  asksSeen: true,
  way: 'email',
  sendsBy: 'email',
  mail:
    n === 0 ? { state: 'failed', way: 'email', trouble: '', fault: 'way' } : { state: 'unsent' },
  seen: null,
});
// Two for each of 200 residents.
const families = Array.from({ length: 400 }, (_, n) => family(n));
const idsOn = (page: number, shown: 'all' | 'failed' = 'all') =>
  familiesOnPage(families, { shown, words: '', page })
    .items.flat()
    .map(({ id }) => id);

test('families of a hundred residents are on a page, each of all on one', () => {
  expect([idsOn(1).length, idsOn(2).length]).toEqual([200, 200]);
  expect([...idsOn(1), ...idsOn(2)]).toEqual(families.map(({ id }) => id));
  expect(idsOn(1, 'failed')).toEqual(['f0']);
  expect(idsOn(2, 'failed')).toEqual(['f0']);
});

test.each([
  [
    '渡辺12',
    ['f12', 'f120', 'f121', 'f122', 'f123', 'f124', 'f125', 'f126', 'f127', 'f128', 'f129'],
  ],
  ['家族　399', ['f399']],
  ['ワタナベ', families.map(({ id }) => id).slice(0, 200)],
  ['だれか', []],
])('looking for %s finds names, readings and rooms', (words, ids) => {
  const found = familiesOnPage(families, { shown: 'all', words, page: 1 }).items.flat();
  expect(found.map(({ id }) => id)).toEqual(ids);
});

test('the address keeps what is looked for', () => {
  const address = deliveriesAddress(202609, { shown: 'all', words: '渡辺', page: 1 });
  expect(readListPlace(new URL(address, 'http://localhost').searchParams, SHOWN).words).toBe(
    '渡辺',
  );
});

test('the address keeps filter and page beside what else it says', () => {
  expect(deliveriesAddress(202609, { shown: 'all', words: '', page: 1 })).toBe(
    '/adminstaff/letters/202609/deliveries',
  );
  const address = deliveriesAddress(
    202609,
    { shown: 'unseen', words: '', page: 3 },
    { send: 'f1' },
  );
  const query = new URL(address, 'http://localhost').searchParams;
  expect(readListPlace(query, SHOWN)).toEqual({ shown: 'unseen', words: '', page: 3 });
  expect(query.get('send')).toBe('f1');
});

test('letters by link or on paper are handed over, and not among those without any', () => {
  const none = (reason: 'link' | 'print' | 'died', hasLetter = true): FamilyState => ({
    ...family(1),
    hasLetter,
    mail: { state: 'none', reason },
  });
  const all = [none('link'), none('print'), none('link', false), none('died', false)];
  expect(familiesShown(all, 'hand')).toEqual(all.slice(0, 2));
  expect(familiesShown(all, 'none')).toEqual(all.slice(2));
});

test('an address that is wrong is corrected first, and not sent to with the others', () => {
  const of = (state: 'failed' | 'queued', fault: 'address' | 'mailbox' | 'way'): FamilyState => ({
    ...family(1),
    mail:
      state === 'failed'
        ? { state, way: 'email', trouble: '', fault }
        : { state, way: 'email', trouble: '', fault, until: null },
  });
  const all = [of('failed', 'address'), of('failed', 'mailbox'), of('failed', 'way')];
  expect(all.map(hasWrongAddress)).toEqual([true, false, false]);
  expect(hasWrongAddress(of('queued', 'address'))).toBe(true);
  expect(familiesToSend(all, 'failed')).toEqual(all.slice(1));
});
