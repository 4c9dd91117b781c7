import { paths } from '#lib/paths.ts';
import { monthOf } from '#lib/calendar.ts';
import { menuSwitch } from '../support/menu.ts';
import { expectNeat } from './support/neat.ts';
import { readPdf } from './support/pdf.ts';
import { PHONE, expect, startSession, test, tokensOf } from './support/story.ts';

const RELIEVED = '元気そうで安心しました。\nまた会いに行きます😊';
const LONG = 'お庭の花がきれいに咲いたそうですね。'.repeat(11);

/** The word that is too long. */
test.use({ expectConsole: /status of 422/ });

test('a family writes a word, a carer reads it out, and an admin prints the cards', async ({
  world,
  page,
  visitor,
  baseURL,
}) => {
  const { resident, family, neighbour, neighbourFamily, general, admin } = world.cast;
  const { yearMonth } = world;
  const headers = { Origin: baseURL ?? '' };

  // A sister of eighty, inside LINE: no scripts, a narrow screen.
  const sister = await visitor({ ...PHONE, javaScriptEnabled: false });
  await sister.goto(paths.letter(yearMonth, tokensOf(resident, family)));
  await sister.getByLabel('ことばを書く').fill('あ'.repeat(301));
  await sister.getByRole('button', { name: 'ことばを送る' }).click();
  await expect(sister.getByRole('heading', { name: 'まだ送られていません' })).toBeVisible();
  await expect(sister.getByText('300文字までです。')).toBeVisible();
  await sister.getByLabel('ことばを書く').fill(RELIEVED);
  await sister.getByRole('button', { name: 'ことばを送る' }).dblclick();
  await expect(sister.getByRole('heading', { name: '施設に届きました' })).toBeInViewport();
  await sister.reload();
  const words = sister.getByRole('region', { name: '施設に届きました' });
  await expect(words.getByRole('listitem')).toHaveCount(1);
  await expect(words.getByRole('listitem')).toContainText('また会いに行きます😊');
  await expect(words).toContainText('あと2通送れます。');
  await expect(sister.locator('script')).toHaveCount(0);
  for (const [tokens, body] of [
    [tokensOf(resident, family), LONG],
    [tokensOf(neighbour, neighbourFamily), LONG],
    [tokensOf(neighbour, neighbourFamily), 'ひとこと。'],
  ] as const) {
    const address = paths.letterAnswers(yearMonth, tokens);
    const form = { body };
    expect((await sister.request.post(address, { headers, form })).status()).toBe(200);
  }

  // A carer, who is no admin, finds it on the photo page.
  const carer = await visitor(PHONE);
  await startSession(carer, general.email);
  await carer.goto(paths.items);
  await menuSwitch(carer).click();
  const entry = carer.getByRole('link', { name: /^ことば/ });
  await expect(entry).toContainText('4通');
  await entry.click();
  const card = carer.getByRole('listitem').filter({ hasText: '元気そうで安心しました。' });
  await expect(card).toContainText('田中 ウメ 様');
  await expect(carer.getByRole('button', { name: '隠す' })).toHaveCount(0);
  await card.getByRole('button', { name: 'お伝えしました' }).click();
  await expect(card).toHaveCount(0);
  await expectNeat(carer);
  await carer.getByRole('button', { name: '元に戻す' }).click();
  await expect(card).toHaveCount(1);
  await card.getByRole('button', { name: 'お伝えしました' }).click();
  await carer.getByRole('link', { name: '月号（4）' }).click();
  await expect(card).toContainText('お伝えしました');
  await expect(card).toContainText(general.name);

  // The admin sees the others, and beside the letter.
  await startSession(page, admin.email);
  await page.goto(paths.answers);
  const fresh = page.getByRole('region', { name: 'まだお伝えしていないことば' });
  await fresh
    .getByRole('listitem')
    .filter({ hasText: 'ひとこと。' })
    .getByRole('button', { name: 'お伝えしました' })
    .click();
  await expect(page.getByRole('status')).toContainText('しるしを付けました。');
  await expectNeat(page);
  await page.goto(paths.adminLetterRoom(yearMonth, 'delivery'));
  await page
    .getByRole('region', { name: 'ご家族からのことば' })
    .getByRole('link', { name: 'カードに印刷する' })
    .click();
  await expect(page.getByRole('listitem').filter({ hasText: '様より' })).toHaveCount(4);
  await expectNeat(page);

  // Whole cards, by resident, several to a sheet.
  const sheets = await readPdf(await page.pdf({ preferCSSPageSize: true }));
  const text = sheets.map((sheet) => sheet.text.normalize('NFKC').replace(/\s/g, ''));
  const places = ['鈴木正様', '田中ウメ様'].map((name) => text.join('').indexOf(name));
  expect(places[0]).toBeLessThan(places[1] ?? 0);
  for (const sheet of text) {
    const ends = sheet.split(`${monthOf(yearMonth)}月号のお便りを読んで`).length;
    expect(sheet.split('様より')).toHaveLength(ends);
    expect(sheet.match(/鈴木正様|田中ウメ様/g)).toHaveLength(ends - 1);
    expect(sheet).not.toContain('カードに印刷');
  }
  expect(text.length).toBeLessThan(4);
  expect(text.length).toBeGreaterThan(1);
});
