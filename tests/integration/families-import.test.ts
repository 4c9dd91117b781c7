import { describe, expect, test } from 'vitest';
import { readFamilies } from '#domains/people/manage-families.ts';
import { readResidents } from '#domains/people/read-residents.ts';
import { exportFamilies } from '#domains/people/roster/export-roster.ts';
import { importRoster, tryImport } from '#domains/people/roster/import-roster.ts';
import { rosterTemplate } from '#domains/people/roster/roster-csv.ts';
import type { Roster } from '#domains/people/roster/roster.ts';
import { castEachTest, rt, cast, admin } from '../support/cast-each-test.ts';
import { signedIn } from '../support/cast.ts';
import { makeFamily, makeResident } from '../support/factories.ts';
import { shiftJis } from '../support/shift-jis.ts';

const HEAD =
  '氏名,ふりがな,部屋,ご家族の氏名,続柄,お届けの方法,メールアドレス,郵便番号,都道府県,市区町村,町域,番地・建物名';
/** The cast's own. */
const THERE = 2;

castEachTest(['admin']);

/** A line of the resident's cells and the family's, the rest empty. */
const line = (resident: string, family: string): string => {
  const cells = [...resident.split(','), '', '', ''].slice(0, 3);
  return [...cells, ...[...family.split(','), ...Array<string>(9).fill('')].slice(0, 9)].join(',');
};
const csv = (...lines: string[]): string => [HEAD, ...lines].join('\r\n');
const add = (text: string, roster: Roster = 'families', actor = admin) =>
  importRoster(rt, actor, roster, text);
const trial = async (text: string, roster: Roster = 'families') =>
  (await tryImport(rt, admin, roster, new TextEncoder().encode(text))).rows.map(
    ({ line: number, outcome, errors }) => [number, outcome, ...errors],
  );
const families = (actor = admin) => readFamilies(rt, actor);
const byName = async (name: string) => (await families()).find((family) => family.name === name);

describe('the preview of families', () => {
  test('finds residents by name, and adds nothing', async () => {
    const text = csv(
      line('田中　ウメ', '田中 さくら,長女,メール,sakura@example.jp'),
      line('田中ウメ', '田中 一郎'),
      line('知らない 人', '誰か'),
      line('田中 ウメ', ''),
    );
    expect(await trial(text)).toEqual([
      [2, 'new'],
      [3, 'known'],
      [4, 'wrong', expect.stringContaining('この入居者は、まだ登録されていません')],
      [5, 'known'],
    ]);
    expect(await families()).toHaveLength(THERE);
  });

  test('reads Shift_JIS', async () => {
    const text = csv(line('田中 ウメ', '田中 さくら,長女'));
    const { rows } = await tryImport(rt, admin, 'families', new Uint8Array(shiftJis(text)));
    expect(rows).toMatchObject([{ outcome: 'new', addsFamily: true, addsResident: false }]);
  });

  test.each([
    ['田中 さくら,,メール', 'メールでお届けするには、メールアドレスを入力してください。'],
    ['田中 さくら,,印刷,,1040061', '印刷してお送りするには、都道府県が要ります。'],
    ['田中 さくら,,はと', 'お届けの方法は「メール」「リンク」「印刷」のどれか'],
    ['田中 さくら,,,x@', 'メールアドレス'],
    ['田中 さくら,,,,123', '郵便番号は7桁の数字で入力してください。'],
    ['田中 さくら,,,,1040061,東京', '都道府県を選んでください。'],
    [',長女', 'ご家族のお名前を入力してください。'],
    ['evil.example.com', 'ご家族のお名前に、リンクや'],
  ])('says what is wrong with %s', async (cells, message) => {
    const [row] = await trial(csv(line('田中 ウメ', cells)));
    expect(row?.slice(0, 2)).toEqual([2, 'wrong']);
    expect(row?.slice(2).join()).toContain(message);
  });

  test('tells residents of one name apart by room, birthday or number, or asks', async () => {
    const twin = { name: '田中 ウメ', name_kana: 'タナカ ウメ', room: '205' };
    const { id } = await makeResident(rt, cast.host.id, twin);
    await rt.db
      .updateTable('residents')
      .set({ room: '101' })
      .where('id', '=', cast.resident.id)
      .execute();
    expect(await trial(csv(line('田中 ウメ', '田中 さくら')))).toEqual([
      [2, 'wrong', expect.stringContaining('同じお名前の入居者が2人います')],
    ]);
    await add(csv(line('田中 ウメ,,205', '田中 さくら')));
    expect(await byName('田中 さくら')).toMatchObject({ residentId: id });
    await add(`入居者番号,氏名,ご家族の氏名\n${cast.resident.id},田中 ウメ,田中 もみじ`);
    expect(await byName('田中 もみじ')).toMatchObject({ residentId: cast.resident.id });
    expect(await trial(`入居者番号,氏名,ご家族の氏名\n${id},鈴木 正,鈴木 花`)).toEqual([
      [2, 'wrong', expect.stringContaining('入居者番号の方と、お名前が違います')],
    ]);
  });

  test('finds a family that is listed twice, and rooms that contradict each other', async () => {
    const text = csv(
      line('田中 ウメ', '田中 さくら'),
      line('田中 ウメ', '田中さくら'),
      line('新しい 人,,101', '新しい 花'),
      line('新しい 人,,102', '新しい 月'),
    );
    expect(await trial(text, 'residents')).toEqual([
      [2, 'new'],
      [3, 'wrong', '2行目と同じご家族のようです。どちらか1行にしてください。'],
      [4, 'new'],
      [5, 'wrong', expect.stringContaining('4行目と同じお名前で、部屋が違います')],
    ]);
  });

  test.each([
    ['no family heading', '氏名,部屋\n田中 ウメ,101', '「ご家族の氏名」という見出しがありません'],
    ['no resident heading', 'ご家族の氏名\n田中 さくら', '「氏名」という見出しがありません'],
    ['a heading twice', '氏名,ご家族の氏名,続柄,続柄\n田中,x,,', '「続柄」の見出しが2か所'],
  ])('refuses a file with %s', async (_name, text, message) => {
    const refusal = { status: 422, errors: { file: [expect.stringContaining(message)] } };
    await expect(trial(text)).rejects.toMatchObject(refusal);
  });
});

describe('the import of families', () => {
  test('adds each with a link, by the rules of the form', async () => {
    const text = csv(
      line('田中 ウメ', '田中 さくら,長女,,sakura@example.jp'),
      line('田中 ウメ', '田中 みのる,長男,郵送,,〒104-0061,東京都,中央区,銀座,1-2-3'),
      line('鈴木 正', '鈴木 花,妻,LINE'),
    );
    expect(await add(text)).toEqual({ residents: 0, families: 3, changed: 0 });
    expect(await byName('田中 さくら')).toMatchObject({
      residentId: cast.resident.id,
      relationship: '長女',
      delivery: 'email',
      email: 'sakura@example.jp',
    });
    expect(await byName('田中 みのる')).toMatchObject({ delivery: 'print', postcode: '1040061' });
    expect(await byName('鈴木 花')).toMatchObject({ delivery: 'link', email: null });
    expect(new Set((await families()).map(({ familyToken }) => familyToken)).size).toBe(THERE + 3);
  });

  test('changes nobody, and submitted twice at once adds nobody twice', async () => {
    await makeFamily(rt, cast.resident, { name: '田中 さくら', email: 'old@example.jp' });
    const text = csv(
      line('田中 ウメ', '田中 さくら,,,new@example.jp'),
      line('田中 ウメ', '田中 次郎'),
    );
    expect((await Promise.all([add(text), add(text)])).map((done) => done.families)).toEqual([
      1, 0,
    ]);
    expect(await byName('田中 さくら')).toMatchObject({ email: 'old@example.jp' });
    expect(await families()).toHaveLength(THERE + 2);
  });

  test('adds nobody if one line of many is wrong', async () => {
    const lines = Array.from({ length: 500 }, (_, n) => line('田中 ウメ', `家族 ${n}`));
    await expect(add(csv(...lines, line('田中 ウメ', 'x,,はと')))).rejects.toMatchObject({
      status: 422,
    });
    expect(await families()).toHaveLength(THERE);
  });

  test('never reaches another facility', async () => {
    const other = await signedIn(rt, cast.otherAdmin);
    const text = `入居者番号,氏名,ご家族の氏名\n${cast.resident.id},田中 ウメ,田中 さくら`;
    await expect(add(text, 'families', other)).rejects.toMatchObject({ status: 422 });
    expect(await families()).toHaveLength(THERE);
    expect(await families(other)).toHaveLength(1);
  });
});

describe('residents and families in one file', () => {
  test('are added together, with several families of one new resident', async () => {
    const text = csv(
      line('高橋 ハル,たかはし はる,301', '高橋 由美,長女,メール,yumi@example.jp'),
      line('高橋 ハル', '高橋 誠,長男'),
      line('田中 ウメ', '田中 さくら'),
      line('佐藤 ミツ', ''),
    );
    expect(await add(text, 'residents')).toEqual({ residents: 2, families: 3, changed: 0 });
    const haru = (await readResidents(rt, admin)).find(({ name }) => name === '高橋 ハル');
    expect(haru).toMatchObject({ room: '301', familiesCount: 2, photoConsent: null });
    expect(await byName('高橋 誠')).toMatchObject({ residentId: haru?.id, delivery: 'link' });
    expect(await add(text, 'residents')).toEqual({ residents: 0, families: 0, changed: 0 });
  });

  test('exported, are recognised here and can be added elsewhere', async () => {
    await makeFamily(rt, cast.resident, { name: '=SUM(A1)', postcode: '0600001' });
    await makeResident(rt, cast.host.id, { name: '佐藤 ミツ' });
    const exported = await exportFamilies(rt, admin);
    expect(exported.charCodeAt(0)).toBe(0xfeff);
    expect(exported).toContain('060-0001');
    expect(exported).toContain("'=SUM(A1)");
    for (const { familyToken } of await families()) expect(exported).not.toContain(familyToken);
    expect(await add(exported, 'residents')).toEqual({ residents: 0, families: 0, changed: 0 });
    expect(await add(exported)).toEqual({ residents: 0, families: 0, changed: 0 });
    const other = await signedIn(rt, cast.otherAdmin);
    expect(await add(exported, 'residents', other)).toEqual({
      residents: 3,
      families: 3,
      changed: 0,
    });
  });

  test("the template's line is refused, and nothing else of it", async () => {
    expect(await trial(rosterTemplate(), 'residents')).toEqual([
      [2, 'wrong', '見本の行です。削除してください。'],
    ]);
  });
});
