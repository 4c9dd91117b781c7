import { beforeEach, describe, expect, test } from 'vitest';
import { readHandoverList } from '#domains/delivery/letters-by-hand.ts';
import { runDeliveries } from '#domains/delivery/monthly-run.ts';
import { sendTestMail } from '#domains/delivery/test-mail.ts';
import { readStopPage, takeStop } from '#domains/letter/receive/stop-by-mail.ts';
import { addFamily, readFamilyEntry } from '#domains/people/manage-families.ts';
import { importRoster, tryImport } from '#domains/people/roster/import-roster.ts';
import { castEachTest, rt, cast, admin } from '../support/cast-each-test.ts';
import { readEvents } from '../support/events.ts';
import { makeFamily, makeHost, makeLetter, makeResident } from '../support/factories.ts';
import type { OutgoingMail } from '../support/sender.ts';
import { makeMailSender, sendDue } from '../support/sender.ts';
import { pressed, walkStops } from '../support/stop-walk.ts';
import { stopTokenOf } from '../support/stop-links.ts';

const EMAIL = 'hana@example.jp';
const ONE_CLICK = 'List-Unsubscribe=One-Click';
const AFRESH = {
  state: 'queued',
  attempts: 0,
  next_attempt_at: '2026-11-01T00:00:00.000Z',
} as const;
/** A relative of two residents. */
let ids: string[];

castEachTest(['admin']);
beforeEach(async () => {
  const make = (of: { id: string; host_id: string }) =>
    makeFamily(rt, of, { email: EMAIL, delivery: 'email' });
  ids = [(await make(cast.resident)).id, (await make(cast.neighbour)).id];
  await makeLetter(rt, cast.host.id, 202610);
  await rt.db.deleteFrom('audit_logs').execute();
});

const deliver = async (): Promise<void> => {
  rt.clock.set('2026-11-01T09:00:00+09:00');
  await runDeliveries(rt);
};
const token = (email = EMAIL, hostId = cast.host.id) => stopTokenOf(rt, { hostId, email });
const press = (of = token()) => takeStop(rt, of, pressed(ONE_CLICK));
const stops = async (): Promise<boolean[]> => {
  const rows = await rt.db.selectFrom('families').select(['id', 'stopped_at']).execute();
  return ids.map((id) => rows.some((row) => row.id === id && row.stopped_at !== null));
};
const unsubscribe = ({ headers }: OutgoingMail): string | null =>
  new URL(/<(.*)>/.exec(headers?.['List-Unsubscribe'] ?? '')?.[1] ?? 'x:').searchParams.get(
    'token',
  );

test('one press stops the letters of all that the mail brought, and what waits goes no more', async () => {
  await deliver();
  expect(await press()).toBe('program');
  expect(await stops()).toEqual([true, true]);
  expect((await sendDue(rt)).filter(({ to }) => to === EMAIL)).toEqual([]);
  const events = await readEvents(rt);
  expect(events.map(({ action, target, detail }) => [action, target, detail]).sort()).toEqual(
    ids.map((id) => ['family.way_chosen', id, 'stop_by_mail']).sort(),
  );
});

test('a letter that is being sent meanwhile is not tried again', async () => {
  await deliver();
  let tries = 0;
  const send = async ({ to }: OutgoingMail): Promise<void> => {
    if (to !== EMAIL) return;
    tries++;
    await press();
    throw Object.assign(new Error('busy'), { responseCode: 451 });
  };
  const drain = () => makeMailSender({ ...rt, mailer: { ...rt.mailer, send } }).drain();
  await drain();
  rt.clock.set('2026-11-01T12:00:00+09:00');
  await drain();
  expect(tries).toBe(1);
});

test('twice is once', async () => {
  await press();
  const [before] = await rt.db.selectFrom('families').select('stopped_at').execute();
  rt.clock.set('2026-10-20T09:00:00+09:00');
  expect(await press()).toBe('program');
  expect(await rt.db.selectFrom('families').select('stopped_at').execute()).toContainEqual(before);
  expect((await readEvents(rt)).length).toBe(2);
});

test('the letter carries it, alike at each attempt, and no other mail does', async () => {
  await deliver();
  const mail = (await sendDue(rt)).find(({ to }) => to === EMAIL);
  if (!mail) throw new Error('no letter');
  expect(mail.headers).toEqual({
    'List-Id': `<letters.${cast.host.id}.${new URL(rt.env.PUBLIC_URL).hostname}>`,
    'List-Unsubscribe': `<${rt.env.PUBLIC_URL}/letters/stop?token=${token()}>`,
    'List-Unsubscribe-Post': ONE_CLICK,
  });
  await rt.db.updateTable('outbox').set(AFRESH).execute();
  const again = (await sendDue(rt)).find(({ to }) => to === EMAIL);
  expect({ ...again, text: '', html: '' }).toEqual({ ...mail, text: '', html: '' });
  await sendTestMail(rt, admin, ids[0] ?? '');
  const samples = await sendDue(rt);
  expect(samples.length).toBeGreaterThan(0);
  for (const sample of samples) expect(sample).not.toHaveProperty('headers');
  expect(unsubscribe(mail)).toBe(token());
});

test.each([
  ['a form', pressed(ONE_CLICK)],
  [
    'a form in parts',
    pressed(
      '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
      'multipart/form-data; boundary=b',
    ),
  ],
])('is taken as %s', async (_name, request) => {
  expect(await takeStop(rt, token(), request)).toBe('program');
  expect(await stops()).toEqual([true, true]);
});

test('is good for that address in that facility, and for nothing else', async () => {
  const elsewhere = await makeResident(rt, (await makeHost(rt)).id);
  const there = await makeFamily(rt, elsewhere, { email: EMAIL, delivery: 'email' });
  const { id } = await makeFamily(rt, cast.resident, { email: 'b@example.jp', delivery: 'email' });
  ids = [...ids, there.id, id];
  await press();
  expect(await stops()).toEqual([true, true, false, false]);
  expect(await press(token('nobody@example.jp'))).toBe('program');
  expect(await stops()).toEqual([true, true, false, false]);
});

test('opening the link changes nothing, and tells the facility’s name alone', async () => {
  expect(await readStopPage(rt, token())).toEqual({
    state: 'open',
    goesOn: true,
    hostName: cast.host.name,
    words: '',
  });
  expect(await stops()).toEqual([false, false]);
  await press();
  expect(await readStopPage(rt, token())).toMatchObject({ state: 'stopped' });
});

test.each(['', 'List-Unsubscribe=', 'List-Unsubscribe=one', 'press=no'])(
  'a form that says %j stops nothing',
  async (body) => {
    expect(await takeStop(rt, token(), pressed(body))).toBe('nobody');
    expect(await stops()).toEqual([false, false]);
  },
);

test('a damaged link stops nothing, and is counted', async () => {
  for (const [at, part] of token().split('.').entries()) {
    const broken = token()
      .split('.')
      .with(at, `${part.slice(0, -2)}zz`);
    expect(await press(broken.join('.')), String(at)).toBe('unknown');
  }
  expect(await press(`${token()}.x`)).toBe('unknown');
  expect(await readStopPage(rt, 'x')).toMatchObject({ state: 'unknown', hostName: '', words: '' });
  expect(await stops()).toEqual([false, false]);
  const tries = async () => {
    for (let n = 0; n < 40; n++) await readStopPage(rt, 'x');
  };
  await expect(tries()).rejects.toMatchObject({ status: 429 });
  expect(await press()).toBe('program');
});

describe('who has stopped', () => {
  beforeEach(() => press());

  test('is listed to be handed its letter, and the facility sees why', async () => {
    rt.clock.set('2026-11-01T09:00:00+09:00');
    const { handovers } = await readHandoverList(rt, cast.host.id, 202610);
    const listed = handovers.filter(({ familyId }) => ids.includes(familyId));
    expect(listed.map(({ delivery }) => delivery)).toEqual(['link', 'link']);
    expect((await readFamilyEntry(rt, admin, ids[0] ?? '')).wish).toBe(
      'ご家族が、メールを止めています',
    );
  });

  test('gets no test letter', async () => {
    await expect(sendTestMail(rt, admin, ids[0] ?? '')).rejects.toMatchObject({ status: 422 });
  });

  test('is not mailed by being entered or imported anew', async () => {
    const input = {
      ...{ residentId: cast.resident.id, name: '田中 花', nameKana: '', email: EMAIL },
      ...{ relationship: '', postcode: null, pref: '', city: '', town: '', street: '' },
    };
    await expect(
      addFamily(rt, admin, { ...input, delivery: 'email' } as never),
    ).rejects.toMatchObject({ status: 422 });
    const line = (way: string) =>
      `氏名,ご家族の氏名,メールアドレス,お届けの方法\n${cast.resident.name},田中 花,${EMAIL},${way}\n`;
    const tried = await tryImport(rt, admin, 'families', Buffer.from(line('メール')));
    expect(tried.rows.map(({ outcome }) => outcome)).toEqual(['wrong']);
    const answers = { same: new Set(['2 other']) };
    await importRoster(rt, admin, 'families', line('リンク'), answers);
    const added = rt.db.selectFrom('families').select('stopped_at').where('name', '=', '田中 花');
    expect((await added.executeTakeFirstOrThrow()).stopped_at).not.toBeNull();
  });
});

test.each([1, 2, 3, 4, 5, 6])('who has stopped gets no mail (P42, seed %i)', async (seed) => {
  await rt.db.deleteFrom('families').execute();
  await rt.db.deleteFrom('letters').execute();
  expect(await walkStops(rt, { cast, admin }, seed, 150)).toEqual([]);
});
