import { afterEach, expect, test } from 'vitest';
import { confirmationField } from '#domains/account/confirm/confirmation.ts';
import { addDays, civilDateOf } from '#lib/calendar.ts';
import { DAY_MS } from '#lib/durations.ts';
import { paths } from '#lib/paths.ts';
import { PASSWORD } from '../support/factories.ts';
import { makeOperatorAt, operatorLinkIn } from '../support/operator.ts';
import { form } from './row.ts';
import { runAdmin } from '../support/admin-command.ts';
import type { Who } from './site.ts';
import { useSite } from './site.ts';

const site = useSite();
const cast = () => site().world.cast;
const read = async (who: Who, path: string, headers = {}) =>
  (await site().ask(who, path, { headers })).text.replaceAll('\u200b', '');

const endOn = (hostId: string, days: number) =>
  site()
    .factory.db.insertInto('facility_endings')
    .values({
      ...{ host_id: hostId, ends_on: addDays(civilDateOf(new Date()), days), words: '' },
      ...{ asked_by: 'facility', created_at: new Date().toISOString() },
    })
    .execute();

/** Its trial was over yesterday, or goes on. */
const setTrialEnd = (trial_ends_at: string | null) =>
  site().factory.db.updateTable('hosts').set({ trial_ends_at }).where('id', '=', cast().host.id);
const overYesterday = () => setTrialEnd(new Date(Date.now() - DAY_MS).toISOString()).execute();

afterEach(async () => {
  await setTrialEnd(null).execute();
  for (const table of ['facility_endings', 'ending_tellings'] as const) {
    await site().factory.db.deleteFrom(table).execute();
  }
});

test('after its trial, a facility can go on until its last day, and tells families itself', async () => {
  const { host, family } = cast();
  await overYesterday();
  await endOn(host.id, 40);
  const told = { host_id: host.id, family_id: family.id, account: '', state: 'hand' } as const;
  const now = new Date();
  await site()
    .factory.db.insertInto('ending_tellings')
    .values({ ...told, ends_on: addDays(civilDateOf(now), 40), set_at: now.toISOString() })
    .execute();
  const text = await read('admin', paths.price);
  expect(text).toContain('続けて利用する</button>');
  expect(text).toMatch(/施設のご利用は、\d+年\d+月\d+日\(.\)までです/);
  expect(text).toContain(`value="${family.id}"`);
  expect(text).toContain('終わりを取り消す');
  expect(text).not.toMatch(/終わりました。<|そのままご覧になれます/);
});

test('after its trial, a facility sets its last day', async () => {
  await overYesterday();
  const send = (fields: Record<string, string>) =>
    site().ask('admin', `${paths.price}?_action=hosts.setEnding`, form(fields));
  expect(await read('admin', paths.price)).toContain('最後の日を決める</button>');
  const endsOn = addDays(civilDateOf(new Date()), 40);
  const refused = await send({ endsOn });
  expect(refused).toMatchObject({ status: 400 });
  expect(refused.text).toMatch(/<details[^>]* open[^]*内容を確かめて/);
  expect(await send({ endsOn, agreed: 'on' })).toMatchObject({ status: 303 });
  const text = await read('admin', paths.price);
  expect(text).toMatch(/施設のご利用は、\d+年\d+月\d+日\(.\)までです/);
  expect(text).not.toContain('最後の日を決める</button>');
  const back = `${paths.price}?_action=hosts.takeBackEnding`;
  expect(await site().ask('admin', back, form({}))).toMatchObject({ status: 303 });
});

test('after its trial, an admin who signed in long ago proves who it is, and ends it', async () => {
  await overYesterday();
  const { db } = site().factory;
  const created_at = new Date(Date.now() - DAY_MS / 24).toISOString();
  await db.updateTable('sessions').set({ created_at, confirmed_at: null }).execute();
  const endsOn = addDays(civilDateOf(new Date()), 40);
  const send = (more: Record<string, string>) =>
    site().ask(
      'admin',
      `${paths.price}?_action=hosts.setEnding`,
      form({ endsOn, agreed: 'on', ...more }),
    );
  const asked = await send({});
  expect(asked.text).toContain('ご本人であることの確認');
  expect(asked.text).toContain(`value="${endsOn}"`);
  const proven = await send({ [confirmationField('password')]: PASSWORD });
  expect(proven).toMatchObject({ status: 303, headers: { location: paths.price } });
});

test('general staff are told whom to ask, and both days', async () => {
  await overYesterday();
  await endOn(cast().host.id, 40);
  const text = await read('general', paths.price);
  expect(text).toContain('手続きが済んでいません');
  expect(text).toContain('までです');
  expect(text).not.toMatch(/終わりました|終わりを取り消す|そのままご覧になれます/);
});

test('one that never began can begin', async () => {
  await endOn(cast().inactiveHost.id, 40);
  const text = await read('inactive', paths.price);
  expect(text).toContain('お試しを始める</button>');
  expect(text).not.toContain('終わりました。<');
});

test('the operator can let it go on, and sees that its trial is over', async () => {
  const { host } = cast();
  await overYesterday();
  await endOn(host.id, 40);
  const { out } = await runAdmin(site(), ['operator-link'], { PUBLIC_URL: site().server.url });
  const { cookie } = await makeOperatorAt(site().server.url, operatorLinkIn(out));
  const look = () => read('anonymous', paths.operatorFacility(host.id), { Cookie: cookie });
  const text = await look();
  expect(text).toContain('期限なしで使えるようにする</button>');
  expect(text).toContain('お試し終了、終わりの予定（');
  await site().factory.db.deleteFrom('facility_endings').execute();
  await endOn(host.id, -1);
  expect(await look()).not.toContain('期限なしで使えるようにする');
});
