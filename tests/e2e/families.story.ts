import type { Page } from '@playwright/test';
import { paths } from '#lib/paths.ts';
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
