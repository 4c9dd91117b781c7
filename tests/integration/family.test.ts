import { describe, expect, test } from 'vitest';
import {
  addFamily,
  changeFamily,
  readFamilies,
  readFamilyEntries,
  removeFamily,
} from '#domains/people/manage-families.ts';
import { FamilyChange, FamilyInput, FamilySchema } from '#domains/people/family.ts';
import type { CastActor } from '../support/cast.ts';
import { castEachTest, rt, cast, admin, otherAdmin as other } from '../support/cast-each-test.ts';
import { makeFamily } from '../support/factories.ts';
import { parseInput } from '#server/parse-input.ts';

castEachTest(['admin', 'otherAdmin']);

const home = { postcode: '1040061', pref: '東京都', city: '中央区', town: '銀座', street: '1-2-3' };
const daughter = () => ({
  residentId: cast.resident.id,
  name: ' 田中 花 ',
  nameKana: 'ﾀﾅｶ ﾊﾅ',
  relationship: '長女',
  email: 'Hana@Example.JP',
  postcode: '〒104-0061',
  pref: '東京都',
  city: '中央区',
  town: '銀座',
  street: '1-2-3',
  delivery: 'email',
});
const add = (fields: object = {}, actor = admin) =>
  addFamily(rt, actor, parseInput(FamilyInput, { ...daughter(), ...fields }));
const change = (id: string, fields: unknown, actor = admin) =>
  changeFamily(rt, actor, id, parseInput(FamilyChange, fields));
const refusal = async (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error as { status: number; errors?: Record<string, string[]> },
  );
const events = () =>
  rt.db
    .selectFrom('audit_logs')
    .select(['action', 'target', 'staff_id'])
    .where('action', 'like', 'family.%')
    .execute();

describe('adding a household', () => {
  test('stores it normalized, with a link', async () => {
    const family = await add();
    expect(family).toMatchObject({
      residentId: cast.resident.id,
      residentName: '田中 ウメ',
      name: '田中 花',
      nameKana: 'タナカ ハナ',
      relationship: '長女',
      email: 'hana@example.jp',
      ...home,
      lastReadAt: null,
      createdAt: rt.clock.now().toISOString(),
    });
    expect(family.familyToken.length).toBeGreaterThanOrEqual(27);
    expect(family.lettersUrl).toBe(
      `${rt.env.PUBLIC_URL}/letters?resident_token=${cast.resident.token}&family_token=${family.familyToken}`,
    );
    expect(FamilySchema.strict().parse(family)).toEqual(family);
    expect(await events()).toEqual([
      { action: 'family.added', target: family.id, staff_id: admin.id },
    ]);
  });

  test('needs only a name and a way of delivery', async () => {
    const { residentId, name } = daughter();
    const family = await addFamily(
      rt,
      admin,
      parseInput(FamilyInput, { residentId, name, delivery: 'link' }),
    );
    expect(family).toMatchObject({ relationship: null, email: null, postcode: null, pref: '' });
  });

  test.each([
    ['mail without an address', { email: '  ' }, ['email']],
    [
      'paper without a home address',
      { delivery: 'print', postcode: null, pref: '', city: '', street: '' },
      ['postcode', 'pref', 'city', 'street'],
    ],
    ['paper without a house number', { delivery: 'print', street: null }, ['street']],
  ])('%s: 422 naming the field', async (_name, fields, names) => {
    const error = await refusal(add(fields));
    expect(error?.status).toBe(422);
    expect(Object.keys(error?.errors ?? {})).toEqual(names);
  });

  test.each([
    ['no name', { name: ' ' }, 'お名前を入力してください。'],
    ['no mail address', { email: 'hana' }, 'メールアドレスの形を確かめてください。'],
    ['no way of delivery', { delivery: 'fax' }, 'お届けの方法を選んでください。'],
    ['no resident', { residentId: '' }, '入居者を選んでください。'],
  ])('%s is explained', (_name, fields, text) => {
    const parse = () => parseInput(FamilyInput, { ...daughter(), ...fields });
    expect(parse).toThrow(expect.objectContaining({ status: 422, message: text }) as Error);
  });

  test("for another facility's resident: as if unknown", async () => {
    const foreign = await refusal(add({ residentId: cast.foreignResident.id }));
    expect(foreign).toMatchObject({ status: 404 });
    expect(foreign).toEqual(await refusal(add({ residentId: 'AAAAAAAAAAAAAAAA' })));
  });
});

describe('changing a household', () => {
  test('keeps absent fields', async () => {
    const family = await add();
    const changed = await change(family.id, { name: '鈴木 花' });
    expect(changed).toEqual({ ...family, name: '鈴木 花' });
    expect(await change(family.id, {})).toEqual(changed);
  });

  test('clears empty fields', async () => {
    const { id } = await add({ delivery: 'link' });
    const emptied = { email: null, relationship: null, postcode: null, town: '' };
    expect(await change(id, emptied)).toMatchObject(emptied);
  });

  test('names a wrong field, with its own message', () => {
    expect(() => parseInput(FamilyChange, { email: 'x', pref: '江戸' })).toThrow(
      expect.objectContaining({
        errors: {
          email: ['メールアドレスの形を確かめてください。'],
          pref: ['都道府県を選んでください。'],
        },
      }) as Error,
    );
    expect(() => parseInput(FamilyChange, { token: 'x' })).toThrow();
    expect(() => parseInput(FamilyChange, { rotateToken: false })).toThrow();
  });

  test('refuses a way of delivery that could not work, whichever field breaks it', async () => {
    const { id } = await add();
    expect(await refusal(change(id, { email: null }))).toMatchObject({ status: 422 });
    await change(id, { delivery: 'print' });
    expect(await refusal(change(id, { street: '' }))).toMatchObject({ status: 422 });
    const families = await readFamilies(rt, admin, cast.resident.id);
    expect(families.find((family) => family.id === id)).toMatchObject(home);
  });

  test('allows a new link for a household that lacks something else', async () => {
    const { id, token } = await makeFamily(rt, cast.resident, { delivery: 'email', email: null });
    expect((await change(id, { rotateToken: true })).familyToken).not.toBe(token);
  });

  test('moving to another resident drops 見ました', async () => {
    const { id } = await add();
    await rt.db
      .insertInto('letter_reads')
      .values({
        host_id: cast.host.id,
        family_id: id,
        year_month: 202609,
        seen_at: '2026-10-02T00:00:00.000Z',
        stamp: null,
      })
      .execute();
    const [own] = (await readFamilies(rt, admin)).filter((family) => family.id === id);
    expect(own?.lastReadAt).toBe('2026-10-02T00:00:00.000Z');
    const moved = await change(id, { residentId: cast.neighbour.id });
    expect(moved).toMatchObject({ residentName: '鈴木 正', lastReadAt: null });
    expect(await refusal(change(id, { residentId: cast.foreignResident.id }))).toMatchObject({
      status: 404,
    });
  });
});

describe('visibility', () => {
  test('the list is of one facility, or of one resident', async () => {
    const names = async (actor: CastActor, residentId?: string) =>
      (await readFamilies(rt, actor, residentId)).map(({ name }) => name).sort();
    expect(await names(admin)).toEqual(['田中 一郎', '鈴木 次郎']);
    expect(await names(admin, cast.neighbour.id)).toEqual(['鈴木 次郎']);
    expect(await names(other)).toEqual(['山田 桜']);
    const entries = async (actor: CastActor) =>
      (await readFamilyEntries(rt, actor, cast.neighbour.id)).map(({ family }) => family.name);
    expect(await entries(admin)).toEqual(['鈴木 次郎']);
    expect(await entries(other)).toEqual([]);
  });

  test.each([
    ['reading', (actor: CastActor, id: string) => readFamilies(rt, actor, id)],
    ['changing', (actor: CastActor, id: string) => change(id, { name: '誰か' }, actor)],
    ['renewing', (actor: CastActor, id: string) => change(id, { rotateToken: true }, actor)],
    ['deleting', (actor: CastActor, id: string) => removeFamily(rt, actor, id)],
  ])("%s another facility's: as if unknown", async (name, work) => {
    const target = name === 'reading' ? cast.resident : cast.family;
    const foreign = await refusal(work(other, target.id));
    expect(foreign).toMatchObject({ status: 404 });
    expect(foreign).toEqual(await refusal(work(other, 'AAAAAAAAAAAAAAAA')));
    const before = (await readFamilies(rt, admin)).find(({ id }) => id === cast.family.id);
    expect(before).toMatchObject({ name: '田中 一郎', familyToken: cast.family.token });
  });
});
