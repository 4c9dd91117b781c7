import { beforeEach, describe, expect, test } from 'vitest';
import { addDays, civilDateOf } from '#lib/calendar.ts';
import { paths } from '#lib/paths.ts';
import { formatEndingDay } from '#domains/facility/ending/ending.ts';
import { readPage } from '../support/page-forms.ts';
import { makeOperatorAt, operatorForm, operatorLinkIn } from '../support/operator.ts';
import { runAdmin } from '../support/admin-command.ts';
import { makeFamily } from '../support/factories.ts';
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
      expect(text).toContain('href="tel:');
    }
    const sent = await ask(
      'anonymous',
      paths.letterAnswers(yearMonth, tokens()),
      form({ body: 'ありがとう' }),
    );
    expect(sent.text).toContain('まだ送られていません');
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
    expect(text).toContain('リンクを新しくするなどのときは、取り消して直し、');
    const back = await ask('admin', `${paths.price}?_action=hosts.takeBackEnding`, form({}));
    expect(back.status).toBe(303);
    expect((await ask('admin', paths.items)).status).toBe(200);
  });

  test.each(['general', 'admin'] as const)('read in calls of %s that it ended', async (who) => {
    const call = '/api/v1/actions/residents';
    await endOn(0);
    expect((await ask(who, call)).status).toBe(200);
    await site()
      .factory.db.updateTable('facility_endings')
      .set({ ends_on: day(-1) })
      .execute();
    const { status, text } = await ask(who, call);
    expect(status).toBe(403);
    expect(text).toContain(`のご利用は、${formatEndingDay(day(-1))}で終わりました。`);
    expect(text).not.toContain('手続き');
    expect((await ask('inactive', call)).text).toContain('手続きが済んでいません');
  });

  test("of the operator's ending are told whom to ask", async () => {
    await endOn(-1, 'operator');
    const { text } = await ask('admin', paths.price);
    expect(text).not.toContain('終わりを取り消す');
    expect(text).toContain('リンクを新しくするなどのときは');
    const back = await ask('admin', `${paths.price}?_action=hosts.takeBackEnding`, form({}));
    expect(back.status).toBe(409);
    expect(await ending().execute()).toHaveLength(1);
  });
});

/** What a button of the page sends, with what a person types and ticks. */
function pressed(text: string, words: string, typed: Record<string, string> = {}) {
  const press = readPage(text).press(words);
  if (!press) throw new Error(`no button ${words}`);
  const ticks = ['isShort', 'agreed'];
  const kept = Object.entries(press.fields).filter(([name]) => !ticks.includes(name));
  return { action: press.action, fields: { ...Object.fromEntries(kept), ...typed } };
}

describe('the forms as the pages have them', () => {
  const press = async (path: string, words: string, typed: Record<string, string> = {}) => {
    const { text } = await ask('admin', path);
    const { action, fields } = pressed(text, words, typed);
    return ask('admin', `${path}${action}`, form(fields));
  };
  const typed = () => ({ endsOn: day(40), words: 'お世話になりました。', agreed: 'on' });

  test('set a day, change it and take it back', async () => {
    expect((await press(paths.facilityEnding, '最後の日を決める', typed())).status).toBe(303);
    const { text } = await ask('admin', paths.facilityEnding);
    expect(pressed(text, '最後の日を変える').fields).toMatchObject({
      ...{ endsOn: day(40), words: 'お世話になりました。' },
    });
    const later = { endsOn: day(50), agreed: 'on' };
    expect((await press(paths.facilityEnding, '最後の日を変える', later)).status).toBe(303);
    expect(await ending().execute()).toMatchObject([
      { ends_on: day(50), words: 'お世話になりました。' },
    ]);
    expect((await press(paths.facilityEnding, '終わりを取り消す')).status).toBe(303);
    expect(await ending().execute()).toEqual([]);
  });

  test.each([
    ['before the last day', 40, paths.facilityEnding],
    ['after it', -1, paths.price],
  ])('tick a family that was told by hand, and take that back, %s', async (_when, days, path) => {
    const { host, resident } = site().world.cast;
    const { db } = site().factory;
    await endOn(days);
    const family = await makeFamily(site().factory, resident, { name: '手渡し 一郎' });
    await db
      .insertInto('ending_tellings')
      .values({
        ...{ host_id: host.id, family_id: family.id, account: '', ends_on: day(days) },
        ...{ told_before: null, set_at: new Date().toISOString(), outbox_id: null, state: 'hand' },
      })
      .execute();
    const doneAt = async () =>
      (
        await db
          .selectFrom('ending_tellings')
          .select('done_at')
          .where('family_id', '=', family.id)
          .executeTakeFirstOrThrow()
      ).done_at;
    const told = await press(path, '手渡し 一郎 様、お知らせしました');
    expect([told.status, told.headers.location]).toEqual([303, `${path}#told`]);
    expect(await doneAt()).not.toBeNull();
    const { text } = await ask('admin', path);
    expect(readPage(text).press('手渡し 一郎 様、お知らせしました')).toBeUndefined();
    expect((await press(path, '手渡し 一郎 様、しるしを取り消す')).status).toBe(303);
    expect(await doneAt()).toBeNull();
    await db.deleteFrom('families').where('id', '=', family.id).execute();
  });

  test('of the operator do the same, and name whom a facility waits for', async () => {
    const { out } = await runAdmin(site(), ['operator-link'], {
      PUBLIC_URL: site().server.url,
    });
    const { cookie } = await makeOperatorAt(site().server.url, operatorLinkIn(out));
    const path = paths.operatorFacility(site().world.cast.host.id);
    const look = (at: string) => ask('anonymous', at, { headers: { Cookie: cookie } });
    const pressAs = async (words: string, more: Record<string, string> = {}) => {
      const { action, fields } = pressed((await look(path)).text, words, more);
      return ask('anonymous', `${path}${action}`, operatorForm(fields, cookie));
    };
    expect((await pressAs('最後の日を決める', typed())).status).toBe(303);
    expect(await ending().execute()).toMatchObject([{ ends_on: day(40), asked_by: 'operator' }]);
    expect(readPage((await look(path)).text).text).not.toContain('削除を待っています');
    await site()
      .factory.db.updateTable('facility_endings')
      .set({ ends_on: day(-70) })
      .execute();
    for (const at of [path, paths.operator]) {
      const { text } = readPage((await look(at)).text);
      expect(text).toMatch(/お知らせが済んでいないご家族が\d+件あるので、削除を待っています/);
    }
    expect((await pressAs('終わりを取り消す')).status).toBe(303);
    expect(await ending().execute()).toEqual([]);
  });
});
