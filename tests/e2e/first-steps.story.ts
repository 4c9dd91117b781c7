import { paths } from '#lib/paths.ts';
import { mailedLink } from './support/letterbox.ts';
import { expectNeat } from './support/neat.ts';
import { PHONE, expect, startSession, test } from './support/story.ts';

test.use(PHONE);

const ALONE = '西村 独';
const EMAIL_NOTE = /へ、見本のメールを送っています/;

test('an admin sends a letter to themself, and ends the first steps', async ({ page, world }) => {
  const { email } = world.cast.admin;
  await startSession(page, email);
  await page.goto(paths.dashboard);
  const steps = page.getByRole('region', { name: /^はじめての方へ/ });
  const send = steps.getByRole('button', { name: '自分に送ってみる' });
  await send.click();
  await expect(page.getByText(EMAIL_NOTE)).toContainText(email);
  await expect(send).toHaveCount(0);
  await expectNeat(page);
  await page.goto(await mailedLink(world, email, '（見本）'));
  await expect(page).toHaveURL(/\/adminstaff\/letters\/\d{6}\/preview\?resident=/);

  await page.goto(paths.dashboard);
  await steps.getByRole('link', { name: '使い方を見る' }).click();
  await expect(page.getByRole('article')).toHaveCount(2);
  await expectNeat(page);

  await page.goto(paths.dashboard);
  await steps.getByRole('button', { name: 'この案内を閉じる' }).click();
  await expect(page.getByText('案内を閉じました')).toBeAttached();
  await expect(steps).toHaveCount(0);
});

test('nothing is asked about a resident without family', async ({ page, world }) => {
  await startSession(page, world.cast.admin.email);
  await page.goto(paths.newResident);
  await page.getByLabel('お名前').fill(ALONE);
  await page.getByRole('button', { name: '追加する', exact: true }).click();
  await page.goto(paths.dashboard);
  const asked = page.getByRole('region', { name: /^ご家族がまだ登録されていない方/ });
  await asked.getByRole('link', { name: ALONE }).click();
  await expectNeat(page);
  await page.getByRole('button', { name: 'ご家族なしにする' }).click();
  await expect(page.getByText(/^ご家族なしとしています。/)).toBeVisible();
  await expectNeat(page);
  await page.goto(paths.dashboard);
  await expect(page.getByRole('link', { name: ALONE })).toHaveCount(0);
});
