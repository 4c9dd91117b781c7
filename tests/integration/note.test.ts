import { buffer } from 'node:stream/consumers';
import { beforeEach, describe, expect, test } from 'vitest';
import { BREAK } from '#lib/break.ts';
import { INDEX, STYLE } from '#domains/paper/archive/archive-names.ts';
import { openMonthArchive } from '#domains/paper/archive/make-archive.ts';
import { openLink } from '#domains/letter/link.ts';
import { readAdminLetters } from '#domains/letter/desk/edit-letters.ts';
import { readFamilyLetter, readShelf } from '#domains/letter/read-letters.ts';
import { NoteInput, STALE_NOTE } from '#domains/letter/note/note.ts';
import { readNote, saveNote, readNoteStart } from '#domains/letter/note/write-notes.ts';
import { readPrintRun } from '#domains/paper/print/read-prints.ts';
import { unzip } from '../support/archives.ts';
import { castEachTest, rt, cast, general, admin } from '../support/cast-each-test.ts';
import type { Cast } from '../support/cast.ts';
import { makeFamily, makeLetter } from '../support/factories.ts';

const OUT = 202609;
const NOW = 202610;
const BODY = '食欲があり、\nよく笑っておいでです。';

castEachTest(['general', 'admin']);

const save = (body: string, version: number, month = NOW, actor = general) =>
  saveNote(rt, actor, month, cast.resident.id, { body, version });
const read = (month = NOW) => readNote(rt, general, month, cast.resident.id);
const linkOf = async (resident: Cast['resident'], family: Cast['family']) => {
  const tokens = { residentToken: resident.token, familyToken: family.token };
  const link = await openLink(rt, tokens);
  if (!link) throw new Error('the link must open');
  return link;
};
/** Letters begin with the first text. */
const begin = () => makeLetter(rt, cast.host.id, 202601);

describe('a note', () => {
  test('is written over the version that was read, with who and when', async () => {
    expect(await read()).toMatchObject({ body: '', version: 0, updatedBy: null, updatedAt: null });
    const first = await save(BODY, 0);
    expect(first).toMatchObject({ body: BODY, version: 1, updatedBy: cast.general.name });
    const second = await save('歩く練習も。', 1, NOW, admin);
    expect(second).toMatchObject({ version: 2, updatedBy: cast.admin.name });
    expect(await read()).toEqual(second);
  });

  test.each([0, 1, 3])('is not written over a version that nobody read: %i', async (version) => {
    await save(BODY, 0);
    await save('あとから。', 1, NOW, admin);
    await expect(save('知らずに。', version)).rejects.toMatchObject({
      status: 409,
      message: STALE_NOTE,
    });
    expect(await read()).toMatchObject({ body: 'あとから。', version: 2 });
  });

  test('that is emptied cannot be overwritten by an older page', async () => {
    await save(BODY, 0);
    expect(await save('', 1, NOW, admin)).toMatchObject({ body: '', version: 2 });
    await expect(save('古いページから。', 1)).rejects.toMatchObject({ status: 409 });
    await expect(save('もっと古いページから。', 0)).rejects.toMatchObject({ status: 409 });
    expect(await save('新しく。', 2)).toMatchObject({ version: 3 });
  });

  test('has no new writer when the same text is saved again', async () => {
    await save(BODY, 0);
    expect(await save(BODY, 1, NOW, admin)).toMatchObject({
      version: 1,
      updatedBy: cast.general.name,
    });
  });

  test('keeps its text when its writer has left the facility', async () => {
    await save(BODY, 0);
    await rt.db.deleteFrom('staffs').where('id', '=', cast.general.id).execute();
    const note = await readNote(rt, admin, NOW, cast.resident.id);
    expect(note).toMatchObject({ body: BODY, updatedBy: null });
  });

  test('of two people at once is saved once', async () => {
    const tries = await Promise.allSettled([save('一人目。', 0), save('二人目。', 0, NOW, admin)]);
    expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await read()).version).toBe(1);
  });
});

describe('a note is refused', () => {
  test('for residents of other facilities, as for unknown ones', async () => {
    for (const id of [cast.foreignResident.id, 'unknown']) {
      const trial = saveNote(rt, general, NOW, id, { body: BODY, version: 0 });
      await expect(trial).rejects.toMatchObject({ status: 404 });
      await expect(readNote(rt, general, NOW, id)).rejects.toMatchObject({ status: 404 });
    }
  });

  test('before the first letter, and after the month of leaving', async () => {
    await expect(save(BODY, 0, OUT)).rejects.toMatchObject({ status: 422 });
    await begin();
    await rt.db.updateTable('residents').set({ left_on: '2026-09-20' }).execute();
    expect(await save(BODY, 0, OUT)).toMatchObject({ version: 1 });
    await expect(save(BODY, 0, NOW)).rejects.toMatchObject({ status: 422 });
  });

  test('beyond 600 characters', () => {
    const of = (body: string) => NoteInput.safeParse({ body, version: 0 }).success;
    expect([of('あ'.repeat(600)), of('あ'.repeat(601)), of('👩‍🍳'.repeat(10))]).toEqual([
      true,
      false,
      true,
    ]);
  });
});

describe('a note alone makes a letter of that family only', () => {
  beforeEach(async () => {
    await begin();
    await rt.db.deleteFrom('letters').execute();
    await save(BODY, 0);
    rt.clock.set('2026-11-01T03:00:00.000Z');
  });

  test('on the shelf, opened, in the archive and in the list of admins', async () => {
    const own = await linkOf(cast.resident, cast.family);
    const other = await linkOf(cast.neighbour, cast.neighbourFamily);
    expect((await readShelf(rt, own)).map(({ yearMonth }) => yearMonth)).toEqual([NOW]);
    expect(await readShelf(rt, other)).toEqual([]);
    expect(await readFamilyLetter(rt, own, NOW)).toMatchObject({ note: BODY, items: [] });
    await expect(readFamilyLetter(rt, other, NOW)).rejects.toMatchObject({ status: 404 });
    const archive = await openMonthArchive(rt, own, NOW);
    if (!archive) throw new Error('a note makes an archive');
    const { [INDEX]: page = Buffer.from(''), ...others } = unzip(await buffer(archive.stream()));
    expect(Object.keys(others)).toEqual([STYLE]);
    expect(page.toString().replaceAll(BREAK, '')).toContain(
      '>ウメ様のご様子</h2><p class="note">食欲があり、\nよく笑っておいでです。</p>',
    );
    expect(await openMonthArchive(rt, other, NOW)).toBeNull();
    const months = (await readAdminLetters(rt, admin)).map(({ yearMonth }) => yearMonth);
    expect(months).toEqual([NOW]);
  });

  test('and is printed under the heading', async () => {
    await makeFamily(rt, cast.resident, { delivery: 'print', name: '田中 夏' });
    const { letters, left } = await readPrintRun(rt, admin, NOW, { familyId: null });
    expect(left).toMatchObject([{ reason: 'address' }]);
    expect(letters).toEqual([]);
    const family = {
      postcode: '1040061',
      pref: '東京都',
      city: '中央区',
      town: '銀座',
      street: '1',
    };
    await rt.db.updateTable('families').set(family).execute();
    const run = await readPrintRun(rt, admin, NOW, { familyId: null });
    const blocks = run.letters[0]?.pages.flat() ?? [];
    const at = blocks.findIndex(({ kind }) => kind === 'heading');
    expect(blocks[at]).toEqual({ kind: 'heading', text: 'ウメ様のご様子' });
    expect(blocks[at + 1]).toEqual({ kind: 'note', lines: BODY.split('\n') });
  });

  test('until it is emptied', async () => {
    await save('', 1, NOW);
    const own = await linkOf(cast.resident, cast.family);
    expect(await readShelf(rt, own)).toEqual([]);
    await expect(readFamilyLetter(rt, own, NOW)).rejects.toMatchObject({ status: 404 });
  });
});

test('the photo page offers a note where a letter can hold one', async () => {
  const filter = { yearMonth: NOW, tab: 0, shown: cast.resident.id };
  const start = (id: string | null, more = {}) =>
    readNoteStart(rt, general, id, { ...filter, ...more });
  expect(await start(cast.resident.id)).toMatchObject({ note: { version: 0 }, whySkipped: null });
  expect(await start(null)).toBeNull();
  expect(await start(cast.resident.id, { tab: 1 })).toBeNull();
  await rt.db.updateTable('residents').set({ left_on: '2026-09-20' }).execute();
  expect(await start(cast.resident.id)).toBeNull();
  expect(await start(cast.resident.id, { yearMonth: OUT })).not.toBeNull();
});
