import { beforeAll, expect, test } from 'vitest';
import { paths } from '#lib/paths.ts';
import { actionOf, askRow, routeOf } from './ask-row.ts';
import type { Row } from './row.ts';
import { LOGIN } from './row.ts';
import { ACTIONS, API, FRONT, PAGES } from './rows.ts';
import { useSite } from './site.ts';

/** Where a second step is asked of everybody, before anybody has one (P36). */
const site = useSite({ PUBLIC_URL: 'http://localhost:4321' });
beforeAll(async () => {
  await site().factory.db.updateTable('hosts').set({ asks_second_step: 'everybody' }).execute();
});

/** What makes one, and leaving. */
const OPEN_CALLS = /\/(user|logout|confirmation|second_step|passkeys)(\/|$)/;
const OPEN_ACTIONS = /^(session\.logout|me\.(\w*(App|Passkey|Codes)|forgetBrowser|startAnew))$/;

/** To everybody but those who are signed in. */
const isClosed = ({ expected: { anonymous, admin } }: Row): boolean =>
  (anonymous === 401 || anonymous === LOGIN) && anonymous !== admin;

/** Those that an admin got through to. */
async function openedOf(rows: Row[], addressOf: (row: Row) => string | undefined) {
  expect(rows.length).toBeGreaterThan(5);
  const opened: string[] = [];
  for (const row of rows) {
    const { status, headers, text } = await askRow('admin', row, site(), addressOf(row));
    const isLed = status === 302 && headers.location === paths.mySignIn;
    const isRefused = status === 403 && text.includes('二段階の確認が必須です');
    if (!isLed && !isRefused) opened.push(`${row.call}: ${status}`);
  }
  return opened;
}

test('no call of staff does anything', async () => {
  const rows = API.filter((row) => isClosed(row) && !OPEN_CALLS.test(routeOf(row)));
  expect(await openedOf(rows, () => undefined)).toEqual([]);
  const { text } = await site().ask('admin', paths.api.items);
  expect(JSON.parse(text)).toMatchObject({ enrol: true });
});

test('every page of staff leads to making one', async () => {
  const rows = PAGES.filter((row) => isClosed(row) && routeOf(row) !== paths.mySignIn);
  expect(await openedOf(rows, () => undefined)).toEqual([]);
});

test('no form of staff does anything', async () => {
  const rows = ACTIONS.filter((row) => isClosed(row) && !OPEN_ACTIONS.test(routeOf(row)));
  expect(await openedOf(rows, actionOf)).toEqual([]);
});

test('no picture and no file is given out', async () => {
  const rows = FRONT.filter(({ expected }) => expected.anonymous !== expected.admin);
  for (const row of rows) {
    expect([row.call, (await askRow('admin', row, site())).status]).not.toEqual([row.call, 200]);
  }
});
