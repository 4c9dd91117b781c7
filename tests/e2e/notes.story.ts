import type { Page } from '@playwright/test';
import { civilDateOf, yearMonthOf } from '#lib/calendar.ts';
import { paths } from '#lib/paths.ts';
import { expectNeat } from './support/neat.ts';
import { PHONE, expect, startSession, test } from './support/story.ts';

const MONTH = yearMonthOf(civilDateOf(new Date()));
const OURS = 'お煮物を、よく召し上がりました。\n午後は窓ぎわでお過ごしです。';
const THEIRS = '歩く練習を始められました。';
const REASON = 'ご家族のご希望のため';

const note = (page: Page) => page.getByRole('region', { name: /月のご様子$/ });
const field = (page: Page) => note(page).getByRole('textbox');
const save = (page: Page) => note(page).getByRole('button', { name: '保存する' });

/** Press Tab until something has the focus, as people without a mouse do. */
async function tabTo(page: Page, isThere: () => Promise<boolean>): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    if (await isThere()) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('the keyboard does not reach it');
}
const isFocused = (locator: ReturnType<Page['getByRole']>) => () =>
  locator.evaluate((element) => element === document.activeElement);

test.use({ ...PHONE, expectConsole: /status of 4(00|04|09)|(notes|checks).* failed: 409/ });

test('a note goes from the carer through the admin to the family', async ({
  page,
  visitor,
  world,
}) => {
  const { general, colleague, admin, resident, family } = world.notes;
  const photos = paths.residentItems(resident.id);
  const letter = paths.letter(MONTH, family);

  await startSession(page, general.email);
  await page.goto(photos);
  const write = note(page).locator('summary');
  await expect(write).toHaveText('書く');
  await page.waitForFunction(() => document.querySelector('astro-island[ssr]') === null);
  await tabTo(page, isFocused(write));
  await page.keyboard.press('Enter');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('お煮物を、よく召し上がりました。');
  await page.keyboard.press('Enter');
  await page.keyboard.type('午後は窓ぎわでお過ごしです。');
  await expectNeat(page);

  await test.step('what is typed survives a reload', async () => {
    await page.reload();
    const draft = page.getByRole('status').filter({ hasText: '保存していない下書きがあります' });
    await expect(draft).toContainText('お煮物を');
    await draft.getByRole('button', { name: '下書きを戻す' }).click();
    await expect(field(page)).toHaveValue(OURS);
    await expect(draft).toBeHidden();
  });

  await test.step('a colleague is faster, without scripts; neither text is lost', async () => {
    const other = await visitor({ ...PHONE, javaScriptEnabled: false });
    await startSession(other, colleague.email);
    await other.goto(photos);
    await note(other).locator('summary').click();
    await field(other).fill(THEIRS);
    await save(other).click();
    await expect(note(other).getByText(THEIRS).first()).toBeVisible();
    await expect(note(other)).toContainText('村上 凪');

    await tabTo(page, isFocused(save(page)));
    await page.keyboard.press('Enter');
    await expect(note(page).getByRole('alert')).toContainText('ほかの方が先に保存した');
    await expect(note(page).getByText(THEIRS)).toBeVisible();
    await expect(field(page)).toHaveValue(OURS);
    await expectNeat(page);
    await field(page).fill(`${THEIRS}\n${OURS}`);
    await save(page).click();
    await expect(field(page)).toBeHidden();
    await expect(note(page)).toContainText('原田 美穂');
    await page.reload();
    await expect(note(page)).toContainText(THEIRS);
    await expect(page.getByText('保存していない下書きがあります')).toHaveCount(0);
  });

  await test.step('each resident has their own, and a text begun for one waits there', async () => {
    await note(page).locator('summary').click();
    await field(page).fill('途中まで');
    await page.getByRole('link', { name: /藤井 ヨネ$/ }).click();
    await expect(note(page)).toContainText('まだありません');
    await expect(field(page)).toBeHidden();
    await page.getByRole('link', { name: /岡本 ツル$/ }).click();
    await expect(note(page)).toContainText(THEIRS);
    const draft = page.getByRole('status').filter({ hasText: '保存していない下書きがあります' });
    await expect(draft).toContainText('途中まで');
    await draft.getByRole('button', { name: '下書きを削除する' }).click();
    await expect(draft).toHaveCount(0);
  });

  const reader = await visitor(PHONE);
  await test.step('the family reads it first', async () => {
    await reader.goto(letter);
    const own = reader.getByRole('region', { name: 'ツル様のご様子' });
    await expect(own.getByText(THEIRS)).toBeVisible();
    await expect(own.locator('p').first()).toHaveCSS('white-space-collapse', 'preserve-breaks');
    await expectNeat(reader);
  });

  const desk = await visitor(PHONE);
  await test.step('an admin sees it in the list and checks one letter after the other', async () => {
    await startSession(desk, admin.email);
    await desk.goto(paths.adminLetterRoom(MONTH, 'each'));
    const row = desk.getByRole('listitem').filter({ hasText: '岡本 ツル 様' });
    await expect(row).toContainText(THEIRS);
    await expect(row).toContainText('写真0枚');
    await expectNeat(desk);
    await desk.getByRole('link', { name: '順番に見て確認する' }).click();
    const bar = desk.getByRole('complementary', { name: '確認して次の方へ' });
    await expect(bar).toContainText('1 / 2');
    await expectNeat(desk);
    await bar.getByRole('button', { name: '確認して次へ' }).click();
    await expect(bar).toContainText('2 / 2');
    await expect(bar).toContainText('藤井 ヨネ');
    await expectNeat(desk);
    await bar.getByRole('link', { name: '前の方' }).click();
    await expect(bar).toContainText('確認済み');
  });

  await test.step('and loses nothing where a carer was faster', async () => {
    const path = paths.api.letterNote(MONTH, resident.id);
    const { note: old } = (await (await page.request.get(path)).json()) as {
      note: { version: number };
    };
    const data = { body: `${THEIRS}\n夕食も。`, version: old.version };
    const headers = { Origin: new URL(page.url()).origin };
    expect((await page.request.put(path, { data, headers })).status()).toBe(200);
    const bar = desk.getByRole('complementary', { name: '確認して次の方へ' });
    await bar.getByRole('textbox').fill('古い画面から。');
    await bar.getByRole('button', { name: '保存して次へ' }).click();
    await expect(bar).toContainText('2 / 2');
    await expect(bar.getByRole('alert')).toContainText('岡本 ツル 様：ほかの方が先に保存した');
    await expectNeat(desk);
    await bar.getByRole('link', { name: 'もう一度開く' }).click();
    await expect(bar).toContainText('1 / 2');
    await expect(bar.getByRole('textbox')).toHaveValue(data.body);
    await expect(bar.getByRole('status')).toContainText('古い画面から。');
    await expectNeat(desk);
    await bar.getByRole('button', { name: '下書きを削除する' }).click();
  });

  await test.step('skips it with a reason, which staff see, and the family nothing', async () => {
    await desk.getByText('送らないとき').click();
    const stop = desk.getByRole('button', { name: '号を送らない' });
    await stop.click();
    await expect(desk.getByRole('alert')).toContainText('送らない理由を入力してください');
    await desk.getByLabel('理由').fill(REASON);
    await stop.click();
    await expect(desk.getByText(`理由：${REASON}`)).toBeVisible();
    await expectNeat(desk);
    await reader.goto(letter);
    await expect(reader.getByText(/のお便りはありません/)).toBeVisible();
    await expect(reader.getByText(REASON)).toHaveCount(0);
    await page.reload();
    await expect(note(page)).toContainText(REASON);
  });

  await test.step('until one press sends it after all', async () => {
    await desk.getByRole('button', { name: 'やはり送る' }).click();
    await expect(desk.getByText(`理由：${REASON}`)).toHaveCount(0);
    await reader.goto(letter);
    await expect(reader.getByText(THEIRS)).toBeVisible();
  });
});
