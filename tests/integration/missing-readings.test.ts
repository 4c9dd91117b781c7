import { expect, test } from 'vitest';
import { readWithoutReading, readingField, saveReadings } from '#domains/people/readings.ts';
import { readResidents } from '#domains/people/read-residents.ts';
import { castEachTest, rt, cast, admin } from '../support/cast-each-test.ts';
import { signedIn } from '../support/cast.ts';
import { makeResident } from '../support/factories.ts';

castEachTest(['admin']);

const make = (name: string, columns: Parameters<typeof makeResident>[2] = {}) =>
  makeResident(rt, cast.host.id, { name, name_kana: '', ...columns });
const waiting = async () => (await readWithoutReading(rt, admin)).map(({ name }) => name);
const readingOf = async (name: string) =>
  (await readResidents(rt, admin)).find((one) => one.name === name)?.nameKana;

test('who lives here and has no reading is asked for, by room and name', async () => {
  await make('林 花', { room: '１０３' });
  await make('森 花');
  await make('阿部 花', { room: '1005' });
  await make('池 花', { room: '20' });
  await make('退居 花', { left_on: '2020-01-01' });
  await make('逝去 花', { died_on: '2020-01-01', letters_end: '2020-01-01' });
  expect(await waiting()).toEqual(['池 花', '林 花', '阿部 花', '森 花']);
  const everybody = (await readResidents(rt, admin)).map(({ name }) => name);
  expect(everybody.slice(-6, -2)).toEqual(['池 花', '林 花', '阿部 花', '森 花']);
});

test('readings are saved together, and the others wait', async () => {
  const [a, b] = [await make('林 花'), await make('森 花')];
  const count = await saveReadings(rt, admin, {
    [readingField(a.id)]: 'ﾊﾔｼ　ﾊﾅ',
    [readingField(b.id)]: ' ',
  });
  expect(count).toBe(1);
  expect(await readingOf('林 花')).toBe('ハヤシ ハナ');
  expect(await waiting()).toEqual(['森 花']);
});

test('what is wrong is named with its person, and nothing is saved', async () => {
  const [a, b] = [await make('林 花'), await make('森 花')];
  await expect(
    saveReadings(rt, admin, { [readingField(a.id)]: 'はやし', [readingField(b.id)]: '森' }),
  ).rejects.toMatchObject({
    status: 422,
    errors: { [readingField(b.id)]: ['ふりがなは、ひらがなかカタカナで入力してください。'] },
  });
  expect(await readingOf('林 花')).toBe('');
});

test("neither a colleague's reading nor another facility's resident is changed", async () => {
  const { id } = await make('林 花', { name_kana: 'リン ハナ' });
  const own = { [readingField(id)]: 'はやし' };
  expect(await saveReadings(rt, admin, own)).toBe(0);
  const other = await signedIn(rt, cast.otherAdmin);
  const { id: foreign } = await make('森 花');
  expect(await saveReadings(rt, other, { [readingField(foreign)]: 'もり' })).toBe(0);
  expect(await readingOf('林 花')).toBe('リン ハナ');
  expect(await readingOf('森 花')).toBe('');
});
