import { expect, test } from 'vitest';
import { maintain, recover } from '#entry/maintenance.ts';
import { deleteItem } from '#domains/item/delete-items.ts';
import { CONTACT_KEPT_DAYS } from '#domains/operator/contact.ts';
import { sendContact } from '#domains/operator/send-contact.ts';
import { alone } from '../support/beside.ts';
import { admin, castEachTest, rt } from '../support/cast-each-test.ts';
import { DAY } from '../support/clock.ts';
import { takeLoggedErrors } from '../support/log.ts';
import { jpeg } from '../support/pictures.ts';
import { drainJobs, upload, uploadPhoto } from '../support/uploads.ts';

castEachTest(['admin']);

test('a photo that cannot be removed keeps no other one, and nothing else that is over', async () => {
  for (const width of [400, 410, 420]) {
    const { id } = await uploadPhoto(rt, admin, { bytes: await jpeg({ width }) });
    await drainJobs(rt);
    await deleteItem(rt, admin, id);
  }
  const input = { name: '田中 花', email: 'hana@example.jp', body: '教えてください。' };
  await sendContact(rt, input, { address: '192.0.2.1' });
  rt.clock.advance((CONTACT_KEPT_DAYS + 1) * DAY);
  let first: string | undefined;
  const removePhoto = async (id: string): Promise<void> => {
    first ??= id;
    if (id === first) throw Object.assign(new Error('not ours'), { code: 'EACCES' });
    await rt.blobs.removePhoto(id);
  };
  await maintain({ ...rt, blobs: { ...rt.blobs, removePhoto } });
  expect(takeLoggedErrors().map(({ msg }) => msg)).toEqual(['photo not removed yet']);
  const left = await rt.db.selectFrom('blobs').select('id').execute();
  expect(left).toEqual([{ id: first }]);
  expect(await rt.db.selectFrom('contacts').select('id').execute()).toEqual([]);
  await maintain(rt);
  expect(await rt.db.selectFrom('blobs').select('id').execute()).toEqual([]);
});

test('after a crash, an upload that cannot be removed keeps no other one', async () => {
  for (const width of [300, 310, 320]) {
    const { id } = await upload(rt, admin, await jpeg({ width }));
    await rt.db.updateTable('blobs').set({ state: 'awaiting' }).where('id', '=', id).execute();
  }
  const [first = ''] = await rt.blobs.listUploads();
  const removeUpload = (id: string) =>
    id === first ? Promise.reject(new Error('EACCES')) : rt.blobs.removeUpload(id);
  await recover(alone({ ...rt, blobs: { ...rt.blobs, removeUpload } }));
  expect(takeLoggedErrors().map(({ msg }) => msg)).toEqual(['upload not looked after']);
  expect(await rt.blobs.listUploads()).toEqual([first]);
});
