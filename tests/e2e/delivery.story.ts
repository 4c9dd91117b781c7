import { paths } from '#lib/paths.ts';
import { formatMonth } from '#lib/format-ja.ts';
import { mailedLink, mailsTo } from './support/letterbox.ts';
import { expectNeat } from './support/neat.ts';
import { PHONE, expect, startSession, test } from './support/story.ts';

test('on the 1st a mail arrives, the family opens it and says thanks, and an admin sees it', async ({
  world,
  page,
  visitor,
}) => {
  const { delivery } = world;
  const { yearMonth, mailed, linked } = delivery;
  const month = `${formatMonth(yearMonth)}号`;

  // Sent at startup, since the server was down at the hour. LINE runs no scripts.
  const link = await mailedLink(world, mailed.email, `${month}のごあいさつをお届けします`);
  const family = await visitor({ ...PHONE, javaScriptEnabled: false });
  await family.goto(link);
  await expect(family.getByRole('heading', { name: month })).toBeVisible();
  await family.getByRole('button', { name: '見ました' }).click();
  await expect(family.getByText('「見ました」とお伝えしました')).toBeInViewport();
  await family.getByRole('button', { name: 'うれしい' }).click();
  await expect(family.getByRole('button', { name: 'うれしい', pressed: true })).toBeVisible();
  await family.getByRole('button', { name: 'ありがとう' }).click();
  await expect(family.getByRole('button', { name: 'ありがとう', pressed: true })).toBeVisible();
  await family.reload();
  await expect(family.getByText('「見ました」とお伝えしました')).toBeVisible();

  // The other household has not pressed 見ました.
  const brother = await visitor(PHONE);
  await brother.goto(paths.letter(yearMonth, linked.tokens));
  await expect(brother.getByRole('button', { name: '見ました', exact: true })).toBeVisible();
  await expectNeat(brother);

  await startSession(page, delivery.admin.email);
  await page.goto(paths.dashboard);
  await page.getByText(`先月のこと（${month}）`).click();
  await page.getByRole('link', { name: 'くわしく見る' }).click();
  await page.getByRole('link', { name: 'お届けの様子を見る' }).click();
  await expect(page.getByText('1家族から「見ました」が届いています。')).toBeVisible();
  await expect(page.getByRole('list', { name: 'ご家族からのお気持ち' })).toContainText(
    '「ありがとう」1家族',
  );
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: `${name} 様` });
  await expect(row(mailed.name)).toContainText('に受け付けられました');
  await expect(row(mailed.name)).toContainText('に「見ました」・「ありがとう」');
  await expect(row(linked.name)).toContainText('リンクでお渡しします');
  await expect(row(linked.name)).toContainText('「見ました」はまだです');
  await expectNeat(page);

  await page.getByRole('link', { name: '「見ました」はまだ 1' }).click();
  await expect(row(mailed.name)).toHaveCount(0);
  await page.goto(paths.adminDeliveries(yearMonth));
  await page.getByRole('link', { name: `${mailed.name} 様にメールをもう一度送る` }).click();
  await expectNeat(page);
  await page.getByRole('button', { name: 'メールを送る' }).click();
  await expect(page.getByRole('status')).toContainText('1家族にお送りしています');
  await expect.poll(async () => (await mailsTo(world, mailed.email)).length).toBe(2);
  await page.goto(paths.adminLetterRoom(yearMonth, 'delivery'));
  await expect(page.getByText('1家族から「見ました」が届いています。')).toBeVisible();
});
