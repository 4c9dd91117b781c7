import { expect, test } from 'vitest';
import { maintain } from '#entry/maintenance.ts';
import { deleteItem } from '#domains/item/delete-items.ts';
import { CONTACT_KEPT_DAYS } from '#domains/operator/contact.ts';
import { sendContact } from '#domains/operator/send-contact.ts';
import { admin, castEachTest, rt } from '../support/cast-each-test.ts';
import { DAY } from '../support/clock.ts';
import { takeLoggedErrors } from '../support/log.ts';
import { jpeg } from '../support/pictures.ts';
import { drainJobs, uploadPhoto } from '../support/uploads.ts';

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
