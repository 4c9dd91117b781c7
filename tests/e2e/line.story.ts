import type { Page } from '@playwright/test';
import { monthToDeliver } from '#domains/people/stay.ts';
import { addMonths, firstDayOf, startOfDay } from '#lib/calendar.ts';
import { formatMonth } from '#lib/format-ja.ts';
import { paths } from '#lib/paths.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Cast } from '../support/cast.ts';
import { PASSWORD, makeFamily, makeLetter } from '../support/factories.ts';
import { makeLineAccount } from '../support/line-families.ts';
import type { LinePlatform } from '../support/line-platform.ts';
import { lineUser, signLine, startLine, webhookBody, wrote } from '../support/line-platform.ts';
import { expectNeat } from './support/neat.ts';
import type { OwnServer } from './support/own-server.ts';
import { startOwnServer } from './support/own-server.ts';
import { readQr } from './support/qr.ts';
import { PHONE, expect, test } from './support/story.ts';

const HANA = lineUser(1);
const GONE = lineUser(2);
const yearMonth = monthToDeliver(new Date());
const month = `${formatMonth(yearMonth)}号`;

let line: LinePlatform;
let server: OwnServer;
test.beforeAll(async () => {
  line = await startLine();
  line.gone.add(GONE);
  server = await startOwnServer(line.settings, makeFamilies);
});
test.afterAll(async () => {
  await server.stop();
  await line.close();
});

/** An old facility: of two families by link, one has joined by an account that is gone. */
async function makeFamilies(rt: Runtime, { host, resident, neighbour }: Cast): Promise<void> {
  const old = { created_at: startOfDay(firstDayOf(addMonths(yearMonth, -1))).toISOString() };
  const known = { ...old, activated_at: old.created_at };
  await rt.db.updateTable('hosts').set(known).where('id', '=', host.id).execute();
  await rt.db.updateTable('residents').set(old).where('host_id', '=', host.id).execute();
  // Due from midnight, so that the story may run at any hour.
  await rt.db.insertInto('delivery_settings').values({ host_id: host.id, hour: 0 }).execute();
  await makeLetter(rt, host.id, yearMonth);
  await makeFamily(rt, resident, { ...old, name: '田中 花' });
  const other = await makeFamily(rt, neighbour, { ...old, name: '鈴木 徹' });
  await makeLineAccount(rt, other, GONE);
}

/** The morning of the 1st: the server was down at the hour, and catches up. */
const beFirst = ({ db }: Runtime) => db.deleteFrom('delivery_runs').execute();

/** LINE's platform brings what the family has sent. */
async function send(text: string): Promise<void> {
  const body = webhookBody(wrote(HANA, text));
  const { status } = await fetch(`${server.url}${paths.api.lineWebhook}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Line-Signature': signLine(body) },
    body,
  });
  expect(status).toBe(200);
}

const open = (page: Page, path: string) => page.goto(`${server.url}${path}`);
const row = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ hasText: `${name} 様` });

test('a family joins by its card, gets the letter by LINE on the 1st, and ends it', async ({
  page,
  visitor,
}) => {
  await page.request.post(`${server.url}${paths.login}?_action=session.login`, {
    form: { email: server.cast.admin.email, password: PASSWORD },
    headers: { Origin: server.url },
    maxRedirects: 0,
  });
  await open(page, paths.familyCards);
  await page.getByRole('button', { name: 'LINEのQRコードを入れる' }).click();
  const card = page.getByRole('article').filter({ hasText: '田中 花 様' });
  const address = await readQr(card.getByRole('img', { name: /LINEで受け取るQRコード/ }));
  const [, text = ''] = decodeURIComponent(address).split('/?');
  expect(text).toMatch(/^お便り\n\d{5}(-\d{5}){4}$/);
  await send(text);
  await expect.poll(() => line.replies.length, 'answers').toBe(1);
  expect(JSON.stringify(line.replies[0])).toContain('田中 ウメ 様のお便りを、LINEでお届けします');
  await open(page, paths.families);
  await expect(row(page, '田中 花')).toContainText('LINE 1人');

  await server.restart(beFirst);
  await expect.poll(() => line.accepted.map(({ to }) => to), 'messages').toEqual([HANA]);
  const message = JSON.stringify(line.accepted[0]?.messages);
  const [letter = ''] = /http[^"]+\/letters\/\d+\?[^"]+/.exec(message) ?? [];
  const family = await visitor({ ...PHONE, javaScriptEnabled: false });
  await family.goto(letter);
  await expect(family.getByRole('heading', { name: month })).toBeVisible();
  await family.getByRole('link', { name: '受け取り方' }).click();
  await family.getByRole('link', { name: 'LINEでのお届けを変える・終える' }).click();
  await expect(family.getByText('今、1人のLINEにお届けしています。')).toBeVisible();
  await family.getByRole('button', { name: 'LINEでのお届けを終える' }).click();
  await expect(family.getByRole('status')).toContainText('LINEでのお届けを終えました');

  await open(page, paths.adminLetterRoom(yearMonth, 'delivery'));
  await expect(
    page.getByText('LINE：1家族への分が受け付けられました・1家族には届きません'),
  ).toBeVisible();
  await page.getByRole('link', { name: 'お届けの様子を見る' }).click();
  await expect(row(page, '田中 花')).toContainText('にLINEで受け付けられました');
  await expect(row(page, '鈴木 徹')).toContainText('LINEで届きませんでした。このLINEには');
  await expectNeat(page);
  await page.getByRole('link', { name: 'リンクや印刷でお渡しするご家族の一覧' }).click();
  await expect(row(page, '鈴木 徹')).toContainText('このLINEには届けられません');
  await page.getByText(`${month}をお渡ししないご家族`).click();
  await expect(row(page, '田中 花')).toContainText('もうお送りしています');
  await expectNeat(page);
});
