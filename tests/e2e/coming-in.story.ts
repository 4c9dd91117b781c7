import type { Page } from '@playwright/test';
import { paths } from '#lib/paths.ts';
import { mailedLink } from './support/letterbox.ts';
import { barriersOf, expectNeat } from './support/neat.ts';
import { readPdf, renderPages } from './support/pdf.ts';
import { readQrIn } from './support/qr.ts';
import { PHONE, RARE, expect, startSession, test } from './support/story.ts';

const LONGEST = '勅使河原 太郎左衛門助'.repeat(6).slice(0, 60);
const PRINTER_DPI = 150;

async function makeResident(page: Page, Origin: string, name: string): Promise<string> {
  const call = { headers: { Origin }, data: { name } };
  const answer = await page.request.post(paths.api.adminResidents, call);
  expect(answer.status()).toBe(201);
  return ((await answer.json()) as { resident: { id: string } }).resident.id;
}

/** The other stories' facility has no more people than before. */
async function remove(page: Page, Origin: string, residentId: string): Promise<void> {
  const address = paths.api.adminResident(residentId);
  expect((await page.request.delete(address, { headers: { Origin } })).status()).toBe(204);
}

/** Every sheet whole on its own paper, and what the first one's code says. */
async function printed(page: Page, papers: number): Promise<string> {
  await page.emulateMedia({ media: 'print' });
  const cut = await page
    .getByRole('article')
    .evaluateAll((all) =>
      all.filter((one) => one.scrollHeight > one.clientHeight || one.scrollWidth > one.clientWidth),
    );
  await page.emulateMedia({ media: null });
  expect(cut).toHaveLength(0);
  const pdf = await page.pdf({ preferCSSPageSize: true });
  expect(await readPdf(pdf)).toHaveLength(papers);
  const [first = Buffer.of()] = await renderPages(pdf, [0], PRINTER_DPI);
  return readQrIn(first);
}

test('a daughter enters herself by a sheet, without scripts, and is taken in', async ({
  page,
  visitor,
  world,
  baseURL,
}) => {
  await startSession(page, world.cast.admin.email);
  const residentId = await makeResident(page, baseURL ?? '', '森 トシ');
  await page.goto(paths.resident(residentId));
  await page.getByRole('link', { name: 'ご家族へのご案内を印刷する' }).click();
  await page.getByRole('button', { name: 'ご案内を作る' }).click();
  await expect(page.getByRole('article')).toHaveCount(2);
  await expectNeat(page);
  const code = await printed(page, 2);
  expect(code).toContain(paths.joinBy(''));

  const daughter = await visitor({ ...PHONE, javaScriptEnabled: false });
  await daughter.goto(code);
  await expect(daughter.getByText('森 トシ')).toHaveCount(0);
  await daughter.getByLabel('ご入居の方のお名前').fill('森トシ');
  await daughter.getByLabel('あなたのお名前').fill('森 由紀');
  await daughter.getByRole('radio', { name: /^メール/ }).check();
  await daughter.getByLabel('メールアドレス').fill('mori-yukl@example.jp');
  await daughter.getByRole('radio', { name: /^両方に同意/ }).check();
  await daughter.getByRole('button', { name: 'この内容で申し込む' }).click();
  await daughter.getByLabel('メールアドレス').fill('mori-yuki@example.jp');
  await daughter.getByRole('button', { name: '確認のメールを送る' }).click();
  await expect(daughter.getByText('mori-yuki@example.jp')).toBeVisible();
  const own = daughter.url();

  await page.goto(paths.applications);
  await expect(page.getByText('メールの確認がまだのお申し込み 1家族')).toBeVisible();
  await daughter.goto(await mailedLink(world, 'mori-yuki@example.jp', 'メールアドレスの確認'));
  await daughter.getByRole('button', { name: 'このアドレスで受け取る' }).click();
  await expect(daughter.getByRole('status')).toContainText('ありがとうございます。');

  await page.goto(paths.dashboard);
  await page.getByRole('link', { name: 'お申し込みを見る' }).click();
  await page.getByRole('button', { name: '森 由紀 様、受ける' }).click();
  await expect(page.getByRole('status')).toContainText('1家族を、お届け先に加えました。');

  await daughter.goto(own);
  await daughter.getByRole('link', { name: 'お便りを開く' }).click();
  await expect(daughter.getByRole('heading', { level: 1 })).toContainText('森 トシ 様');
  await mailedLink(world, 'mori-yuki@example.jp', 'お届けできるようになりました');
  await remove(page, baseURL ?? '', residentId);
});

test('papers are whole, also with the longest name', RARE, async ({ page, world, baseURL }) => {
  await startSession(page, world.cast.admin.email);
  const residentId = await makeResident(page, baseURL ?? '', LONGEST);
  await page.goto(paths.sheetOf(residentId));
  await page.getByRole('button', { name: 'ご案内を作る' }).click();
  await expectNeat(page);
  expect(await barriersOf(page)).toEqual([]);
  const code = await printed(page, 2);
  await page.getByRole('link', { name: 'はがきの大きさで印刷する' }).click();
  await expectNeat(page);
  expect(await printed(page, 1)).toBe(code);
  await remove(page, baseURL ?? '', residentId);
});
