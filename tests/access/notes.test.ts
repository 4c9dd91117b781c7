import { brotliDecompressSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { NOTE_MAX_LENGTH } from '#domains/letter/note/note-limits.ts';
import { addMonths, firstDayOf } from '#lib/calendar.ts';
import { paths } from '#lib/paths.ts';
import { makeFamily, makeNote, makeResident } from '../support/factories.ts';
import { makeItem } from '../support/items.ts';
import { form } from './row.ts';
import type { Who } from './site.ts';
import { useSite } from './site.ts';

const site = useSite();

const MAX_LETTER_BYTES = 8192;
const PHOTOS = 30;
const WORDS = '朝は窓をあけて庭をながめ、お茶の時間には昔の話をよく聞かせてくださいます。';

let resident: { id: string; host_id: string; token: string };
beforeAll(async () => {
  const { factory, world } = site();
  resident = await makeResident(factory, world.cast.host.id, { name: '岡本 ツル' });
});
const month = () => site().world.yearMonth;

/** As a form without JavaScript does. */
const send = (who: Who, path: string, fields: Record<string, string>) =>
  site().ask(who, path, form({ yearMonth: String(month()), residentId: resident.id, ...fields }));
const photoPage = () => `${paths.residentItems(resident.id)}?yearMonth=${month()}`;
const saveThere = (fields: Record<string, string>) =>
  send('general', `${photoPage()}&_action=notes.save`, fields);
const room = () => paths.adminLetterRoom(month(), 'each');

describe('without JavaScript a note', () => {
  test('is saved from the photo page, and a colleague with an old page sees both texts', async () => {
    expect((await site().ask('general', photoPage())).text).toContain('まだありません');
    const saved = await saveThere({ body: '歩く練習を始められました。', version: '0' });
    expect([saved.status, saved.headers.location]).toEqual([303, `${photoPage()}&saved=1`]);
    const page = (await site().ask('general', photoPage())).text;
    expect(page).toContain('歩く練習を始められました。');

    const late = await saveThere({ body: 'お煮物を、よく。', version: '0' });
    expect(late.status).toBe(409);
    for (const text of ['歩く練習を', 'お煮物を、よく。', 'ほかの方が先に保存した']) {
      expect(late.text).toContain(text);
    }
    expect(late.text).toMatch(/name="version" value="1"/);
    const both = { body: '歩く練習を。\nお煮物も。', version: '1' };
    expect((await saveThere(both)).status).toBe(303);
  });

  test('that is too long is refused, kept, and still warned about a conflict', async () => {
    const long = 'あ'.repeat(NOTE_MAX_LENGTH + 1);
    const answer = await saveThere({ body: long, version: '0' });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(`${NOTE_MAX_LENGTH}文字まで`);
    expect(answer.text).toContain(long);
    expect(answer.text).toMatch(/name="version" value="0"/);
  });

  test('is written beside the letter, which is checked with it and leads on', async () => {
    const preview = paths.adminLetterPreview(month(), resident.id);
    const page = (await site().ask('admin', preview)).text;
    const version = /name="version" value="(\d+)"/.exec(page)?.[1] ?? '';
    const check = `${paths.adminLetterPreview(month())}?_action=notes.check`;
    const stale = await send('admin', check, { body: '古い版から。', version: '99' });
    expect(stale.status).toBe(409);
    expect(stale.text).toContain('ほかの方が保存した内容');
    expect(stale.text).toContain('古い版から。');
    expect(stale.text).not.toContain('確認済み');
    const saved = await send('admin', check, { body: 'お便りの横で書きました。', version });
    expect(saved.status).toBe(303);
    expect(saved.headers.location).not.toContain(resident.id);
    const after = (await site().ask('admin', preview)).text;
    expect(after).toContain('お便りの横で書きました。');
    expect(after).toContain('確認済み');
    expect((await site().ask('admin', room())).text).toContain('お便りの横で書きました。');
  });
});

test('the preview takes a check back, skips with a reason only, and sends after all', async () => {
  const preview = paths.adminLetterPreview(month(), resident.id);
  const press = (action: string, fields: Record<string, string> = {}) =>
    send('admin', `${paths.adminLetterPreview(month())}?_action=notes.${action}`, fields);
  const back = await press('uncheck');
  expect([back.status, back.headers.location]).toEqual([303, preview]);
  expect((await site().ask('admin', preview)).text).not.toContain('確認済み');
  const bare = await press('skip', { reason: ' ' });
  expect(bare.status).toBe(400);
  expect(bare.text).toContain('送らない理由を入力してください。');
  expect((await press('skip', { reason: '入院中のため' })).status).toBe(303);
  const held = (await site().ask('admin', preview)).text;
  expect(held).toContain('理由：入院中のため');
  expect((await site().ask('admin', room())).text).toContain('今月は送らない');
  expect((await press('sendAfterAll')).status).toBe(303);
  expect((await site().ask('admin', preview)).text).not.toContain('入院中のため');
});

test('a letter with the longest note and thirty photos is small and has no script', async () => {
  const { factory, world } = site();
  const yearMonth = addMonths(world.yearMonth, -1);
  const body = Array.from({ length: NOTE_MAX_LENGTH }, (_, n) => WORDS[(n * 7) % WORDS.length]);
  await makeNote(factory, resident, yearMonth, { body: body.join('') });
  const takenOn = firstDayOf(yearMonth);
  for (let n = 0; n < PHOTOS; n++) {
    await makeItem(factory, resident.host_id, { residentId: resident.id, takenOn });
  }
  const { token } = await makeFamily(factory, resident);
  const tokens = { residentToken: resident.token, familyToken: token };
  const headers = { 'Accept-Encoding': 'br' };
  const { status, body: wire } = await site().ask('anonymous', paths.letter(yearMonth, tokens), {
    headers,
  });
  expect(status).toBe(200);
  const html = brotliDecompressSync(wire).toString();
  expect(html).toContain(body.join(''));
  expect(html.match(/<figure/g)).toHaveLength(PHOTOS);
  expect(html).not.toContain('<script');
  expect(wire.length).toBeLessThanOrEqual(MAX_LETTER_BYTES);
});
