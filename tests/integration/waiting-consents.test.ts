import { beforeEach, describe, expect, test } from 'vitest';
import { addConsent, readConsents } from '#domains/people/consent-records/answer-consent.ts';
import {
  confirmConsents,
  declineConsents,
  keepConsents,
} from '#domains/people/consent-records/confirm-consents.ts';
import type { ConsentInput } from '#domains/people/consent-records/consent-record.ts';
import type { ConsentAnswer } from '#domains/people/consent.ts';
import { readResidentCard } from '#domains/people/read-residents.ts';
import { civilDateOf } from '#lib/calendar.ts';
import { newId } from '#server/secrets.ts';
import { admin, cast, castEachTest, rt } from '../support/cast-each-test.ts';
import { makeConsent } from '../support/consents.ts';
import { makeFamily, makeResident } from '../support/factories.ts';

castEachTest(['admin']);
let id: string;
beforeEach(async () => {
  ({ id } = await makeResident(rt, cast.host.id, { name: '青木 ヨネ', photo_consent: null }));
});

/** Answers of one instant would have no order. */
const later = () => rt.clock.advance(60_000);
const today = () => civilDateOf(rt.clock.now());
const record = async (input: ConsentInput) => {
  later();
  return addConsent(rt, admin, id, input);
};
const all = async () => (await readConsents(rt, admin, id)).consents;
const answers = async () => (await all()).map(({ answer }) => answer);
const stored = () =>
  rt.db
    .selectFrom('residents')
    .select(['photo_consent', 'photo_consent_extent', 'photos_hidden'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const holding = async () => (await all()).filter(({ holds }) => holds);
const events = async () =>
  (
    await rt.db
      .selectFrom('audit_logs')
      .select(['action', 'target', 'staff_id'])
      .where('action', 'like', 'resident.consent%')
      .orderBy('created_at')
      .execute()
  ).map(({ action, target, staff_id }) => {
    expect(staff_id).toBe(admin.id);
    return `${action} ${(target ?? '').replace(id, '').trim()}`.trim();
  });

/** As the page of a family leaves it; of a new one, unless told otherwise. */
const leave = async (
  answer: ConsentAnswer,
  residentId = id,
  familyId?: string,
): Promise<string> => {
  later();
  const resident = { id: residentId, host_id: cast.host.id };
  const family_id = familyId ?? (await makeFamily(rt, resident)).id;
  return makeConsent(rt, resident, { answer, family_id });
};

describe("a family's answer", () => {
  test('that is wider changes nothing until an admin confirms it, and then holds', async () => {
    await record({ answer: 'none' });
    const waiting = await leave('all');
    expect((await stored()).photo_consent).toBe(0);
    expect((await holding()).map(({ answer }) => answer)).toEqual(['none']);
    later();
    expect(await confirmConsents(rt, admin, [waiting], 'none')).toEqual({
      ...{ act: 'confirm', count: 1, id, left: 0 },
    });
    expect(await stored()).toMatchObject({ photo_consent: 1, photos_hidden: 0 });
    expect((await all())[0]).toMatchObject({
      ...{ id: waiting, answer: 'all', holds: true, recordedBy: admin.name },
      confirmedAt: rt.clock.now().toISOString(),
    });
    expect(await events()).toEqual([
      'resident.consent_changed withdrawn',
      'resident.consent_changed given',
    ]);
  });

  test('is confirmed together with others that say the same', async () => {
    const [first, second] = [await leave('own'), await leave('own')];
    const other = await leave('all', cast.resident.id);
    later();
    expect((await confirmConsents(rt, admin, [second, other, first])).count).toBe(3);
    expect(await stored()).toMatchObject({ photo_consent: 1, photo_consent_extent: 'own' });
    expect((await holding()).map((one) => one.id)).toEqual([second]);
  });

  test('that a colleague has dealt with is left as it is', async () => {
    const [first, second] = [await leave('all'), await leave('all', cast.resident.id)];
    later();
    await confirmConsents(rt, admin, [first]);
    later();
    expect(await confirmConsents(rt, admin, [first, second])).toMatchObject({ count: 1, left: 1 });
    for (const act of [confirmConsents(rt, admin, [first]), declineConsents(rt, admin, [first])]) {
      await expect(act).rejects.toMatchObject({ status: 409 });
    }
    expect(await answers()).toEqual(['all']);
  });

  test('that is declined is gone, and only noted', async () => {
    await declineConsents(rt, admin, [await leave('all')]);
    expect(await all()).toEqual([]);
    expect((await stored()).photo_consent).toBeNull();
    expect(await events()).toEqual(['resident.consent_declined']);
  });

  test("of another facility's resident does not exist", async () => {
    const waiting = await leave('all');
    const stranger = { ...admin, host: { ...admin.host, id: newId() } };
    for (const act of [confirmConsents, declineConsents]) {
      await expect(act(rt, stranger, [waiting])).rejects.toMatchObject({ status: 404 });
    }
    await expect(readConsents(rt, stranger, id)).rejects.toMatchObject({ status: 404 });
    await expect(addConsent(rt, stranger, id, { answer: 'all' })).rejects.toMatchObject({
      status: 404,
    });
  });
});

describe('once a year', () => {
  test('a yes is kept as it is, and any other answer is left alone', async () => {
    await record({ answer: 'own' });
    const refused = await makeResident(rt, cast.host.id, { photo_consent: 0 });
    later();
    expect(await keepConsents(rt, admin, [id, refused.id, id])).toMatchObject({
      count: 1,
      left: 1,
    });
    expect(await answers()).toEqual(['own', 'own']);
    expect((await holding())[0]).toMatchObject({
      on: today(),
      note: '変わりないことを確かめた',
    });
    expect(await events()).toEqual(['resident.consent_changed given_own', 'resident.consent_kept']);
    await expect(keepConsents(rt, admin, [refused.id])).rejects.toMatchObject({ status: 409 });
  });
});
