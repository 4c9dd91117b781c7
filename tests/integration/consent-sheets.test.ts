import { describe, expect, test } from 'vitest';
import { readConsentSheets } from '#domains/paper/print/read-consent-sheets.ts';
import { paths } from '#lib/paths.ts';
import { castEachTest, rt, cast } from '../support/cast-each-test.ts';
import { signedIn } from '../support/cast.ts';
import { readEvents } from '../support/events.ts';
import { makeFamily, makeResident } from '../support/factories.ts';

castEachTest();

const read = async (residentId: string | null = null, page = 1) =>
  readConsentSheets(rt, await signedIn(rt, cast.admin), { residentId, page });
const NOT_ASKED = { photo_consent: null } as const;

describe('forms about photos', () => {
  test('of one resident are one for each family, with its own link', async () => {
    const son = await makeFamily(rt, cast.resident, { name: '青木 一郎', name_kana: 'アオキ' });
    const { list, host, resident } = await read(cast.resident.id);
    const link = ({ token }: { token: string }) =>
      rt.env.PUBLIC_URL +
      paths.letterConsent({ residentToken: cast.resident.token, familyToken: token });
    expect(list.items.map(({ family }) => [family?.id, family?.url])).toEqual(
      expect.arrayContaining([
        [son.id, link(son)],
        [cast.family.id, link(cast.family)],
      ]),
    );
    expect(list.count).toBe(2);
    expect(new Set(list.items.map(({ residentId }) => residentId))).toEqual(
      new Set([cast.resident.id]),
    );
    expect(resident).toMatchObject({ name: cast.resident.name });
    expect(host.name).toBe(cast.host.name);
  });

  test('without a family have no code', async () => {
    const alone = await makeResident(rt, cast.host.id, { room: '203' });
    expect((await read(alone.id)).list.items).toEqual([
      { residentId: alone.id, residentName: alone.name, room: '203', family: null },
    ]);
  });

  test('of all are of those who live here and have not been asked', async () => {
    const { otherHost } = cast;
    const asked = await makeResident(rt, cast.host.id, { ...NOT_ASKED, away_since: '2026-10-01' });
    await makeResident(rt, cast.host.id, { photo_consent: 0 });
    await makeResident(rt, cast.host.id, { ...NOT_ASKED, left_on: '2026-10-01' });
    const died = { died_on: '2026-10-01', letters_end: '2026-10-01' };
    const gone = await makeResident(rt, cast.host.id, { ...NOT_ASKED, ...died });
    await makeResident(rt, otherHost.id, NOT_ASKED);
    expect((await read()).list.items.map(({ residentId }) => residentId)).toEqual([asked.id]);
    expect((await read(gone.id)).list.items).toEqual([]);
  });

  test("are not another facility's, and are noted when they hold something", async () => {
    const foreign = await makeResident(rt, cast.otherHost.id);
    await expect(read(foreign.id)).rejects.toMatchObject({ status: 404 });
    await read();
    const noted = async () =>
      (await readEvents(rt)).filter(({ action }) => action === 'export.consents');
    expect(await noted()).toEqual([]);
    await read(cast.resident.id);
    expect(await noted()).toMatchObject([{ resident_id: cast.resident.id, detail: '1' }]);
  });
});
