import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ownTurn } from './own-turn.ts';

test('the parts of a page have a turn each, and others are answered between', async () => {
  const said: string[] = [];
  const page = new Request('http://127.0.0.1/');
  const parts = ['a', 'b', 'c'].map(async (part) => {
    await ownTurn(page);
    said.push(part);
  });
  const other = (async () => {
    for (let n = 0; n < 3; n++) {
      await setImmediate();
      said.push(String(n));
    }
  })();
  await Promise.all([...parts, other]);
  expect(said.filter((one) => 'abc'.includes(one)).join('')).toBe('abc');
  expect(said.join('')).not.toMatch(/[abc]{2}/);
});

test('another page does not wait for it', async () => {
  const long = new Request('http://127.0.0.1/');
  const many = Array.from({ length: 100 }, () => ownTurn(long));
  let isLongDone = false;
  void Promise.all(many).then(() => (isLongDone = true));
  await ownTurn(new Request('http://127.0.0.1/'));
  expect(isLongDone).toBe(false);
  await Promise.all(many);
});
