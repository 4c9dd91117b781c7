import type { Page } from '@playwright/test';
import { addDays, addMonths, civilDateOf, monthOf } from '#lib/calendar.ts';
import { BREAK } from '#lib/break.ts';
import { paths } from '#lib/paths.ts';
import { barriersOf, expectNeat } from './support/neat.ts';
import { PHONE, RARE, expect, startSession, test } from './support/story.ts';

test.use({ ...PHONE, expectConsole: /status of (400|404|422)/ });

const RED = 'rgb(179, 38, 30)';
const life = (page: Page) => page.getByRole('region', { name: 'ご入居の状況' });
const press = (page: Page, name: string) => life(page).getByRole('button', { name }).click();

async function enter(page: Page, label: string, day: string): Promise<void> {
  await life(page).getByText('不在・退居・ご逝去の日', { exact: true }).click();
  await life(page).getByLabel(label).fill(day);
  await press(page, '日付を保存する');
}

test(
  'a death, the last letter, and all of it taken back',
  RARE,
  async ({ page, visitor, world }) => {
    const { admin, resident, tokens, yearMonth } = world.life;
    const now = addMonths(yearMonth, 1);
    const today = civilDateOf(new Date());
    const family = await visitor({ ...PHONE, javaScriptEnabled: false });
    const sees = async (path: string): Promise<string> => {
      await family.goto(path);
      return (await family.locator('main').innerText()).replaceAll(BREAK, '');
    };
    const before = {
      shelf: await sees(paths.letters(tokens)),
      letter: await sees(paths.letter(yearMonth, tokens)),
      early: await sees(paths.letter(now, tokens)),
    };
    expect(before.letter).toContain('元気そうでよかった');

    await startSession(page, admin.email);
    await page.goto(paths.resident(resident.id));
    await enter(page, '不在になられた日', addDays(today, -1));
    await expect(life(page)).toContainText('不在にされています');
    await expectNeat(page);
    expect(await sees(paths.letter(yearMonth, tokens))).not.toContain('元気そうでよかった');
    await page.goto(paths.items);
    await expect(page.getByText(/写真がまだの方/)).toHaveCount(0);
    await page.goto(paths.resident(resident.id));
    await press(page, 'お戻りになりました');
    await expect(life(page)).not.toContainText('不在にされています');
    expect(await sees(paths.letter(yearMonth, tokens))).toBe(before.letter);

    await enter(page, '亡くなられた日', addDays(today, 1));
    await expect(life(page)).toContainText('今日より後になっています');
    await life(page).getByLabel('亡くなられた日').fill(today);
    await press(page, '日付を保存する');
    const month = `${monthOf(now)}月号`;
    await expect(life(page)).toContainText(
      `${month}を含めて、お便りも、メールやLINEも、お届けしません。`,
    );
    const nothing = life(page).getByRole('radio', { name: /最後のお便りは、お届けしない/ });
    await expect(nothing).toBeChecked();
    expect(await sees(paths.letter(now, tokens))).toContain('お便りはありません');
    expect(await sees(paths.letters(tokens))).toContain('これまでのお便りは、いつでも');
    const letter = await sees(paths.letter(yearMonth, tokens));
    expect(letter).not.toContain('元気そうでよかった');
    await expect(family.locator('main img')).toHaveCount(1);

    await life(page)
      .getByRole('radio', { name: /最後のお便りを、/ })
      .check();
    await press(page, 'この内容で決める');
    const asked = life(page).getByRole('alert');
    await expect(asked).toBeVisible();
    await expect(asked).not.toHaveCSS('color', RED);
    await life(page).getByRole('link', { name: 'この文から書く' }).first().click();
    await expect(life(page).getByLabel('お便りに添える言葉')).toHaveValue(/ご逝去を悼み/);
    await press(page, 'この内容で決める');
    await expect(life(page)).toContainText(`${month}を最後のお便りとして`);
    await expectNeat(page);
    await life(page)
      .getByRole('link', { name: /見え方を確かめる/ })
      .click();
    await expect(page.getByRole('heading', { name: '最後のお便り' })).toBeVisible();
    await expect(page.getByText(/ご逝去を悼み/)).toBeVisible();
    await expect(page.locator('main img')).toHaveCount(1);
    // At its end the bar covers nothing, whose ground would be taken for the letter's.
    await page.keyboard.press('End');
    expect(await barriersOf(page)).toEqual([]);
    expect(await sees(paths.letter(now, tokens))).toContain('お便りはありません');

    await page.goto(paths.resident(resident.id));
    await press(page, '亡くなられた日を取り消す');
    await expect(life(page)).not.toContainText('亡くなられました');
    expect({
      shelf: await sees(paths.letters(tokens)),
      letter: await sees(paths.letter(yearMonth, tokens)),
      early: await sees(paths.letter(now, tokens)),
    }).toEqual(before);
  },
);
