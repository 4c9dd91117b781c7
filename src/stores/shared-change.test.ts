import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Item } from '#domains/item/item.ts';
import { $question } from './ask-first.ts';
import { $firstMonth } from './held-items.ts';
import { $today } from './items.ts';
import { $shared, changeAndOffer } from './shared-change.ts';

const of = (id: string, residentName: string | null, more: Partial<Item> = {}): Item =>
  ({
    id,
    residentId: id,
    residentName,
    takenOn: '2026-10-03',
    yearMonth: 202610,
    caption: '',
    ...more,
  }) as Item;

const OWN = of('own', '山田 ハル');
const THEIRS = of('theirs', '佐藤 一', { caption: '花' });
const OLDER = of('older', '鈴木 花子', { takenOn: '2026-10-01' });

let sent: [string, Record<string, unknown>][] = [];
let refusal: Response | null = null;
beforeEach(() => {
  sent = [];
  refusal = null;
  $shared.set(null);
  vi.stubGlobal('fetch', (path: string, { body }: { body: string }) => {
    const { together, ...change } = JSON.parse(body) as Record<string, unknown>;
    sent.push([path.split('/').at(-1) ?? '', { ...change, together }]);
    if (together === true && refusal) return refusal;
    const [first, ...rest] = [OWN, THEIRS].map((item) => ({ ...item, ...change }));
    if (together === undefined) return Response.json({ item: { ...rest[0], ...change } });
    return Response.json(
      together
        ? { items: [first, ...rest], others: [OLDER] }
        : { items: [first], others: [THEIRS, OLDER] },
    );
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const press = () => $shared.get()?.next?.run();

test('offers the same to all of that day, in one call, and takes it back from each', async () => {
  await changeAndOffer(OWN, { caption: '秋' });
  expect($shared.get()).toMatchObject({
    id: 'own',
    text: '山田 ハル様だけを変えました。同じ写真が、佐藤 一様にもあります。',
    next: { text: '2人とも同じにする' },
  });
  await press();
  expect(sent.at(-1)).toEqual(['theirs', { caption: '秋', together: true }]);
  expect($shared.get()).toMatchObject({
    text: '2人とも同じにしました。',
    next: { text: '元に戻す' },
  });
  await press();
  expect(sent.at(-1)).toEqual(['theirs', { caption: '花' }]);
  expect($shared.get()?.next?.text).toBe('2人とも同じにする');
});

test('offers nothing where it is so already, and for another day', async () => {
  await changeAndOffer(OWN, { caption: '花' });
  expect($shared.get()).toBeNull();
});

test('says what was refused, and can be tried again', async () => {
  refusal = Response.json({ msg: 'お便りは2026年9月号までです。', errors: {} }, { status: 422 });
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await changeAndOffer(OWN, { takenOn: '2026-10-05' });
  await press();
  expect($shared.get()).toMatchObject({
    text: '佐藤 一様の写真は変えられませんでした。お便りは2026年9月号までです。',
    next: { text: '2人とも同じにする' },
  });
});

test('asks first where the families of the others would see it at once', async () => {
  $firstMonth.set(202601);
  $today.set('2026-10-17');
  const asked: string[] = [];
  const stop = $question.listen((question) => {
    if (question) asked.push(question.text);
    question?.answer(false);
  });
  await changeAndOffer(OWN, { takenOn: '2026-09-03' });
  const calls = sent.length;
  await press();
  stop();
  expect(asked).toEqual([expect.stringContaining('佐藤 一様')]);
  expect(sent).toHaveLength(calls);
});
