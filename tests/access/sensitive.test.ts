import { beforeEach, describe, expect, test } from 'vitest';
import { confirmationField } from '#domains/account/confirm/confirmation.ts';
import { paths } from '#lib/paths.ts';
import type { Act } from '#server/call.ts';
import { newId } from '#server/secrets.ts';
import { CALLS, FORMS, PAGES } from '../support/acts.ts';
import { PASSWORD, makeFamily } from '../support/factories.ts';
import { json } from '../support/http.ts';
import { actionOf, askRow, routeOf } from './ask-row.ts';
import type { Row } from './row.ts';
import { form } from './row.ts';
import { API, PAGES as PAGE_ROWS } from './rows.ts';
import {
  CALLS_THAT_ASK,
  CALLS_WITH_PASSWORD,
  EVERYDAY,
  FORMS_THAT_ASK,
  FREE_CALLS,
  FREE_FORMS,
  PAGES_THAT_ASK,
  START_ANEW,
  isAsked,
} from './sensitive-rows.ts';
import type { Site } from './site.ts';
import { useSite } from './site.ts';

const site = useSite({ PUBLIC_URL: 'http://localhost:4321' });
const HOUR_AGO = 3_600_000;
const proof = { [confirmationField('password')]: PASSWORD };
const ASKS = 'ご本人であることの確認';

/** When everybody signed in. */
async function signedInBefore(ms: number): Promise<void> {
  const created_at = new Date(Date.now() - ms).toISOString();
  await site().factory.db.updateTable('sessions').set({ created_at, confirmed_at: null }).execute();
}

/** A form on a page, as browsers send it. @param more fields beside those of the row */
async function press(row: Row, more: Record<string, string> = {}, at: Site = site()) {
  const options = typeof row.options === 'function' ? await row.options(at) : row.options;
  const fields = { ...Object.fromEntries(new URLSearchParams(String(options?.body))), ...more };
  const address = `${paths.facility}?_action=${routeOf(row)}`;
  return { answer: await at.ask('admin', address, form(fields)), fields };
}

test('what asks is tried as a whole', () => {
  const thatAsk = (table: Record<string, Act>, asks: Act['asks']): string[] =>
    Object.keys(table).filter((name) => table[name]?.asks === asks);
  expect(CALLS_THAT_ASK).toHaveLength(thatAsk(CALLS, 'confirmation').length);
  expect(CALLS_WITH_PASSWORD).toHaveLength(thatAsk(CALLS, 'password').length);
  const forms = thatAsk(FORMS, 'confirmation').filter((name) => !name.startsWith('operator.'));
  expect(FORMS_THAT_ASK).toHaveLength(forms.filter((name) => !EVERYDAY.includes(name)).length);
  expect(FREE_CALLS.length).toBeGreaterThan(30);
  expect(PAGES_THAT_ASK.length).toBe(13);
});

test('whatever shows the links or codes of several asks', async () => {
  await signedInBefore(0);
  const { factory, world } = site();
  const { cast } = world;
  await makeFamily(factory, cast.resident, { delivery: 'print', postcode: '1040061' });
  await site().ask('admin', `${paths.sheets}?_action=joining.makeSheets`, form({}));
  const shown: Row[] = [];
  for (const row of [...PAGE_ROWS, ...API].filter(({ call }) =>
    /^(?:GET )?\/(?:adminstaff|api)\//.test(call),
  )) {
    const { status, text } = await askRow('admin', row, site());
    if (status !== 200) continue;
    const links = new Set(text.match(/family_token=[\w-]+/g)).size;
    const codes = text.match(/[^"]*QRコード"/g)?.length ?? 0;
    if (links > 1 || codes > 1) shown.push(row);
  }
  const open = shown.filter(
    (row) => (PAGES[routeOf(row)] ?? CALLS[row.call])?.asks !== 'confirmation',
  );
  expect(open.map(({ call }) => call)).toEqual([]);
  expect(new Set(shown.map(routeOf)).size).toBeGreaterThan(4);
});

describe.each([
  ['anywhere', 'nobody'],
  ['where a second step is asked of everybody', 'everybody'],
] as const)('an hour after the sign-in, %s', (_where, asks_second_step) => {
  beforeEach(async () => {
    const { factory, world } = site();
    const { id: staff_id, host_id } = world.cast.admin;
    await factory.db.updateTable('hosts').set({ asks_second_step }).execute();
    await factory.db.deleteFrom('second_steps').where('staff_id', '=', staff_id).execute();
    // Any that opens says that there is an app.
    const sealed = { secret_sealed: 'x', next_sealed: null, last_counter: 0 };
    await factory.db
      .insertInto('second_steps')
      .values({
        ...{ id: newId(), host_id, staff_id, operator_id: null, ...sealed },
        created_at: new Date().toISOString(),
      })
      .execute();
    await signedInBefore(HOUR_AGO);
  });

  test.each(CALLS_THAT_ASK)('$call asks for a confirmation', async (row) => {
    const { status, text } = await askRow('admin', row, site());
    expect([status, JSON.parse(text) as unknown]).toEqual([
      403,
      { msg: expect.any(String) as unknown, confirm: true },
    ]);
  });

  test.each(CALLS_WITH_PASSWORD)('$call takes the password itself', async (row) => {
    expect(isAsked(await askRow('admin', row, site()))).toBe(false);
  });

  test.each(FREE_CALLS)('$call does not', async (row) => {
    expect(isAsked(await askRow('admin', row, site()))).toBe(false);
  });

  test.each(FORMS_THAT_ASK)('$call leads to the confirmation, with what was typed', async (row) => {
    expect((await askRow('admin', row, site(), actionOf(row))).status).toBe(403);
    const { answer, fields } = await press(row);
    expect(answer.status).toBe(403);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.text).toContain(ASKS);
    expect(answer.text).toContain(`確かめて、${FORMS[routeOf(row)]?.deed ?? ''}`);
    expect(answer.text).toContain('認証アプリの6けたの数字');
    for (const [name, value] of Object.entries(fields)) {
      if (value !== '' && !value.includes('{')) {
        expect(answer.text).toContain(`type="hidden" name="${name}" value="${value}"`);
      }
    }
  });

  test.each(FREE_FORMS)('$call does not', async (row) => {
    const { answer } = await press(row);
    expect(answer.text).not.toContain(ASKS);
  });

  test.each(PAGES_THAT_ASK)('$call asks before it is shown', async (row) => {
    const { status, headers, text } = await askRow('admin', row, site());
    expect([status, headers['cache-control']]).toEqual([403, 'no-store']);
    expect(text).toContain(ASKS);
    expect(text).toContain(`確かめて、${PAGES[routeOf(row)]?.deed ?? ''}`);
    expect(text).not.toContain('invitation=');
  });
});

describe('after an hour, the confirmation goes on', () => {
  beforeEach(async () => {
    await site().factory.db.updateTable('hosts').set({ asks_second_step: 'nobody' }).execute();
    await signedInBefore(HOUR_AGO);
  });

  test.each(FORMS_THAT_ASK.filter((row) => row !== START_ANEW))('with $call', async (row) => {
    const wrong = await press(row, { [confirmationField('password')]: 'wrong' });
    expect(wrong.answer.status).toBe(422);
    expect(wrong.answer.text).toContain('今のパスワードが違います。');
    const { answer } = await press(row, proof);
    expect([200, 303, 400, 404, 409, 422]).toContain(answer.status);
    expect(answer.text).not.toContain(ASKS);
    // Free for a quarter of an hour.
    expect((await site().ask('admin', paths.qrCode)).status).toBe(200);
  });

  test.each(PAGES_THAT_ASK)('with $call', async (row) => {
    const address = (await row.path?.(site())) ?? routeOf(row);
    const confirmed = await site().ask('admin', address, form(proof));
    if (/\.\w+$/.test(address)) {
      expect([confirmed.status, confirmed.headers.refresh]).toEqual([200, `1; url=${address}`]);
      expect(confirmed.text).toContain(`href="${address}"`);
    } else {
      expect([confirmed.status, confirmed.headers.location]).toEqual([303, address]);
    }
    expect((await site().ask('admin', address)).status).toBe(200);
  });

  test('a role is changed by what was pressed before', async () => {
    const { factory, world } = site();
    const { id } = world.cast.general;
    const roleOf = async () =>
      (
        await factory.db
          .selectFrom('staffs')
          .select('role')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).role;
    const send = (more = {}) =>
      site().ask(
        'admin',
        `${paths.staffs}?_action=members.changeRole`,
        form({ id, role: 'admin', ...more }),
      );
    expect((await send()).status).toBe(403);
    expect(await roleOf()).toBe('general');
    expect((await send(proof)).headers.location).toBe(`${paths.staffs}?saved=1`);
    expect(await roleOf()).toBe('admin');
    expect((await send({ role: 'general' })).status).toBe(303);
  });

  test('but no password that was typed waits in the page', async () => {
    const row = FORMS_THAT_ASK[0] as Row;
    const { answer } = await press(row, { password: 'himitsu', currentPassword: 'himitsu' });
    expect(answer.text).not.toContain('himitsu');
  });

  test('nothing is shown to whom a form on the page of an invitation was sent', async () => {
    const address = `${paths.qrCode}?_action=me.furigana`;
    const { status, text } = await site().ask('admin', address, form({ furigana: 'off' }));
    expect([status, text.includes('invitation=')]).toEqual([403, false]);
  });

  test('whoever may not do it is told so, and asked for nothing', async () => {
    const address = `${paths.items}?_action=members.remove`;
    const { status, text } = await site().ask('general', address, form({ id: newId() }));
    expect(status).toBe(403);
    expect(text).not.toContain(ASKS);
    const call = await site().ask('general', paths.api.staff(newId()), { method: 'DELETE' });
    expect(isAsked(call)).toBe(false);
  });

  test('with the calls', async () => {
    const confirmed = await site().ask(
      'admin',
      paths.api.confirmation,
      json({ password: PASSWORD }),
    );
    expect(confirmed.status).toBe(204);
    const { status } = await site().ask('admin', paths.api.passkeyOptions, { method: 'POST' });
    expect(status).toBe(200);
  });
});
