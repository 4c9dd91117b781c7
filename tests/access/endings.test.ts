import { beforeEach, describe, expect, test } from 'vitest';
import { addDays, civilDateOf } from '#lib/calendar.ts';
import { paths } from '#lib/paths.ts';
import { noteLinksOfEnded } from '#domains/facility/ending/ended.ts';
import { form } from './row.ts';
import { useSite } from './site.ts';

const site = useSite();
const ask = (...args: Parameters<ReturnType<typeof site>['ask']>) => site().ask(...args);
const ending = () => site().factory.db.selectFrom('facility_endings').selectAll();
const tokens = () => {
  const { resident, family } = site().world.cast;
  return { residentToken: resident.token, familyToken: family.token };
};
const day = (days: number): string => addDays(civilDateOf(new Date()), days);

/** A last day, as if it had been set in time. */
const endOn = (days: number, askedBy: 'facility' | 'operator' = 'facility') =>
  site()
    .factory.db.insertInto('facility_endings')
    .values({
      ...{ host_id: site().world.cast.host.id, ends_on: day(days), words: '', asked_by: askedBy },
      created_at: new Date().toISOString(),
    })
    .execute();

beforeEach(() => site().factory.db.deleteFrom('facility_endings').execute());

describe("an admin's page of the last day", () => {
  const send = (fields: Record<string, string>) =>
    ask('admin', `${paths.facilityEnding}?_action=hosts.setEnding`, form(fields));

  test('sets it by the fields that it has, and takes it back', async () => {
    const { text } = await ask('admin', paths.facilityEnding);
    for (const name of ['endsOn', 'words', 'isShort', 'agreed']) {
      expect(text).toContain(`name="${name}"`);
    }
    const sent = { endsOn: day(40), words: 'ありがとうございました。', agreed: 'on' };
    expect(await send(sent)).toMatchObject({ status: 303 });
    expect(await ending().execute()).toMatchObject([{ ends_on: day(40), asked_by: 'facility' }]);
    expect((await ask('admin', paths.dashboard)).text).toContain('施設のご利用は、');
    const back = await ask(
      'admin',
      `${paths.facilityEnding}?_action=hosts.takeBackEnding`,
      form({}),
    );
    expect(back.status).toBe(303);
    expect(await ending().execute()).toEqual([]);
  });

  test.each([
    [{ endsOn: day(40) }, '内容を確かめて'],
    [{ endsOn: day(20), agreed: 'on' }, '30日先'],
    [{ endsOn: '', agreed: 'on' }, '最後の日を選んで'],
  ])('refuses %j', async (fields, words) => {
    const { status, text } = await send(fields);
    expect(status).toBe(400);
    expect(text).toContain(words);
    expect(await ending().execute()).toEqual([]);
  });
});

test('whom the facility tells itself gets a sheet, also once the last day is over', async () => {
  const { host, family } = site().world.cast;
  const { db } = site().factory;
  const row = { host_id: host.id, family_id: family.id, account: '', ends_on: day(-1) };
  await db
    .insertInto('ending_tellings')
    .values({ ...row, state: 'hand', set_at: new Date().toISOString() })
    .execute();
  for (const days of [40, -1]) {
    await endOn(days);
    const { text } = await ask('admin', paths.printEnding);
    expect(text.match(/<article/g)).toHaveLength(1);
    expect(text).toContain(`data-family="${family.id}"`);
    expect(text).toContain('つきだよりのお便りは、');
    await db.deleteFrom('facility_endings').execute();
  }
  await db.deleteFrom('ending_tellings').execute();
  expect((await ask('admin', paths.printEnding)).text).not.toContain('<article');
});

describe('families', () => {
  test('read both days while it is announced, and send words as before', async () => {
    await endOn(40);
    const { text } = await ask('anonymous', paths.letter(site().world.yearMonth, tokens()));
    expect(text).toContain('まで読めます。');
    expect(text).toContain('name="body"');
    const shelf = await ask('anonymous', paths.letters(tokens()));
    expect(shelf.text).toContain(
      `href="${paths.letterReceive(tokens()).replaceAll('&', '&amp;')}"`,
    );
  });

  test('read and take home afterwards, and nothing else is asked of them', async () => {
    await endOn(-1);
    const { yearMonth } = site().world;
    const letter = await ask('anonymous', paths.letter(yearMonth, tokens()));
    expect(letter.status).toBe(200);
    expect(letter.text).toContain('まで読めます。');
    expect(letter.text).not.toContain('<form');
    const zip = await ask('anonymous', paths.letterArchive(yearMonth, tokens()));
    expect(zip.status).toBe(200);
    for (const page of [paths.letterConsent(tokens()), paths.letterReceive(tokens())]) {
      const { status, text } = await ask('anonymous', page);
      expect(status).toBe(200);
      expect(text).toMatch(/ありません。</);
      expect(text).not.toContain('<form');
      expect(text).not.toContain('いつでも');
    }
    const sent = await ask(
      'anonymous',
      paths.letterAnswers(yearMonth, tokens()),
      form({ body: 'ありがとう' }),
    );
    expect(sent.text).toContain('まだ送られていません');
  });

  test('of a deleted facility read one sentence, without a script', async () => {
    const { host, family } = site().world.cast;
    const db = site().factory.db;
    await noteLinksOfEnded(site().factory, host, day(-70));
    const link = { residentToken: 'r'.repeat(43), familyToken: 'f'.repeat(43) };
    expect((await ask('anonymous', paths.letters(link))).status).toBe(404);
    await db
      .updateTable('families')
      .set({ token: `${family.token}x` })
      .where('id', '=', family.id)
      .execute();
    const { status, text } = await ask('anonymous', paths.letters(tokens()));
    expect(status).toBe(410);
    expect(text).toContain(`${host.name}のつきだよりは、`);
    expect(text).not.toContain('新しいリンク');
    expect(text).not.toContain('<script');
    await db
      .updateTable('families')
      .set({ token: family.token })
      .where('id', '=', family.id)
      .execute();
  });
});

describe('staff of an ended facility', () => {
  test('are led to the page that says so; an admin takes home, and takes it back', async () => {
    await endOn(-1);
    expect((await ask('general', paths.items)).headers.location).toBe(paths.price);
    const forGeneral = await ask('general', paths.price);
    expect(forGeneral.text).toContain('で終わりました。');
    expect(forGeneral.text).not.toContain('終わりを取り消す');
    const { text } = await ask('admin', paths.price);
    expect(text).toContain('お便りと名簿の保存');
    expect(text).not.toContain('お試し');
    const back = await ask('admin', `${paths.price}?_action=hosts.takeBackEnding`, form({}));
    expect(back.status).toBe(303);
    expect((await ask('admin', paths.items)).status).toBe(200);
  });

  test("of the operator's ending are told whom to ask", async () => {
    await endOn(-1, 'operator');
    expect((await ask('admin', paths.price)).text).not.toContain('終わりを取り消す');
    const back = await ask('admin', `${paths.price}?_action=hosts.takeBackEnding`, form({}));
    expect(back.status).toBe(409);
    expect(await ending().execute()).toHaveLength(1);
  });
});
