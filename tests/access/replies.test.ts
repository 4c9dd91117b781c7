import { expect, test } from 'vitest';
import { BREAK } from '#lib/break.ts';
import { paths } from '#lib/paths.ts';
import { makeAnswer } from '../support/factories.ts';
import { readPage } from '../support/page-forms.ts';
import { form } from './row.ts';
import { useSite } from './site.ts';

const site = useSite();
const WORD = '母は、よく眠れていますか。';
const REPLY = 'はい、毎晩よくお休みです。\n<b>またお越しください。</b>';
const LATER = 'はい。昼寝もなさっています。';

const open = async (path: string) => readPage((await site().ask('admin', path)).text);

test('a word is answered by its page, read below it, corrected and taken away', async () => {
  const { factory, world, ask } = site();
  const { family, resident } = world.cast;
  const { yearMonth } = world;
  const { id } = await makeAnswer(factory, family, { body: WORD, year_month: yearMonth });
  await factory.db
    .insertInto('letter_reads')
    .values({
      ...{ host_id: family.host_id, family_id: family.id, year_month: yearMonth, answers: 1 },
      ...{ seen_at: factory.clock.now().toISOString(), stamp: null },
    })
    .onConflict((conflict) =>
      conflict.columns(['host_id', 'family_id', 'year_month']).doUpdateSet({ answers: 1 }),
    )
    .execute();
  await factory.db
    .updateTable('families')
    .set({ phone: '090-1234-5678' })
    .where('id', '=', family.id)
    .execute();
  const tokens = { residentToken: resident.token, familyToken: family.token };
  const letter = async () =>
    (await ask('anonymous', paths.letter(yearMonth, tokens))).text.replaceAll(BREAK, '');
  const send = async (words: string, typed: Record<string, string>, path = paths.answer(id)) => {
    const pressed = (await open(path)).press(words);
    if (!pressed) throw new Error(`no button: ${words}`);
    const at = new URL(pressed.action, new URL(path, site().server.url));
    return ask('admin', at.pathname + at.search, form({ ...pressed.fields, ...typed }));
  };

  expect(await letter()).not.toContain('施設からのお返事');
  const list = await open(paths.answers);
  expect(list.link('お返事を書く')).toBe(paths.answer(id));
  expect(list.link('090-1234-5678')).toBe('tel:09012345678');
  expect((await ask('general', paths.answers)).text).not.toContain('090-1234');

  const empty = await send('お返事を送る', { body: ' ' });
  expect([empty.status, empty.text.includes('まだ何も書かれていません')]).toEqual([400, true]);
  const sent = await send('お返事を送る', { body: REPLY });
  expect(sent.status).toBe(303);
  expect((await open(String(sent.headers.location))).text).toContain('お返事を保存しました');
  expect(await letter()).toMatch(/施設からのお返事.*毎晩よくお休みです。\s*&lt;b&gt;/s);
  const year = paths.letterYear(Math.floor(yearMonth / 100), tokens);
  expect((await ask('anonymous', year)).text.replaceAll(BREAK, '')).toContain(
    '毎晩よくお休みです。',
  );

  // What a colleague has changed meanwhile is shown beside what was typed.
  const page = await open(paths.answer(id));
  const pressed = page.press('直したお返事を保存する');
  expect(pressed?.fields['body']).toBe(REPLY);
  const stale = await send('直したお返事を保存する', { body: LATER, before: '別のお返事' });
  expect(stale.status).toBe(409);
  const both = readPage(stale.text);
  expect(both.text).toContain('毎晩よくお休みです。');
  expect(both.press('直したお返事を保存する')?.fields).toMatchObject({
    body: LATER,
    before: REPLY,
  });
  expect((await send('直したお返事を保存する', { body: LATER })).status).toBe(303);
  expect(await letter()).toContain('昼寝もなさっています。');

  const asks = `${paths.answer(id)}?confirm=delete`;
  expect((await send('お返事を削除する', {}, asks)).status).toBe(303);
  expect(await letter()).not.toContain('施設からのお返事');
});
