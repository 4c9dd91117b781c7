import { createLetter, updateLetter } from '#domains/letter/desk/edit-letters.ts';
import type { UpdateLetterInput } from '#domains/letter/desk/admin-letter.ts';
import { signedIn } from '../cast.ts';
import { makeHost, makeLetter, makeStaff } from '../factories.ts';
import { makeItem } from '../items.ts';
import type { TestRuntime } from '../runtime.ts';
import type { World } from './pairs.ts';
import { pairsOf } from './pairs.ts';

const MONTH = 202610;

async function make({ rt }: World) {
  const host = await makeHost(rt);
  const admin = await signedIn(rt, await makeStaff(rt, host.id, { role: 'admin' }));
  const cover = await makeItem(rt, host.id, { residentId: null, takenOn: '2026-10-05' });
  return { admin, hostId: host.id, cover: cover.id };
}

type Made = Awaited<ReturnType<typeof make>>;

const read = ({ rt }: World, { hostId }: Made) =>
  rt.db.selectFrom('letters').selectAll().where('host_id', '=', hostId).executeTakeFirst();

type After = NonNullable<Awaited<ReturnType<typeof read>>>;

const save =
  (input: UpdateLetterInput) =>
  (rt: TestRuntime, { admin }: Made) =>
    updateLetter(rt, admin, MONTH, input);

const written = (log: 'letter.saved', of: Partial<After>) => ({
  log,
  counted: (row: After) =>
    Object.entries(of).every(([key, value]) => row[key as keyof After] === value),
});

/** Whoever saves over a version that is no longer there is told, and keeps the text. */
const letter = pairsOf({
  async make(world) {
    const made = await make(world);
    await makeLetter(world.rt, made.hostId, MONTH);
    return made;
  },
  read,
  changes: {
    title: {
      apply: save({ title: '秋の便り', version: 1 }),
      ...written('letter.saved', { title: '秋の便り' }),
    },
    body: {
      apply: save({ body: '紅葉の季節です。', version: 1 }),
      ...written('letter.saved', { body: '紅葉の季節です。' }),
    },
    cover: {
      apply: (rt, { admin, cover }) =>
        updateLetter(rt, admin, MONTH, { coverItemId: cover, version: 1 }),
      log: 'letter.saved',
      counted: (row) => row.cover_item_id !== null,
    },
  },
});

const firstLetter = pairsOf({
  make,
  read,
  changes: {
    create: {
      apply: (rt, { admin }) =>
        createLetter(rt, admin, { yearMonth: MONTH, body: 'はじめまして。', coverItemId: null }),
      ...written('letter.saved', { body: 'はじめまして。' }),
    },
    save: {
      apply: save({ body: 'こんにちは。', version: 0 }),
      ...written('letter.saved', { body: 'こんにちは。' }),
    },
  },
});

export const LETTERS = { letter, firstLetter };
