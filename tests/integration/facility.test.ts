import { beforeEach, describe, expect, test } from 'vitest';
import { readDeliverySettings } from '#domains/facility/read-delivery-settings.ts';
import { changeFacility, readFacility } from '#domains/facility/change-facility.ts';
import { ChangeFacilityInput } from '#domains/facility/facility.ts';
import { requireResidentRoom } from '#domains/facility/resident-room.ts';
import { setPlan } from '#domains/operator/facilities.ts';
import { importRoster, tryImport } from '#domains/people/roster/import-roster.ts';
import { createResident } from '#domains/people/read-residents.ts';
import { updateResident } from '#domains/people/change-resident.ts';
import { CreateResidentInput } from '#domains/people/resident.ts';
import { castEachTest, rt, cast, admin } from '../support/cast-each-test.ts';
import { signedIn } from '../support/cast.ts';
import { makeResident } from '../support/factories.ts';

castEachTest(['admin'], { OPERATOR_EMAIL: 'operator@example.jp' });

const hostRow = () =>
  rt.db.selectFrom('hosts').selectAll().where('id', '=', cast.host.id).executeTakeFirstOrThrow();
const senderIs = (senderName: string) =>
  rt.db.insertInto('delivery_settings').values({ host_id: cast.host.id, sender_name: senderName });

describe("the facility's details", () => {
  test('change everywhere, and letters are rendered again at once', async () => {
    const before = await hostRow();
    const change = ChangeFacilityInput.parse({ name: '月の家', phone: '０３－９９９９－０００１' });
    const facility = await changeFacility(rt, admin, change);
    expect(facility).toMatchObject({ name: '月の家', phone: '03-9999-0001', city: before.city });
    const after = await hostRow();
    expect(after.content_version).toBeGreaterThan(before.content_version);
    expect((await signedIn(rt, cast.otherAdmin)).host.name).toBe('青空ホーム');
  });

  test.each([
    ['ひだまりの家', '月の家'],
    ['ひだまりの家 編集係', 'ひだまりの家 編集係'],
  ])('change the sender of mails from %s to %s', async (sender, expected) => {
    await senderIs(sender).execute();
    await changeFacility(rt, admin, { name: '月の家' });
    expect((await readDeliverySettings(rt, cast.host.id)).senderName).toBe(expected);
  });

  test.each([
    ['a link as a name', { name: 'www.example.jp' }],
    ['no name', { name: '' }],
    ['no telephone number', { phone: '110' }],
    ['no postcode', { postcode: '12' }],
    ['something else', { plan: 'large' }],
  ])('%s is refused', (_what, change) => {
    expect(ChangeFacilityInput.safeParse(change).success).toBe(false);
  });

  test('include its use of the plan; those who left are not counted', async () => {
    await makeResident(rt, cast.host.id, { left_on: '2020-01-01' });
    await rt.db.updateTable('hosts').set({ stored_bytes: 5 }).execute();
    expect(await readFacility(rt, admin)).toMatchObject({
      plan: 'standard',
      trialEndsAt: null,
      usedBytes: 5,
      maxBytes: 60_000_000_000,
      residents: 2,
      maxResidents: 50,
    });
    await setPlan(rt, cast.host.id, null);
    expect(await readFacility(rt, admin)).toMatchObject({ maxBytes: null, maxResidents: null });
  });
});

describe('one resident more than the plan allows', () => {
  const WAY_ON = /20人まで.*operator@example\.jp.*ご相談/;
  const refusal = { status: 422, message: expect.stringMatching(WAY_ON) as string };
  const newcomer = (fields = {}) => CreateResidentInput.parse({ name: '青木 ヨネ', ...fields });
  const count = async () => (await readFacility(rt, admin)).residents;
  const CSV = '氏名\r\n青木 ヨネ\r\n高橋 ハル';

  beforeEach(async () => {
    await setPlan(rt, cast.host.id, 'small');
    for (let there = await count(); there < 19; there++) await makeResident(rt, cast.host.id);
  });

  test('is refused in the form and the API, and the last one is not', async () => {
    await createResident(rt, admin, newcomer());
    await expect(createResident(rt, admin, newcomer())).rejects.toMatchObject(refusal);
    expect(await count()).toBe(20);
  });

  test('names the address that the operator’s file says, and not that of alerts', async () => {
    const env = { ...rt.env, operator: { ...rt.env.operator, email: 'info@example.jp' } };
    const full = requireResidentRoom({ ...rt, env }, cast.host.id, 2);
    await expect(full).rejects.toMatchObject({
      message: expect.stringMatching(/（info@example\.jp）に/) as string,
    });
  });

  test('an import is refused in preview and on submit, and adds no residents', async () => {
    await expect(importRoster(rt, admin, 'residents', CSV)).rejects.toMatchObject(refusal);
    await expect(tryImport(rt, admin, 'residents', Buffer.from(CSV))).rejects.toMatchObject(
      refusal,
    );
    expect(await count()).toBe(19);
    expect(await importRoster(rt, admin, 'residents', '氏名\r\n青木 ヨネ')).toMatchObject({
      residents: 1,
    });
  });

  test('cannot return, while others can change, leave and make room', async () => {
    const gone = await makeResident(rt, cast.host.id, { left_on: '2020-01-01' });
    await createResident(rt, admin, newcomer());
    await expect(updateResident(rt, admin, gone.id, { leftOn: null })).rejects.toMatchObject(
      refusal,
    );
    await updateResident(rt, admin, cast.resident.id, { room: '101' });
    await updateResident(rt, admin, cast.resident.id, { leftOn: '2020-01-01' });
    await updateResident(rt, admin, gone.id, { leftOn: null });
    expect(await count()).toBe(20);
  });

  test('can be entered if already gone', async () => {
    await createResident(rt, admin, newcomer());
    await createResident(rt, admin, newcomer({ leftOn: '2020-01-01' }));
    expect(await count()).toBe(20);
  });

  test('is accepted once the operator changes the plan or lifts the limits', async () => {
    await createResident(rt, admin, newcomer());
    await setPlan(rt, cast.host.id, 'standard');
    await createResident(rt, admin, newcomer({ name: '高橋 ハル' }));
    await setPlan(rt, cast.host.id, null);
    for (let there = 0; there < 60; there++) await makeResident(rt, cast.host.id);
    await createResident(rt, admin, newcomer({ name: '小林 フミ' }));
    expect(await count()).toBe(82);
  });
});
