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
import { changeFamily, removeFamily } from '#domains/people/manage-families.ts';
import { readConsentList } from '#domains/people/consent-records/consent-list.ts';
import { readDashboard } from '#domains/dashboard/read-dashboard.ts';
import { sendConsent } from '#domains/letter/consent/family-consent.ts';
import { openLink } from '#domains/letter/link.ts';
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
const obeyed = async () => {
  const { holds, obeyed: now, hidden } = await readConsents(rt, admin, id);
  return { holds, obeyed: now, hidden };
};
const tokenOf = async (residentId: string) =>
  (
    await rt.db
      .selectFrom('residents')
      .select('token')
      .where('id', '=', residentId)
      .executeTakeFirstOrThrow()
  ).token;
const holding = async () => (await all()).filter(({ holds }) => holds);
const events = async () =>
  (
    await rt.db
      .selectFrom('audit_logs')
      .select(['action', 'target', 'detail', 'staff_id'])
      .where('action', 'like', 'resident.consent%')
      .orderBy('created_at')
      .execute()
  ).map(({ action, target, detail, staff_id }) => {
    expect(staff_id).toBe(admin.id);
    return [action, (target ?? '').replace(id, '').trim(), detail ?? ''].filter(Boolean).join(' ');
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

  test('that is narrower is obeyed at once, and no more once it is declined', async () => {
    await record({ answer: 'all' });
    const waiting = await leave('none');
    expect(await obeyed()).toEqual({ holds: 'all', obeyed: 'none', hidden: true });
    expect((await readResidentCard(rt, admin, id)).resident.photoConsent).toBe(false);
    expect((await readDashboard(rt, admin)).consents).toMatchObject({
      ...{ waiting: 0, narrower: 1, narrowed: [{ id, name: '青木 ヨネ' }] },
    });
    await expect(declineConsents(rt, admin, [waiting])).rejects.toMatchObject({ status: 409 });
    await declineConsents(rt, admin, [waiting], 'all');
    expect(await obeyed()).toEqual({ holds: 'all', obeyed: 'all', hidden: false });
  });

  test('that is older than a no does not undo it unseen', async () => {
    const older = await leave('all');
    await record({ answer: 'none' });
    const ids = [older, await leave('all', cast.resident.id)];
    for (const press of [[ids], [ids, 'none'], [[older]], [[older], 'all']] as const) {
      const [chosen, over] = press;
      await expect(confirmConsents(rt, admin, chosen, over)).rejects.toMatchObject({
        ...{ status: 409, message: expect.stringContaining('違うお返事') as string },
      });
    }
    const { waiting } = await readConsentList(rt, admin);
    expect(waiting.find((one) => one.id === older)).toMatchObject({
      ...{ isAlone: true, isOlder: true, heldAnswer: 'none', held: { answer: 'none' } },
    });
    await confirmConsents(rt, admin, [older], 'none');
    expect((await obeyed()).obeyed).toBe('all');
  });

  test('that contradicts another is shown beside it, and leaves it obeyed', async () => {
    const [yes, no] = [await leave('all'), await leave('none')];
    const { waiting } = await readConsentList(rt, admin);
    expect(waiting.map((one) => [one.id, one.isAlone, one.others.map((of) => of.id)])).toEqual([
      ...[[no, true, [yes]]],
      ...[[yes, true, [no]]],
    ]);
    await confirmConsents(rt, admin, [yes], 'unknown');
    expect(await obeyed()).toMatchObject({ holds: 'all', obeyed: 'none' });
  });

  test('ends what the same family has said before', async () => {
    const family = await makeFamily(rt, { id, host_id: cast.host.id });
    const [, yes] = [await leave('none', id, family.id), await leave('all', id, family.id)];
    later();
    await confirmConsents(rt, admin, [yes], 'unknown');
    expect(await obeyed()).toMatchObject({ holds: 'all', obeyed: 'all' });
    expect(await answers()).toEqual(['all']);
  });

  test('says that its link was renewed since, or that the family is gone', async () => {
    const family = await makeFamily(rt, { id, host_id: cast.host.id });
    const open = { familyToken: family.token, residentToken: await tokenOf(id) };
    const link = await openLink(rt, open);
    if (!link) throw new Error('the link does not open');
    const said = { by: 'relative', byName: '青木 一郎', relationship: '', note: '' } as const;
    await sendConsent(rt, link, { answer: 'all', ...said });
    const sender = async () => (await readConsentList(rt, admin)).waiting[0]?.sender;
    expect(await sender()).toBeNull();
    await changeFamily(rt, admin, family.id, { rotateToken: true });
    expect(await sender()).toBe('renewed');
    await removeFamily(rt, admin, family.id);
    expect(await sender()).toBe('gone');
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
    expect(await events()).toEqual(['resident.consent_declined all']);
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
