import type { Page } from '@playwright/test';
import { paths } from '#lib/paths.ts';
import { barriersOf, expectNeat } from './support/neat.ts';
import { readPdf, renderPages } from './support/pdf.ts';
import { readQrIn } from './support/qr.ts';
import { PHONE, RARE, expect, startSession, test } from './support/story.ts';

/** The answer without a choice. */
test.use({ expectConsole: /status of 422/ });

const LONGEST = '勅使河原 太郎左衛門助'.repeat(6).slice(0, 60);
const PRINTER_DPI = 150;
const plain = (text: string): string => text.normalize('NFKC').replace(/\s/g, '');

interface Made {
  residentId: string;
  url: string;
}

/** A resident whom nobody has asked, with a daughter. */
async function makeNotAsked(page: Page, Origin: string, name: string, of: string): Promise<Made> {
  const post = async (path: string, data: object) => {
    const answer = await page.request.post(path, { headers: { Origin }, data });
    expect(answer.status()).toBe(201);
    return (await answer.json()) as { resident: { id: string }; family: { lettersUrl: string } };
  };
  const { resident } = await post(paths.api.adminResidents, { name });
  const family = { residentId: resident.id, name: of, relationship: '長女', delivery: 'link' };
  const made = await post(paths.api.families, family);
  return { residentId: resident.id, url: made.family.lettersUrl };
}

/** The other stories' facility has no more people than before. */
async function remove(page: Page, Origin: string, { residentId }: Made): Promise<void> {
  const address = paths.api.adminResident(residentId);
  expect((await page.request.delete(address, { headers: { Origin } })).status()).toBe(204);
}

const consentOf = (lettersUrl: string): string =>
  lettersUrl.replace('/letters?', '/letters/consent?');

/** The sheets that are shown, each whole on one of the paper's. */
async function printed(page: Page) {
  await page.emulateMedia({ media: 'print' });
  const sheets = await page.getByRole('article').evaluateAll((articles) =>
    articles.map((one) => ({
      residentId: one.dataset['resident'] ?? '',
      isWhole: one.scrollHeight <= one.clientHeight && one.scrollWidth <= one.clientWidth,
    })),
  );
  await page.emulateMedia({ media: null });
  const pdf = await page.pdf({ preferCSSPageSize: true });
  const papers = await readPdf(pdf);
  expect(papers).toHaveLength(sheets.length);
  expect(sheets.filter(({ isWhole }) => !isWhole)).toEqual([]);
  const pictures = await renderPages(pdf, [...papers.keys()], PRINTER_DPI);
  return sheets.map((sheet, at) => ({
    ...sheet,
    text: plain(papers[at]?.text ?? ''),
    picture: pictures[at] ?? Buffer.of(),
  }));
}

test('an admin prints the form, and the family answers on a phone without scripts', async ({
  page,
  visitor,
  world,
  baseURL,
}) => {
  await startSession(page, world.cast.admin.email);
  const made = await makeNotAsked(page, baseURL ?? '', '森 トシ', '森 由紀');
  const { residentId, url } = made;
  await page.goto(paths.resident(residentId));
  await page.getByRole('link', { name: '写真についてのお伺いを印刷する' }).click();
  await expect(page.getByRole('article')).toHaveCount(1);
  await expectNeat(page);
  const [sheet] = await printed(page);
  for (const words of ['森トシ様', '森由紀様', '両方に同意', 'ご家族へのお便りだけ']) {
    expect(sheet?.text).toContain(words);
  }
  const code = await readQrIn(sheet?.picture ?? Buffer.of());
  expect(code).toBe(consentOf(url));

  const daughter = await visitor({ ...PHONE, javaScriptEnabled: false });
  await daughter.goto(code);
  await expect(daughter.getByRole('heading', { level: 1 })).toContainText('森 トシ 様の写真');
  await expect(daughter.getByLabel('お名前')).toHaveValue('森 由紀');
  await expect(daughter.getByLabel('続柄')).toHaveValue('長女');
  const send = daughter.getByRole('button', { name: 'この内容で送る' });
  // As a browser of 2014, which does not look before it sends.
  await daughter.getByLabel('お名前').fill(' ');
  await daughter.getByRole('radio', { name: /^ご家族へのお便りだけ/ }).check();
  await send.click();
  await expect(daughter.getByRole('heading', { name: 'まだ送られていません' })).toBeVisible();
  await expect(daughter.getByText('お名前を入力してください。')).toBeVisible();
  await expect(daughter.getByRole('radio', { name: /^ご家族へのお便りだけ/ })).toBeChecked();
  await daughter.getByLabel('お名前').fill('森 由紀');
  await daughter.getByLabel('ご希望など').fill('顔が大きく写らないようにお願いします');
  await send.click();
  await expect(daughter.getByRole('status')).toContainText('お返事を受け取りました。');
  await expect(daughter.getByRole('status')).toContainText('森 由紀 様（ご家族・長女）');
  await expect(daughter.locator('script')).toHaveCount(0);

  // She thinks again, from the shelf.
  await daughter.getByRole('link', { name: 'お便りの一覧へ' }).click();
  await daughter.getByRole('link', { name: '写真の載せ方について' }).click();
  await daughter.getByRole('radio', { name: /^両方に同意/ }).check();
  await daughter.getByRole('radio', { name: 'ご本人' }).check();
  await send.click();
  await expect(daughter.getByRole('status')).toContainText('両方に同意');
  await expect(daughter.getByRole('status')).toContainText('森 トシ 様（ご本人）');

  await page.goto(paths.consents);
  await page.getByRole('button', { name: '森 トシ 様、「両方に同意」と記録する' }).click();
  await expect(
    page.getByRole('button', { name: '森 トシ 様、「両方に同意」と記録する' }),
  ).toHaveCount(0);
  await daughter.reload();
  await expect(daughter.getByText('今は「両方に同意」となっています。')).toBeVisible();

  await page.goto(paths.history);
  await expect(
    page.getByText('森 トシ様のご家族 森 由紀様が、写真の載せ方について「両方に同意」と'),
  ).toBeVisible();
  await remove(page, baseURL ?? '', made);
});

test(
  'forms of all are whole sheets, also with the longest names',
  RARE,
  async ({ page, world, baseURL }) => {
    await startSession(page, world.cast.admin.email);
    const long = await makeNotAsked(page, baseURL ?? '', LONGEST, LONGEST);
    await page.goto(paths.printConsents);
    await expectNeat(page);
    expect(await barriersOf(page)).toEqual([]);
    const sheets = await printed(page);
    const sheet = sheets.find(({ residentId }) => residentId === long.residentId);
    expect(sheet?.text).toContain(plain(LONGEST));
    expect(await readQrIn(sheet?.picture ?? Buffer.of())).toBe(consentOf(long.url));
    await remove(page, baseURL ?? '', long);
  },
);
