import { beforeEach, describe, expect, test } from 'vitest';
import type { OwnConsentInput } from '#domains/letter/consent/own-consent.ts';
import { readOwnConsent, sendConsent } from '#domains/letter/consent/family-consent.ts';
import { changeFamily, removeFamily } from '#domains/people/manage-families.ts';
import { updateResident } from '#domains/people/change-resident.ts';
import type { Link } from '#domains/letter/link.ts';
import { openLink } from '#domains/letter/link.ts';
import { castEachTest, rt, cast } from '../support/cast-each-test.ts';
import { signedIn } from '../support/cast.ts';
import { DAY } from '../support/clock.ts';
import { readEvents } from '../support/events.ts';
import { makeFamily, makeResident } from '../support/factories.ts';

let link: Link;

castEachTest();
beforeEach(async () => {
  link = await open(cast.resident, cast.family);
});

async function open(resident: { token: string }, family: { token: string }): Promise<Link> {
  const found = await openLink(rt, { familyToken: family.token, residentToken: resident.token });
  if (!found) throw new Error('no link');
  return found;
}

const ANSWER: OwnConsentInput = {
  answer: 'all',
  by: 'relative',
  byName: '高橋 由美',
  relationship: '長女',
  note: '',
};
const send = (more: Partial<OwnConsentInput> = {}, of = link) =>
  sendConsent(rt, of, { ...ANSWER, ...more });
const waiting = () =>
  rt.db.selectFrom('consents').selectAll().where('confirmed_at', 'is', null).execute();
const resident = () =>
  rt.db
    .selectFrom('residents')
    .select(['photo_consent', 'photo_consent_extent'])
    .where('id', '=', cast.resident.id)
    .executeTakeFirstOrThrow();

describe("a family's answer about photos", () => {
  test('waits for an admin; pictures obey it before where it is narrower', async () => {
    const before = await resident();
    expect(await send({ answer: 'none', note: '本人が写真を好みません' })).toBe(true);
    expect(await waiting()).toMatchObject([
      {
        resident_id: cast.resident.id,
        family_id: cast.family.id,
        answer: 'none',
        given_by: 'relative',
        by_name: '高橋 由美',
        relationship: '長女',
        answered_on: '2026-10-17',
        way: 'page',
        wording: 1,
        note: '本人が写真を好みません',
        recorded_by: null,
      },
    ]);
    expect(await resident()).toEqual(before);
    expect(await readOwnConsent(rt, link)).toMatchObject({
      holds: 'all',
      obeyed: 'none',
      waiting: { answer: 'none', by: 'relative', on: '2026-10-17' },
      isOver: false,
    });
    expect(await readEvents(rt)).toMatchObject([
      { action: 'consent.answered', target: cast.family.id, resident_id: cast.resident.id },
    ]);
  });

  test('takes the place of the one that waits, also at the same moment', async () => {
    await send();
    await Promise.all([send({ answer: 'own' }), send({ answer: 'own' })]);
    expect(await waiting()).toMatchObject([{ answer: 'own' }]);
    expect(await readEvents(rt)).toHaveLength(2);
  });

  test('leaves what an admin has confirmed, and what another family has answered', async () => {
    const sister = await makeFamily(rt, cast.resident, { name: '田中 節子' });
    const hers = await open(cast.resident, sister);
    const known = await rt.db.selectFrom('consents').select('id').execute();
    await send({ answer: 'none' }, hers);
    await send({ answer: 'all' });
    await send({ answer: 'own' });
    expect((await waiting()).map(({ answer }) => answer).sort()).toEqual(['none', 'own']);
    expect(await readOwnConsent(rt, hers)).toMatchObject({ waiting: { answer: 'none' } });
    expect((await readOwnConsent(rt, link)).waiting?.answer).toBe('own');
    expect(await rt.db.selectFrom('consents').select('id').execute()).toHaveLength(
      known.length + 2,
    );
  });

  test('that is wider waits beside the narrower one that came before it', async () => {
    await send({ answer: 'none' });
    await send({ answer: 'own' });
    await send({ answer: 'all' });
    expect((await waiting()).map(({ answer }) => answer).sort()).toEqual(['all', 'none']);
    expect(await readOwnConsent(rt, link)).toMatchObject({
      waiting: { answer: 'all' },
      obeyed: 'none',
    });
    await send({ answer: 'none', note: 'やはり' });
    expect(await waiting()).toMatchObject([{ answer: 'none', note: 'やはり' }]);
  });

  test('of the person is in the name of the person', async () => {
    await send({ by: 'person' });
    expect(await waiting()).toMatchObject([{ by_name: cast.resident.name, relationship: '' }]);
  });

  test('shows how far an answer that holds reaches', async () => {
    const set = (photo_consent: 0 | 1 | null, photo_consent_extent: 'own' | 'all') =>
      rt.db
        .updateTable('residents')
        .set({ photo_consent, photo_consent_extent })
        .where('id', '=', cast.resident.id)
        .execute();
    for (const [flag, extent, holds] of [
      [1, 'own', 'own'],
      [0, 'all', 'none'],
      [null, 'all', null],
    ] as const) {
      await set(flag, extent);
      expect((await readOwnConsent(rt, link)).holds).toBe(holds);
    }
  });

  test('is not lost with the family, nor shown by one that is another resident’s now', async () => {
    await send();
    const admin = await signedIn(rt, cast.admin);
    await changeFamily(rt, admin, cast.family.id, { residentId: cast.neighbour.id });
    expect((await readOwnConsent(rt, { ...link, residentId: cast.neighbour.id })).waiting).toBe(
      null,
    );
    await expect(send({ answer: 'none' })).rejects.toMatchObject({ status: 401 });
    await removeFamily(rt, admin, cast.family.id);
    expect(await waiting()).toMatchObject([{ family_id: null, by_name: '高橋 由美' }]);
  });

  test('is limited to twenty a day of one link', async () => {
    for (let n = 0; n < 20; n++) await send({ note: String(n) });
    await expect(send({ note: '二十一' })).rejects.toMatchObject({ status: 429 });
    expect(await waiting()).toMatchObject([{ note: '19' }]);
    rt.clock.advance(DAY);
    expect(await send({ note: '二十一' })).toBe(true);
  });
});

describe('nothing needs to be answered', () => {
  test.each([
    ['a death', { diedOn: '2026-10-01' }],
    ['leaving', { leftOn: '2026-10-17' }],
  ])('after %s, also on a page that was opened before', async (_what, days) => {
    await updateResident(rt, await signedIn(rt, cast.admin), cast.resident.id, days);
    expect(await send()).toBe(false);
    expect(await waiting()).toEqual([]);
    expect(await readOwnConsent(rt, link)).toMatchObject({ isOver: true });
  });

  test('but before the day of leaving, and while away, it can be', async () => {
    const days = { left_on: '2026-10-18', away_since: '2026-10-01' };
    const away = await makeResident(rt, cast.host.id, days);
    const theirs = await open(away, await makeFamily(rt, away));
    expect(await readOwnConsent(rt, theirs)).toMatchObject({ isOver: false });
    expect(await send({}, theirs)).toBe(true);
  });
});
