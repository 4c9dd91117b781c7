import { beforeEach, describe, expect, test } from 'vitest';
import { updateResident } from '#domains/people/change-resident.ts';
import { addConsent, readConsents } from '#domains/people/consent-records/answer-consent.ts';
import type { ConsentInput } from '#domains/people/consent-records/consent-record.ts';
import { createResident, readResidentCard } from '#domains/people/read-residents.ts';
import { CreateResidentInput } from '#domains/people/resident.ts';
import { importRoster } from '#domains/people/roster/import-roster.ts';
import { civilDateOf } from '#lib/calendar.ts';
import { admin, cast, castEachTest, rt } from '../support/cast-each-test.ts';
import { makeResident } from '../support/factories.ts';

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
      .select(['action', 'target', 'detail', 'staff_id'])
      .where('action', 'like', 'resident.consent%')
      .orderBy('created_at')
      .execute()
  ).map(({ action, target, detail, staff_id }) => {
    expect(staff_id).toBe(admin.id);
    return [action, (target ?? '').replace(id, '').trim(), detail ?? ''].filter(Boolean).join(' ');
  });

describe('an answer', () => {
  test('says who gave it, when, how and how far, and holds', async () => {
    const said = {
      answer: 'own',
      by: 'relative',
      byName: '青木 一郎',
      relationship: '長男',
      on: '2026-09-01',
      how: 'paper',
      note: 'お電話でも確かめました',
    } as const;
    const consent = await record(said);
    expect(consent).toMatchObject({ ...said, holds: true, familyId: null, wording: null });
    expect(consent.recordedBy).toBe(admin.name);
    expect(consent.confirmedAt).toBe(rt.clock.now().toISOString());
    expect(await stored()).toEqual({
      photo_consent: 1,
      photo_consent_extent: 'own',
      photos_hidden: 0,
    });
    const { resident } = await readResidentCard(rt, admin, id);
    expect([resident.photoConsent, resident.photoConsentExtent]).toEqual([true, 'own']);
    expect(await events()).toEqual(['resident.consent_changed given_own']);
  });

  test('is of today unless it says when, and may leave open who gave it', async () => {
    expect(await record({ answer: 'all' })).toMatchObject({ on: today(), by: null, how: null });
    expect((await record({ answer: 'all', on: null })).on).toBeNull();
  });

  test('of a day to come is refused', async () => {
    await expect(record({ answer: 'all', on: '2099-01-01' })).rejects.toMatchObject({
      status: 422,
      errors: { on: ['お返事の日が今日より後になっています。'] },
    });
    expect(await all()).toEqual([]);
  });

  test('is never changed: a correction is one more, and the newest holds', async () => {
    for (const answer of ['all', 'none', 'own'] as const) await record({ answer });
    expect(await answers()).toEqual(['own', 'none', 'all']);
    expect((await holding()).map(({ answer }) => answer)).toEqual(['own']);
  });

  test('that withdraws a yes hides the photos until an admin decides', async () => {
    await record({ answer: 'all' });
    await record({ answer: 'none' });
    expect(await stored()).toEqual({
      photo_consent: 0,
      photo_consent_extent: 'all',
      photos_hidden: 1,
    });
  });
});

describe('every way in which an answer comes', () => {
  test('a change of the resident', async () => {
    const change = async (input: Parameters<typeof updateResident>[3]) => {
      later();
      await updateResident(rt, admin, id, input);
    };
    await change({ photoConsent: true });
    await change({ photoConsent: true, room: '201' });
    await change({ photoConsentExtent: 'own' });
    await change({ photoConsent: true });
    expect(await answers()).toEqual(['own', 'all']);
    await change({ photoConsent: false, photoConsentExtent: null });
    expect(await answers()).toEqual(['none', 'own', 'all']);
    expect((await all())[0]).toMatchObject({ on: today(), by: null, how: null, note: '' });
    // That nobody was asked is no answer: the ones before were mistakes.
    await change({ photoConsent: null });
    expect(await answers()).toEqual(['none', 'own', 'all']);
    expect(await holding()).toEqual([]);
    expect(await events()).toEqual(
      ['given', 'given_own', 'withdrawn', 'unknown'].map((a) => `resident.consent_changed ${a}`),
    );
    for (const photoConsent of [false, null, undefined]) {
      await expect(change({ photoConsent, photoConsentExtent: 'own' })).rejects.toMatchObject({
        status: 422,
        errors: { photoConsentExtent: [expect.stringContaining('のときだけ')] },
      });
    }
  });

  test('a new resident', async () => {
    for (const [fields, expected] of [
      [{ photoConsent: true }, ['all']],
      [{ photoConsent: true, photoConsentExtent: 'own' }, ['own']],
      [{ photoConsent: false }, ['none']],
      [{}, []],
    ] as const) {
      const input = CreateResidentInput.parse({ name: '高橋 ハル', ...fields });
      ({ id } = await createResident(rt, admin, input));
      expect(await answers()).toEqual(expected);
      expect((await holding()).length).toBe(expected.length);
    }
  });

  test('a list', async () => {
    const rows = ['一 はい,はい', '二 家族,本人の家族だけ', '三 いいえ,いいえ', '四 未,'];
    await importRoster(rt, admin, 'residents', ['氏名,写真の掲載', ...rows].join('\r\n'));
    const consents = await rt.db
      .selectFrom('consents')
      .innerJoin('residents', 'residents.id', 'consents.resident_id')
      .select(['residents.name', 'answer', 'note', 'photo_consent', 'photo_consent_extent'])
      .where('note', '!=', '')
      .orderBy('name')
      .execute();
    const note = '一覧の取り込み';
    expect(consents.toSorted((a, b) => (a.answer < b.answer ? -1 : 1))).toEqual([
      { name: '一 はい', answer: 'all', note, photo_consent: 1, photo_consent_extent: 'all' },
      { name: '三 いいえ', answer: 'none', note, photo_consent: 0, photo_consent_extent: 'all' },
      { name: '二 家族', answer: 'own', note, photo_consent: 1, photo_consent_extent: 'own' },
    ]);
  });
});
