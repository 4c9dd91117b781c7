import type { Page } from '@playwright/test';
import { paths } from '#lib/paths.ts';
import { HANDED, RESIDENTS, WITH_PHOTO } from './support/month-world.ts';
import { expectNeat } from './support/neat.ts';
import { countCost } from './support/presses.ts';
import { PHONE, RARE, awake, expect, startSession, test } from './support/story.ts';

/** One for each note with its check and for each hand-over, and a dozen for the rest. */
const MOST_PRESSES = RESIDENTS + HANDED + 13;
const MOST_PAGES = 12;

const noteOf = (number: number): string => `今月も、お元気にお過ごしです（${number}）。`;

async function writeGreeting(page: Page): Promise<void> {
  await page.getByRole('link', { name: '今月すること' }).click();
  await page.getByRole('link', { name: 'ごあいさつを書く' }).click();
  await page.waitForLoadState();
  await page.getByText('月号の文例から書きはじめる').click();
  await page.getByRole('button', { name: /^この文を入れる.*書き出し/ }).click();
  await page.getByRole('button', { name: '保存する', exact: true }).click();
  await expect(page.getByText('お便りを保存しました')).toBeAttached();
}

/** Each note is written where its letter is read. */
async function writeAndCheck(page: Page, goOn: 'tap' | 'keys'): Promise<void> {
  await page.getByRole('link', { name: /^お一人ずつ/ }).click();
  await page.getByRole('link', { name: /^順番に見て確認する/ }).click();
  const bar = page.getByRole('complementary', { name: '確認して次の方へ' });
  const note = bar.getByRole('textbox');
  for (let number = 1; number <= RESIDENTS; number++) {
    await expect(bar).toContainText(`${number} / ${RESIDENTS}`);
    // The first one is tapped on a phone; after that the field waits, as on a desk.
    if (goOn === 'tap' && number === 1) await note.tap();
    await expect(note).toBeFocused();
    await page.keyboard.insertText(noteOf(number));
    if (goOn === 'keys') await page.keyboard.press('Control+Enter');
    else await bar.getByRole('button', { name: /^確認して/ }).tap();
  }
  await expect(page.getByText('全員のお便りを確認しました')).toBeVisible();
}

async function handOver(page: Page): Promise<void> {
  await page.getByRole('link', { name: '今月すること' }).click();
  await page.getByRole('link', { name: 'お渡しの一覧へ' }).click();
  await page.getByRole('link', { name: 'お便りを印刷する' }).click();
  await page.getByRole('button', { name: '印刷する', exact: true }).click();
  await page.goBack();
  for (let number = 1; number <= HANDED; number++) {
    await page
      .getByRole('button', { name: /お渡ししました$/ })
      .first()
      .click();
    await expect(page.getByRole('button', { name: /取り消す$/ })).toHaveCount(number);
  }
}

for (const [device, goOn, options] of [
  ['phone', 'tap', PHONE],
  ['desk', 'keys', { viewport: { width: 1280, height: 800 } }],
] as const) {
  test.describe(
    `the month of ${RESIDENTS} residents, on a ${device}`,
    device === 'desk' ? RARE : {},
    () => {
      test.use(options);

      test.setTimeout(400_000);
      test('greeting, notes, checks, print and hand-over', async ({ page, context, world }) => {
        await startSession(page, world.month[device].email);
        const cost = await countCost(context, page);
        await page.goto(paths.items);
        await awake(page);
        await writeGreeting(page);
        await writeAndCheck(page, goOn);
        await handOver(page);
        const { presses, pages, bytes } = cost;
        expect(presses).toBeLessThanOrEqual(MOST_PRESSES);
        expect(pages).toBeLessThanOrEqual(MOST_PAGES);
        console.log(
          `${device}: ${presses} presses, ${pages} pages, ${Math.round(bytes / 1024)} KB`,
        );
      });
    },
  );
}

test.describe('letters without notes', () => {
  test.use(PHONE);

  test.setTimeout(400_000);
  test('are looked at one by one, and those that are alike are checked together', async ({
    page,
    context,
    world,
  }) => {
    const { email } = world.month.unwritten;
    await startSession(page, email);
    const cost = await countCost(context, page);
    await page.goto(paths.items);
    await awake(page);
    await writeGreeting(page);
    await page.getByRole('link', { name: /^お一人ずつ/ }).click();
    const before = cost.presses;
    await page.getByRole('link', { name: /^順番に見て確認する/ }).click();
    const bar = page.getByRole('complementary', { name: '確認して次の方へ' });
    const together = bar.getByRole('button', { name: /まとめて/ });
    const done = page.getByText('全員のお便りを確認しました');
    await expect(bar).toBeVisible();
    for (let pressed = 0; pressed <= WITH_PHOTO && !(await done.isVisible()); pressed++) {
      const who = (await bar.locator('#bar-who').textContent()) ?? '';
      if (await together.isVisible()) {
        await expect(page.getByRole('complementary', { name: '同じお便りの方' })).toBeVisible();
        await expectNeat(page);
        await together.tap();
      } else await bar.getByRole('button', { name: /^確認して/ }).tap();
      await expect(done.or(bar.locator('#bar-who', { hasNotText: who })).first()).toBeVisible();
    }
    await expect(done).toBeVisible();
    // One begins, one for each letter with photos, and one for all others.
    expect(cost.presses - before).toBe(1 + WITH_PHOTO + 1);
  });
});
