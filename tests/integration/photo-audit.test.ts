import { beforeEach, expect, test } from 'vitest';
import type { AuditAction } from '#domains/audit/audit.ts';
import { copyItem, moveItem } from '#domains/item/item-place.ts';
import { changeItem } from '#domains/item/change-items.ts';
import { namePeople } from '#domains/item/name-people.ts';
import { retryFailedPhotos } from '#domains/photo/retry-photos.ts';
import type { UpdateItemInput } from '#domains/item/item.ts';
import { changeAndTell, deleteAndTell, restoreTogether } from '#domains/item/together.ts';
import { deleteItem, restoreItem } from '#domains/item/delete-items.ts';
import { castEachTest, rt, cast, admin } from '../support/cast-each-test.ts';
import { signedIn } from '../support/cast.ts';
import { MINUTE } from '../support/clock.ts';
import { readEvents } from '../support/events.ts';
import { makeItem } from '../support/items.ts';
import { drainJobs, uploadPhoto } from '../support/uploads.ts';

type Action = Extract<AuditAction, `photo.${string}`>;
let itemId: string;
let residentId: string;

castEachTest(['admin']);
beforeEach(async () => {
  residentId = cast.resident.id;
  itemId = (await makeItem(rt, cast.host.id, { residentId, takenOn: '2026-09-02' })).id;
  await rt.db.deleteFrom('audit_logs').execute();
});

const byAdmin = () => ({ host_id: cast.host.id, staff_id: admin.id });
const ofItem = () => ({ ...byAdmin(), target: itemId, resident_id: residentId });

/** What causes each event, and what is recorded. */
const EVENTS: Record<Action, () => Promise<object>> = {
  async 'photo.added'() {
    const { id } = await uploadPhoto(rt, admin, { residentId });
    return { ...ofItem(), target: id };
  },
  async 'photo.moved'() {
    await moveItem(rt, admin, itemId, null);
    return { ...ofItem(), resident_id: null, detail: residentId };
  },
  async 'photo.copied'() {
    const { id } = await copyItem(rt, admin, itemId, cast.neighbour.id);
    return { ...byAdmin(), target: id, resident_id: cast.neighbour.id, detail: residentId };
  },
  async 'photo.people_named'() {
    const { id } = await makeItem(rt, cast.host.id, { residentId: null, takenOn: '2026-09-02' });
    await namePeople(rt, admin, id, { residentIds: [residentId] });
    return { ...byAdmin(), target: id, resident_id: null, detail: residentId };
  },
  async 'photo.deleted'() {
    await deleteItem(rt, admin, itemId);
    return ofItem();
  },
  async 'photo.restored'() {
    await deleteItem(rt, admin, itemId);
    await restoreItem(rt, admin, itemId);
    return ofItem();
  },
  async 'photo.deleted_together'() {
    await copyItem(rt, admin, itemId, cast.neighbour.id);
    await deleteAndTell(rt, admin, itemId, { together: true });
    return { ...ofItem(), detail: expect.stringContaining(cast.neighbour.id) as string };
  },
  async 'photo.restored_together'() {
    await copyItem(rt, admin, itemId, null);
    await deleteAndTell(rt, admin, itemId, { together: true });
    await restoreTogether(rt, admin, itemId);
    return { ...ofItem(), detail: expect.stringContaining(residentId) as string };
  },
  'photo.dated_together': () => changedTogether({ takenOn: '2026-09-03' }),
  'photo.captioned_together': () => changedTogether({ caption: '秋の散歩' }),
  'photo.left_out_together': () => changedTogether({ leftOut: true }),
  async 'photo.let_in_together'() {
    await rt.db.updateTable('items').set({ left_out: 1 }).where('id', '=', itemId).execute();
    return changedTogether({ leftOut: false });
  },
  'photo.put_aside_together': () => changedTogether({ held: true }),
  async 'photo.answered_together'() {
    await rt.db.updateTable('items').set({ held: 1 }).where('id', '=', itemId).execute();
    return changedTogether({ held: false });
  },
  async 'photo.ordered_together'() {
    await copyItem(rt, admin, itemId, cast.neighbour.id);
    rt.clock.advance(MINUTE);
    const later = await makeItem(rt, cast.host.id, { residentId, takenOn: '2026-09-02' });
    await copyItem(rt, admin, later.id, cast.neighbour.id);
    await changeAndTell(rt, admin, itemId, { order: 'later', together: true });
    return { ...ofItem(), detail: expect.stringContaining(cast.neighbour.id) as string };
  },
  async 'photo.dated'() {
    await changeItem(rt, admin, itemId, { takenOn: '2026-09-03' });
    return ofItem();
  },
  async 'photo.answered'() {
    await rt.db.updateTable('items').set({ held: 1 }).where('id', '=', itemId).execute();
    const { yearMonth } = await changeItem(rt, admin, itemId, { held: false });
    return { ...ofItem(), detail: String(yearMonth) };
  },
  async 'photo.put_aside'() {
    await changeItem(rt, admin, itemId, { held: true });
    return ofItem();
  },
  async 'photo.captioned'() {
    await changeItem(rt, admin, itemId, { caption: '秋の散歩' });
    return ofItem();
  },
  async 'photo.turned'() {
    const { id } = await uploadPhoto(rt, admin);
    await drainJobs(rt);
    await changeItem(rt, admin, id, { rotate: 90 });
    return { ...byAdmin(), target: id };
  },
  async 'photo.left_out'() {
    await changeItem(rt, admin, itemId, { leftOut: true });
    return ofItem();
  },
  async 'photo.let_in'() {
    await rt.db.updateTable('items').set({ left_out: 1 }).where('id', '=', itemId).execute();
    await changeItem(rt, admin, itemId, { leftOut: false });
    return ofItem();
  },
  async 'photo.ordered'() {
    rt.clock.advance(MINUTE);
    await makeItem(rt, cast.host.id, { residentId, takenOn: '2026-09-02' });
    await changeItem(rt, admin, itemId, { order: 'later' });
    return ofItem();
  },
  async 'photo.retried'() {
    await retryFailedPhotos(rt, admin);
    return byAdmin();
  },
};

async function changedTogether(input: UpdateItemInput) {
  await copyItem(rt, admin, itemId, cast.neighbour.id);
  await changeAndTell(rt, admin, itemId, { ...input, together: true });
  return { ...ofItem(), detail: expect.stringContaining(cast.neighbour.id) as string };
}

const written = () => readEvents(rt);

test.each(Object.keys(EVENTS) as Action[])(
  '%s is recorded once, without a name',
  async (action) => {
    const expected = await EVENTS[action]();
    const rows = await written();
    expect(rows.filter((row) => row.action === action)).toMatchObject([
      { ...expected, created_at: rt.clock.now().toISOString() },
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/@|example|[ぁ-ん一-龠]/);
  },
);

test('changes without effect, and refusals, are not recorded', async () => {
  await changeItem(rt, admin, itemId, { takenOn: '2026-09-02', caption: '', leftOut: false });
  await changeItem(rt, admin, itemId, { order: 'earlier' });
  await moveItem(rt, admin, itemId, residentId);
  await restoreItem(rt, admin, itemId);
  await copyItem(rt, admin, itemId, residentId).catch(() => undefined);
  await changeItem(rt, admin, itemId, { rotate: 90 }).catch(() => undefined);
  await deleteItem(rt, await signedIn(rt, cast.otherAdmin), itemId).catch(() => undefined);
  expect((await written()).filter(({ action }) => action !== 'session.started')).toEqual([]);
});
