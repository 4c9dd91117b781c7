import { describe, expect, test } from 'vitest';
import { paths } from '#lib/paths.ts';
import { DAY } from '../support/clock.ts';
import { json } from '../support/http.ts';
import { form } from './row.ts';
import { useSite } from './site.ts';

const site = useSite({ SIGN_UP: 'closed' });
const ask = (...args: Parameters<ReturnType<typeof site>['ask']>) => site().ask(...args);

const trialEndsIn = (ms: number | null) =>
  site()
    .factory.db.updateTable('hosts')
    .set({ trial_ends_at: ms === null ? null : new Date(Date.now() + ms).toISOString() })
    .where('id', '=', site().world.cast.host.id)
    .execute();

describe('a facility changes its details', () => {
  test('and published letters show them with the next request', async () => {
    const { cast, yearMonth } = site().world;
    const tokens = { residentToken: cast.resident.token, familyToken: cast.family.token };
    const letter = paths.letter(yearMonth, tokens);
    expect((await ask('anonymous', letter)).text).toContain(cast.host.name);
    const change = json({ name: '月あかりの家', phone: '0399990001' });
    const changed = await ask('admin', paths.api.facility, { ...change, method: 'PATCH' });
    expect(changed.status).toBe(200);
    const { text } = await ask('anonymous', letter);
    expect(text).toContain('月あかりの家');
    expect(text).toContain('tel:0399990001');
  });

  test('links to its mail settings, which link back', async () => {
    const ways = [paths.facility, paths.deliverySettings] as const;
    for (const [from, to] of [ways, ways.toReversed()] as [string, string][]) {
      const { text } = await ask('admin', from);
      expect(text.slice(text.indexOf('<main')), from).toContain(`href="${to}"`);
    }
  });

  test("a name that looks like a link is rejected with the field's name", async () => {
    const sent = form({ name: 'www.example.jp', phone: '0312345678' });
    const { status, text } = await ask('admin', `${paths.facility}?_action=hosts.change`, sent);
    expect(status).toBe(400);
    expect(text).toContain('施設のお名前に、リンクやメールアドレスのような言葉');
    expect((await ask('admin', paths.facility)).text).not.toContain('www.example.jp"');
  });
});

describe('/hosts/price in the last days of a trial', () => {
  test.each([
    [null, '/adminstaff/items', '/adminstaff/items'],
    [15 * DAY, '/adminstaff/items', '/adminstaff/items'],
    [13 * DAY, '続けて利用する', '/adminstaff/items'],
    [-DAY, 'お試し期間は終わりました', '管理者の方にお尋ねください'],
  ])('with %s ms left', async (left, forAdmin, forGeneral) => {
    await trialEndsIn(left);
    for (const [who, expected] of [
      ['admin', forAdmin],
      ['general', forGeneral],
    ] as const) {
      const { status, text, headers } = await ask(who, paths.price);
      if (expected.startsWith('/')) expect([status, headers.location]).toEqual([302, expected]);
      else expect(text).toContain(expected);
    }
  });

  test('once it is over, an admin takes letters and lists home, and families read on', async () => {
    await trialEndsIn(-DAY);
    const files = [
      paths.facilityArchive,
      paths.exportResidents,
      paths.exportFamilies,
      paths.exportHistory,
    ];
    const { text } = await ask('admin', paths.price);
    for (const file of files) {
      expect(text).toContain(`href="${file}"`);
      const taken = await ask('admin', file);
      expect([taken.status, taken.headers['content-disposition']], file).toEqual([
        200,
        expect.stringContaining('attachment'),
      ]);
      expect((await ask('general', file)).headers.location, file).toBe(paths.login);
      expect((await ask('anonymous', file)).headers.location, file).toBe(paths.login);
    }
    const { resident, family } = site().world.cast;
    expect((await ask('admin', paths.residentArchive(resident.id))).status).toBe(200);
    expect((await ask('admin', paths.residents)).headers.location).toBe(paths.price);
    const tokens = { residentToken: resident.token, familyToken: family.token };
    expect((await ask('anonymous', paths.letters(tokens))).status).toBe(200);
  });

  test('says what happens when, while it lasts and once it is over', async () => {
    await trialEndsIn(13 * DAY);
    const stops = 'から、写真を入れたりお便りを直したりする画面と、毎月のメールが止まります';
    for (const path of [paths.price, paths.facility, paths.dashboard]) {
      expect((await ask('admin', path)).text, path).toContain(stops);
    }
    await trialEndsIn(-DAY);
    expect((await ask('admin', paths.price)).text).not.toContain(stops);
    await trialEndsIn(null);
    expect((await ask('admin', paths.facility)).text).not.toContain(stops);
  });

  test('the button keeps the facility active, and the page confirms it', async () => {
    await trialEndsIn(-DAY);
    const pressed = await ask(
      'admin',
      `${paths.price}?_action=hosts.continueUse`,
      form({ plan: 'small' }),
    );
    expect([pressed.status, pressed.headers.location]).toEqual([303, paths.price]);
    expect((await ask('admin', paths.price)).text).toContain('受け付けました');
    const { status, text } = await ask('admin', paths.dashboard);
    expect(status).toBe(200);
    for (const words of ['小さな施設', 'お試しの最後の日', '20人まで', '20 GB']) {
      expect(text).toContain(words);
    }
  });
});

describe('while sign-up is closed', () => {
  test("no page offers it, and the form's page explains why", async () => {
    for (const path of [paths.home, paths.login]) {
      const { text } = await ask('anonymous', path);
      expect(text).not.toContain(`href="${paths.newHost}"`);
      expect(text).not.toMatch(/はじめられます|登録のリンクをお送りします/);
    }
    const { status, text } = await ask('anonymous', paths.newHost);
    expect(status).toBe(200);
    expect(text).toContain('お申し込みをお受けしていません');
    expect(text).not.toContain('name="email"');
  });

  test('the API responds 403', async () => {
    const asked = json({ email: 'new@example.jp' });
    expect((await ask('anonymous', paths.api.hostSignUp, asked)).status).toBe(403);
  });
});

describe('texts', () => {
  test('a colleague who has not signed in yet has no last use', async () => {
    const { db } = site().factory;
    const { id } = site().world.cast.general;
    await db.updateTable('staffs').set({ last_seen_at: null }).where('id', '=', id).execute();
    const { text } = await ask('admin', paths.staffs);
    const general = text.split('<li').find((row) => row.includes(site().world.cast.general.email));
    expect(general).toContain('まだ使われていません');
    expect(general).not.toContain('最後に使った日時');
  });

  test('an empty facility links to the form for residents, without an empty list', async () => {
    const { db } = site().factory;
    const { id } = site().world.cast.otherHost;
    await db.deleteFrom('items').where('host_id', '=', id).execute();
    await db.deleteFrom('letters').where('host_id', '=', id).execute();
    await db.deleteFrom('residents').where('host_id', '=', id).execute();
    for (const path of [paths.dashboard, paths.residents, paths.families]) {
      const { text } = await ask('other', path);
      expect(text, path).toMatch(
        new RegExp(`href="${paths.newResident}"[^>]*>\\s*入居者を登録する`),
      );
    }
    const { text } = await ask('other', paths.adminLetters);
    expect(text).toContain('写真を追加すると、その月のお便りがここにできます');
    expect(text).not.toMatch(/<h2[^>]*>\d{4}年/);
  });
});
