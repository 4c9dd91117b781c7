import type { Page } from '@playwright/test';
import { paths } from '#lib/paths.ts';
import { mailedLink } from './support/letterbox.ts';
import { expectNeat } from './support/neat.ts';
import { PHONE, RARE, expect, startSession, test } from './support/story.ts';

/** The link on a household's page. */
async function linkOf(page: Page): Promise<string> {
  const address = await page.getByLabel('リンクをコピーして送るとき').inputValue();
  const { pathname, search } = new URL(address);
  return pathname + search;
}

const statusOf = async (page: Page, link: string) => (await page.goto(link))?.status();

for (const [way, options] of [
  ['from a phone', PHONE],
  ['without a script', { javaScriptEnabled: false }],
] as const) {
  const isScripted = way === 'from a phone';
  test.describe(`a household, ${way}`, isScripted ? {} : RARE, () => {
    const name = isScripted ? '田中 あかり' : '田中 みのり';
    test.use({ ...options, expectConsole: /status of 404/ });

    test('gets a new link after the old one was lost, and can be removed', async ({
      page,
      visitor,
      world,
    }) => {
      const { admin, resident } = world.cast;
      const reader = await visitor(PHONE);
      await startSession(page, admin.email);
      await page.goto(paths.newFamilyOf(resident.id));
      await page.getByLabel('ご家族のお名前').fill(name);
      await page.getByRole('radio', { name: /^リンク/ }).check();
      await page.getByRole('button', { name: '追加する', exact: true }).click();
      // Back with its resident, whose page holds the families.
      await expect(page).toHaveURL(new RegExp(paths.resident(resident.id)));
      const families = page.getByRole('region', { name: 'お届け先' });
      await expect(families.getByRole('listitem').filter({ hasText: name })).toContainText(
        'リンク',
      );
      if (isScripted) await expectNeat(page);
      await families.getByRole('link', { name: `${name} 様` }).click();
      await expect(page.getByRole('heading', { name: `${name} 様` })).toBeVisible();
      const back = page.getByRole('link', { name: `${resident.name} 様へもどる` });
      await expect(back).toHaveAttribute('href', paths.resident(resident.id));
      const old = await linkOf(page);
      expect(await statusOf(reader, old)).toBe(200);

      await page.getByText('リンクが知らない人に渡ったかもしれないとき').click();
      if (isScripted) await expectNeat(page);
      await page.getByRole('button', { name: '今のリンクを止めて、新しくする' }).click();
      await expect(page.getByText('前のリンクはもう開けません')).toBeVisible();
      const renewed = await linkOf(page);
      expect(renewed).not.toBe(old);
      expect(await statusOf(reader, old)).toBe(404);
      expect(await statusOf(reader, renewed)).toBe(200);

      await page.getByRole('link', { name: 'お届け先から外す' }).click();
      await expect(page.getByText('元には戻せません')).toBeVisible();
      if (isScripted) await expectNeat(page);
      await page.getByRole('link', { name: 'やめる' }).click();
      await page.getByRole('link', { name: 'お届け先から外す' }).click();
      await page.getByRole('button', { name: 'お届け先から外す' }).click();
      await expect(page.getByText('お届け先から外しました')).toBeAttached();
      await expect(page.getByRole('link', { name: `${name} 様` })).toHaveCount(0);
      expect(await statusOf(reader, renewed)).toBe(404);
    });
  });
}

test.describe('an address that was wrong', () => {
  test.use({ ...PHONE, expectConsole: /status of 400/ });

  test('is asked about, and its link ends with it', async ({ page, world }) => {
    const { admin, resident } = world.cast;
    await startSession(page, admin.email);
    await page.goto(paths.newFamilyOf(resident.id));
    await page.getByLabel('ご家族のお名前').fill('田中 まちこ');
    await page.getByRole('radio', { name: /^メール/ }).check();
    await page.getByLabel('メールアドレス').fill('machigai@example.jp');
    await page.getByRole('button', { name: '追加する', exact: true }).click();
    const families = page.getByRole('region', { name: 'お届け先' });
    await families.getByRole('link', { name: '田中 まちこ 様' }).click();
    const old = await linkOf(page);
    await page.getByRole('button', { name: 'テストのメールを送る' }).click();
    await expect(page.getByText('テストのメールをお送りします')).toBeVisible();
    const question = page.getByRole('group', {
      name: '前のアドレス（machigai@example.jp）は、別の方のものでしたか',
    });
    const correct = async (address: string): Promise<void> => {
      await page.getByLabel('メールアドレス').fill(address);
      await page.getByRole('button', { name: '保存する' }).click();
    };
    await mailedLink(world, 'machigai@example.jp', '');
    await page.getByLabel('ご家族のお名前').fill('田中 町子');
    await correct('machiko@example.jp');
    await expect(question).toBeVisible();
    await expect(page.getByLabel('メールアドレス')).toHaveValue('machiko@example.jp');
    await expect(page.getByLabel('ご家族のお名前')).toHaveValue('田中 町子');
    await expect(question.getByRole('radio', { checked: true })).toHaveCount(0);
    await expectNeat(page);
    await question.getByRole('radio', { name: /別の方のものでした/ }).check();
    await page.getByRole('button', { name: '保存する' }).click();
    await expect(page.getByText('前のリンクはもう開けません')).toBeVisible();
    await expect(page.getByLabel('メールアドレス')).toHaveValue('machiko@example.jp');
    expect(await linkOf(page)).not.toBe(old);
  });
});
