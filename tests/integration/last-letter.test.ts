import { beforeEach, describe, expect, test } from 'vitest';
import { readDashboard } from '#domains/dashboard/read-dashboard.ts';
import { sendTestMail } from '#domains/delivery/test-mail.ts';
import { readLastDelivery } from '#domains/delivery/read-states.ts';
import { readFailedMails, retryFailedMail } from '#domains/mail/retry-mails.ts';
import { readFamilyLetter, readShelf } from '#domains/letter/read-letters.ts';
import { familyPhotoAddresses, mayFamilySeePhoto } from '#domains/letter/photo-access.ts';
import type { UpdateResidentInput } from '#domains/people/resident.ts';
import { sendLetter, sendLetters } from '#domains/delivery/send-on-request.ts';
import { DAY } from '../support/clock.ts';
import { tokyo } from '../support/delivery.ts';
import { filterLater } from '../support/filter-later.ts';
import { LAST_WORDS, makeLife } from '../support/life.ts';
import type { TestRuntime } from '../support/runtime.ts';
import { makeRuntime } from '../support/runtime.ts';

let rt: TestRuntime;
let life: Awaited<ReturnType<typeof makeLife>>;
beforeEach(async () => {
  rt = await makeRuntime();
  life = await makeLife(rt);
});

const FIRST = '2026-11-01T09:00:00';

describe('one last letter', () => {
  beforeEach(async () => {
    await life.own('2026-10-03');
    await life.shared('2026-10-04');
    await life.change({ diedOn: '2026-10-18' });
  });

  test('holds the words and the own photos, and is out on the 1st', async () => {
    await life.choose('last');
    const early = await readFamilyLetter(rt, await life.link(), 202610).catch(() => null);
    expect(early).toBeNull();
    await life.runAt(FIRST);
    const letter = await readFamilyLetter(rt, await life.link(), 202610);
    expect(letter).toMatchObject({
      title: '最後のお便り',
      body: LAST_WORDS,
      isLast: true,
      next: null,
    });
    expect(letter.items.map(({ residentId }) => residentId)).toEqual([life.residentId]);
    expect((await readShelf(rt, await life.link())).map(({ title }) => title)).toEqual([
      '秋のお便り',
      '最後のお便り',
    ]);
  });

  test('is not seen early, neither are its photos', async () => {
    const settings = { host_id: life.hostId, early_look: 1 } as const;
    await rt.db.insertInto('delivery_settings').values(settings).execute();
    await life.choose('last');
    const link = await life.link();
    const photos = await rt.db.selectFrom('items').select('blob_id').execute();
    const opens = () =>
      filterLater(photos, ({ blob_id }) => {
        const address = familyPhotoAddresses(rt.secrets, link)(blob_id)('360.webp');
        return mayFamilySeePhoto(rt, link.familyId, blob_id, address.split('/')[5] ?? '');
      });
    expect(await opens()).toEqual([]);
    rt.clock.set(tokyo('2026-11-01T00:00:00'));
    expect(await opens()).toHaveLength(1);
  });

  test('is mailed once, in other words, and nothing after it', async () => {
    await life.choose('last');
    await life.runAt(FIRST);
    await life.choose('last', '言葉を直しました。');
    await life.runAt('2026-11-02T09:00:00');
    expect(await life.subjects()).toEqual(
      Array(2).fill(expect.stringContaining('様のお便りについて')),
    );
    await life.shared('2026-11-04');
    await life.runAt('2026-12-01T09:00:00');
    expect(await life.subjects()).toEqual([]);
  });

  test('may be chosen later, and is then mailed at once, once', async () => {
    await life.runAt(FIRST);
    expect(await life.subjects()).toEqual([]);
    rt.clock.set(tokyo('2026-12-20T10:00:00'));
    await life.choose('last');
    await life.choose('none');
    await life.choose('last');
    expect(await life.subjects()).toHaveLength(2);
    await life.choose('last');
    await life.runAt('2027-01-01T09:00:00');
    expect(await life.subjects()).toEqual([]);
    expect((await readFamilyLetter(rt, await life.link(), 202610)).isLast).toBe(true);
  });

  test('needs words, and a death', async () => {
    await expect(life.choose('last', ' ')).rejects.toMatchObject({ status: 422 });
    await life.choose('none', '');
    await life.change({ diedOn: null });
    await expect(life.choose('last')).rejects.toMatchObject({ status: 409 });
  });

  test('keeps its words when it is chosen again, and its month when the day is corrected', async () => {
    await life.choose('last');
    rt.clock.set(tokyo('2026-11-20T10:00:00'));
    await life.change({ diedOn: '2026-10-17' });
    expect(await readFamilyLetter(rt, await life.link(), 202610)).toMatchObject({ isLast: true });
  });

  test('that was queued never goes once the death is taken back', async () => {
    await life.choose('last');
    await life.runAt(FIRST);
    await life.change({ diedOn: null });
    expect(await life.subjects()).toEqual([]);
    expect(await life.mailsOf(202610)).toEqual(Array(2).fill({ state: 'unsent' }));
    await sendLetters(rt, life.admin, { yearMonth: 202610, which: 'unsent' });
    expect(await life.subjects()).toEqual(Array(2).fill(expect.stringContaining('10月号のお便り')));
  });
});

describe('mails that wait in the outbox', () => {
  const KEPT: [string, UpdateResidentInput, UpdateResidentInput][] = [
    ['away', { awaySince: '2026-10-12' }, { awaySince: null }],
    ['left', { leftOn: '2026-09-12' }, { leftOn: null }],
    ['died', { diedOn: '2026-11-01' }, { diedOn: null }],
  ];

  test.each(KEPT)('stop when the resident is %s, and go when it is taken back', async (...of) => {
    const [state, days, undo] = of;
    await life.runAt(FIRST);
    await life.change(days);
    expect(await life.subjects()).toEqual([]);
    expect(await life.mailsOf(202610)).toEqual(Array(2).fill({ state: 'none', reason: state }));
    const { mails } = await readLastDelivery(rt, life.admin);
    expect(mails).toMatchObject({ queued: 0, later: 0, sent: 0, failed: 0 });
    await life.change(undo);
    expect(await life.subjects()).toHaveLength(2);
  });

  test.each(KEPT)('are dropped when %s is taken back after days', async (_state, days, undo) => {
    await life.runAt(FIRST);
    await life.change(days);
    rt.clock.advance(3 * DAY);
    await life.change(undo);
    expect(await life.subjects()).toEqual([]);
    expect(await life.mailsOf(202610)).toEqual(Array(2).fill({ state: 'unsent' }));
  });

  test('can be sent by hand when the reason is gone, once', async () => {
    await life.runAt(FIRST);
    await life.change({ awaySince: '2026-10-12' });
    await life.own('2026-10-03');
    expect(await life.mailsOf(202610)).toEqual(Array(2).fill({ state: 'unsent' }));
    const [familyId = ''] = life.familyIds;
    await sendLetter(rt, life.admin, { familyId, yearMonth: 202610 });
    await sendLetters(rt, life.admin, { yearMonth: 202610, which: 'unsent' });
    expect(await life.subjects()).toHaveLength(2);
    await life.change({ awaySince: null });
    expect(await life.subjects()).toEqual([]);
  });

  test('failed ones are not shown, nor tried again, until the death is taken back', async () => {
    await life.runAt(FIRST);
    const failed = { state: 'failed', last_error: '届きません。' } as const;
    await rt.db.updateTable('outbox').set(failed).execute();
    await life.change({ diedOn: '2026-11-01' });
    expect((await readFailedMails(rt, life.admin)).count).toBe(0);
    expect((await readDashboard(rt, life.admin)).lastDelivery.mails.failed).toBe(0);
    const { id } = await rt.db.selectFrom('outbox').select('id').executeTakeFirstOrThrow();
    await expect(retryFailedMail(rt, life.admin, id)).rejects.toMatchObject({ status: 404 });
    rt.clock.advance(3 * DAY);
    await life.change({ diedOn: null });
    expect((await readFailedMails(rt, life.admin)).count).toBe(2);
  });

  test('nothing is sent by hand either', async () => {
    await life.change({ diedOn: '2026-10-12' });
    const [familyId = ''] = life.familyIds;
    for (const send of [
      () => sendLetter(rt, life.admin, { familyId, yearMonth: 202609 }),
      () => sendTestMail(rt, life.admin, familyId),
    ]) {
      await expect(send()).rejects.toMatchObject({ status: 422 });
    }
    expect(await life.subjects()).toEqual([]);
  });

  test('stop also when the link is renewed in the same change', async () => {
    await life.runAt(FIRST);
    await life.change({ diedOn: '2026-11-01', rotateToken: true });
    expect(await life.subjects()).toEqual([]);
  });

  test('a test mail that waits stops as well', async () => {
    await sendTestMail(rt, life.admin, life.familyIds[0] ?? '');
    await life.change({ diedOn: '2026-10-12' });
    expect(await life.subjects()).toEqual([]);
  });
});
