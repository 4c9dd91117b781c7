import { expect, test } from 'vitest';
import { Shown, changedFields } from './shown.ts';

const SHOWN = { hour: 9, name: '', ids: ['a', 'b'], isOn: true };

test.each([
  ['nothing', { hour: 9, name: null, ids: ['a', 'b'], isOn: true }, {}],
  ['one field', { hour: 18, name: '', ids: ['a', 'b'], isOn: true }, { hour: 18 }],
  ['a list', { ids: ['a'] }, { ids: ['a'] }],
  ['an answer', { isOn: false }, { isOn: false }],
  ['what was emptied', { hour: null }, { hour: null }],
  ['what was not shown', { portrait: 'x' }, { portrait: 'x' }],
])('who changed %s', (_, fields, changed) => {
  expect(changedFields(fields, SHOWN)).toEqual(changed);
});

test.each([[undefined], [''], ['{'], ['null'], ['[1]'], [`"${'a'.repeat(30_000)}"`]])(
  'without what was shown, nothing is saved: %j',
  (text) => {
    expect(Shown.safeParse(text).error?.issues[0]?.message).toContain('もう一度保存');
  },
);

test('what was shown is read back', () => {
  expect(Shown.parse(JSON.stringify(SHOWN))).toEqual(SHOWN);
});
