import { describe, expect, test } from 'vitest';
import { readCounts } from '#domains/item/list-items.ts';
import { openLink } from '#domains/letter/link.ts';
import {
  createResident,
  readResidentCard,
  readResidents,
  chooseResidents,
} from '#domains/people/read-residents.ts';
import { updateResident } from '#domains/people/change-resident.ts';
import type { UpdateResidentInput } from '#domains/people/resident.ts';
import { CreateResidentInput } from '#domains/people/resident.ts';
import { castEachTest, rt, cast, admin, otherAdmin } from '../support/cast-each-test.ts';
import { NOON } from '../support/clock.ts';
import { makeFamily } from '../support/factories.ts';
import { makeItem } from '../support/items.ts';

castEachTest(['admin', 'otherAdmin']);

const create = (input: object, actor = admin) =>
  createResident(rt, actor, CreateResidentInput.parse(input));
const update = (input: UpdateResidentInput, id = cast.resident.id, actor = admin) =>
  updateResident(rt, actor, id, input);
const versionOf = async () =>
  (
    await rt.db
      .selectFrom('hosts')
      .select('content_version')
      .where('id', '=', cast.host.id)
      .executeTakeFirstOrThrow()
  ).content_version;
const events = () =>
  rt.db
    .selectFrom('audit_logs')
    .select(['action', 'staff_id', 'target'])
    .where('action', 'like', 'resident.%')
    .orderBy('created_at')
    .execute();

describe('the list', () => {
  test('lists all residents of the facility in あいうえお order, with photo counts', async () => {
    await makeItem(rt, cast.host.id, { residentId: cast.resident.id, takenOn: '2026-10-01' });
    const gone = { residentId: cast.resident.id, takenOn: '2026-10-01', deletedAt: NOON };
    await makeItem(rt, cast.host.id, gone);
    await makeFamily(rt, cast.resident);
    await create({ name: '青木 ヨネ', nameKana: 'ｱｵｷ ﾖﾈ', leftOn: '2026-01-01' });
    await create({ name: '名無し' });
    const residents = await readResidents(rt, admin);
    expect(residents.map(({ name }) => name)).toEqual([
      '青木 ヨネ',
      '鈴木 正',
      '田中 ウメ',
      '名無し',
    ]);
    // Facts that nobody has told are as those of whoever has a name only.
    expect(residents[2]).toEqual({
      ...residents[3],
      id: cast.resident.id,
      name: '田中 ウメ',
      nameKana: 'タナカ ウメ',
      room: null,
      portraitUrl: null,
      itemsCount: 1,
      birthday: null,
      photoConsent: true,
      photoConsentExtent: 'all',
      ownWish: '',
      hasNoFamily: false,
      state: 'here',
      awaySince: null,
      leftOn: null,
      diedOn: null,
      familiesCount: 2,
      residentToken: cast.resident.token,
      createdAt: cast.resident.created_at,
    });
  });

  test('is in the same order in pickers, whatever the kana of the reading', async () => {
    await create({ name: '青木', nameKana: 'ｱｵｷ' });
    await create({ name: '千葉', nameKana: 'ちば' });
    const names = (await chooseResidents(rt, admin)).map(({ name }) => name);
    expect(names).toEqual(['青木', '鈴木 正', '田中 ウメ', '千葉']);
  });

  test('contains no residents of another facility', async () => {
    expect((await readResidents(rt, otherAdmin)).map(({ id }) => id)).toEqual([
      cast.foreignResident.id,
    ]);
    await expect(readResidentCard(rt, otherAdmin, cast.resident.id)).rejects.toMatchObject({
      status: 404,
    });
  });
});

describe('creating', () => {
  test('stores every field and creates a link', async () => {
    const fields = {
      name: '高橋 ハル',
      nameKana: 'たかはし はる',
      room: '101',
      birthday: '1935-03-03',
      photoConsent: false,
      leftOn: '2026-10-01',
    };
    const resident = await create(fields);
    expect(resident).toMatchObject(fields);
    expect(resident.residentToken).toMatch(/^\w{27}$/);
    expect((await create({ name: '高橋' })).residentToken).not.toBe(resident.residentToken);
  });

  test.each([
    [{ birthday: '2026-10-18' }, 'birthday'],
    [{ birthday: '1895-10-17' }, 'birthday'],
    [{ leftOn: '2027-10-17' }, 'leftOn'],
  ])('refuses %j', async (fields, field) => {
    await expect(create({ name: '高橋', ...fields })).rejects.toMatchObject({
      status: 422,
      errors: { [field]: [expect.any(String)] },
    });
    expect(await readResidents(rt, admin)).toHaveLength(2);
  });
});

describe('changing', () => {
  test('affects the given fields only, and increments the content version', async () => {
    await update({ room: '201', birthday: '1935-03-03' });
    const before = await versionOf();
    const resident = await update({ birthday: null, nameKana: '' });
    expect(resident).toMatchObject({
      name: '田中 ウメ',
      room: '201',
      birthday: null,
      nameKana: '',
    });
    expect(resident.residentToken).toBe(cast.resident.token);
    expect(await versionOf()).toBeGreaterThan(before);
    const changed = { action: 'resident.changed', staff_id: admin.id, target: resident.id };
    expect(await events()).toEqual([changed, changed]);
  });

  test("does not find another facility's resident, and changes nothing", async () => {
    for (const id of [cast.resident.id, 'unknown']) {
      await expect(update({ name: 'x', rotateToken: true }, id, otherAdmin)).rejects.toMatchObject({
        status: 404,
        message: '見つかりませんでした。',
      });
    }
    expect((await readResidentCard(rt, admin, cast.resident.id)).resident.name).toBe('田中 ウメ');
  });

  test('leaving removes a resident from pickers of later months, and undoing it restores them', async () => {
    const chosen = async (yearMonth?: number) =>
      (await readCounts(rt, admin, yearMonth)).residents.map(({ id }) => id);
    await update({ leftOn: '2026-10-17' });
    expect((await chosen()).at(-1)).toBe(cast.resident.id);
    await update({ leftOn: '2026-09-30' });
    expect(await chosen()).not.toContain(cast.resident.id);
    expect(await chosen(202609)).toContain(cast.resident.id);
    await update({ leftOn: null });
    expect(await chosen()).toContain(cast.resident.id);
  });
});

describe('renewing the link', () => {
  const open = (residentToken: string) =>
    openLink(rt, { residentToken, familyToken: cast.family.token });

  test('revokes the old one at once, and is recorded', async () => {
    const old = cast.resident.token;
    expect(await open(old)).not.toBeNull();
    const { residentToken } = await update({ rotateToken: true });
    expect(residentToken).not.toBe(old);
    expect(await open(old)).toBeNull();
    expect(await open(residentToken)).not.toBeNull();
    expect(await events()).toEqual([
      { action: 'resident.token_rotated', staff_id: cast.admin.id, target: cast.resident.id },
    ]);
  });

  test("leaves other residents' links alone", async () => {
    await update({ rotateToken: true });
    const link = { residentToken: cast.neighbour.token, familyToken: cast.neighbourFamily.token };
    expect(await openLink(rt, link)).not.toBeNull();
  });
});
