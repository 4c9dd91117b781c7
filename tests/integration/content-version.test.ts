import { beforeEach, expect, test } from 'vitest';
import { castEachTest, rt, cast, general as actor } from '../support/cast-each-test.ts';
import { signedIn } from '../support/cast.ts';
import { NOON } from '../support/clock.ts';
import {
  makeFamily,
  makeSkipped,
  makeLetter,
  makeNote,
  makeResident,
} from '../support/factories.ts';
import { makeItem } from '../support/items.ts';
import { uploadPhoto, renderPhoto } from '../support/uploads.ts';
let itemId: string;

castEachTest(['general']);
beforeEach(async () => {
  const residentId = cast.resident.id;
  itemId = (await makeItem(rt, cast.host.id, { residentId, takenOn: '2026-09-02' })).id;
  await makeLetter(rt, cast.host.id, 202609);
  await makeNote(rt, cast.resident, 202609);
  await makeSkipped(rt, cast.resident, 202608);
  await makeSkipped(rt, cast.resident, 202607, { held_back: null, checked_at: NOON });
});

const versionOf = async (hostId: string) => {
  const row = await rt.db
    .selectFrom('hosts')
    .select('content_version')
    .where('id', '=', hostId)
    .executeTakeFirstOrThrow();
  return row.content_version;
};
const item = () => rt.db.updateTable('items').where('id', '=', itemId);
const ofHost = () => ({ host_id: cast.host.id });

/** Everything a family's page depends on; one left out would show an outdated letter. */
const RAISING: Record<string, () => Promise<unknown>> = {
  'a photo is added': () => makeItem(rt, cast.host.id, { residentId: null, takenOn: '2026-09-03' }),
  'a caption changes': () => item().set({ caption: '敬老会' }).execute(),
  'a day changes': () => item().set({ taken_on: '2026-08-31' }).execute(),
  'a photo moves': () => item().set({ resident_id: cast.neighbour.id }).execute(),
  'a photo is deleted': () => item().set({ deleted_at: NOON }).execute(),
  'a photo is purged': () => rt.db.deleteFrom('items').execute(),
  'a text is saved': () => makeLetter(rt, cast.host.id, 202608),
  'a text changes': () => rt.db.updateTable('letters').set({ body: '' }).execute(),
  'a text is deleted': () => rt.db.deleteFrom('letters').execute(),
  'a resident is added': () => makeResident(rt, cast.host.id),
  'a resident leaves': () =>
    rt.db.updateTable('residents').set({ left_on: '2026-09-01' }).execute(),
  'a resident goes away': () =>
    rt.db.updateTable('residents').set({ away_since: '2026-09-01' }).execute(),
  'a resident dies': () =>
    rt.db
      .updateTable('residents')
      .set({ died_on: '2026-09-01', letters_end: '2026-09-01' })
      .execute(),
  'photos are hidden': () => rt.db.updateTable('residents').set({ photos_hidden: 1 }).execute(),
  'a family is added': () => makeFamily(rt, cast.resident),
  'a link is renewed': () =>
    rt.db.updateTable('families').set({ token: 'x' }).where('id', '=', cast.family.id).execute(),
  'a family is removed': () => rt.db.deleteFrom('families').execute(),
  'a note is written': () => makeNote(rt, cast.neighbour, 202609),
  'a note changes': () => rt.db.updateTable('letter_notes').set({ body: '' }).execute(),
  'a note is deleted': () => rt.db.deleteFrom('letter_notes').execute(),
  'a letter is skipped': () => makeSkipped(rt, cast.neighbour, 202609),
  'a checked letter is skipped': () =>
    rt.db.updateTable('letter_checks').set({ held_back: '入院中' }).execute(),
  'a letter is sent after all': () =>
    rt.db.deleteFrom('letter_checks').where('held_back', 'is not', null).execute(),
  'the early look is allowed': () =>
    rt.db
      .insertInto('delivery_settings')
      .values({ ...ofHost(), early_look: 1 })
      .execute(),
  'the facility is renamed': () => rt.db.updateTable('hosts').set({ name: '新' }).execute(),
  'the phone number changes': () => rt.db.updateTable('hosts').set({ phone: '1' }).execute(),
};

test.each(Object.entries(RAISING))('is incremented when %s', async (_what, write) => {
  const before = await versionOf(cast.host.id);
  await write();
  expect(await versionOf(cast.host.id)).toBeGreaterThan(before);
});

test("is incremented when a photo's variants are ready", async () => {
  await uploadPhoto(rt, actor);
  const before = await versionOf(cast.host.id);
  const { blob_id } = await rt.db
    .selectFrom('items')
    .select('blob_id')
    .where('id', '<>', itemId)
    .executeTakeFirstOrThrow();
  await renderPhoto(rt, blob_id);
  expect(await versionOf(cast.host.id)).toBeGreaterThan(before);
});

test('stays when nothing of this facility changes', async () => {
  const before = await versionOf(cast.host.id);
  await makeItem(rt, cast.otherHost.id, { residentId: null, takenOn: '2026-09-03' });
  await signedIn(rt, cast.general);
  await rt.db.updateTable('staffs').set({ last_seen_at: NOON }).execute();
  // Families see nothing of a check, nor of who wrote a note.
  await makeSkipped(rt, cast.neighbour, 202609, { held_back: null, checked_at: NOON });
  await rt.db.updateTable('letter_checks').set({ checked_at: null }).execute();
  await rt.db.updateTable('letter_notes').set({ updated_by: cast.general.id }).execute();
  // Changes only its own page; otherwise each answer would invalidate all letters.
  const seen = { family_id: cast.family.id, year_month: 202609, seen_at: NOON, stamp: null };
  await rt.db
    .insertInto('letter_reads')
    .values({ ...ofHost(), ...seen })
    .execute();
  expect(await versionOf(cast.host.id)).toBe(before);
});
