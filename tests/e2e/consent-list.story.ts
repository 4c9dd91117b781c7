import type { Page } from '@playwright/test';
import { paths } from '#lib/paths.ts';
import { FORTY, nameOf } from './support/consent-world.ts';
import { expectNeat } from './support/neat.ts';
import { PHONE, expect, startSession, test } from './support/story.ts';

test.use(PHONE);

/** Presses and ticks, as a hand makes them. */
class Hand {
  presses = 0;

  async press(target: ReturnType<Page['getByRole']>): Promise<void> {
    this.presses += 1;
    await target.click();
  }
}

test('forty consents from paper take fewer than sixty presses', async ({ page, world }) => {
  const { email, ids } = world.consent.paper;
  await startSession(page, email);
  const hand = new Hand();
  await page.goto(paths.dashboard);
  await expect(
    page.getByRole('heading', { name: `写真の同意がまだの方が${FORTY}人` }),
  ).toBeVisible();
  await hand.press(page.getByRole('link', { name: `写真の同意がまだの方が${FORTY}人` }));
  await expectNeat(page);

  // One said no, one yes to the own family only; four one by one, the others together.
  for (const [number, label, said] of [
    [1, '載せない', '載せない'],
    [2, '本人の家族だけ', '本人の家族だけ'],
  ] as const) {
    await hand.press(page.getByLabel(`${nameOf(number)} 様、ほかのお返事`));
    await hand.press(page.getByRole('button', { name: `${nameOf(number)} 様、${label}` }));
    await expect(page.getByRole('status')).toContainText(`${nameOf(number)} 様の写真を「${said}」`);
  }
  for (const number of [3, 4, 5, 6]) {
    await hand.press(page.getByRole('button', { name: `${nameOf(number)} 様、両方に同意` }));
    await expect(page.getByRole('status')).toContainText(`${nameOf(number)} 様の写真を`);
  }
  for (let number = 7; number <= FORTY; number += 1) {
    await hand.press(page.getByRole('checkbox', { name: nameOf(number) }));
  }
  await hand.press(page.getByRole('button', { name: '両方に同意', exact: true }));
  await expect(page.getByRole('status')).toContainText('34人分の写真を「両方に同意」');
  await expect(page.getByText('みなさんのお返事が、記録されています')).toBeVisible();
  await expectNeat(page);
  console.log(`${FORTY} consents from paper: ${hand.presses} presses`);
  expect(hand.presses).toBeLessThan(60);

  for (const [number, answer] of [
    [1, 'none'],
    [2, 'own'],
    [3, 'all'],
    [FORTY, 'all'],
  ] as const) {
    const call = await page.request.get(
      `/api/v1/actions/residents/${ids[number - 1] ?? ''}/consents`,
    );
    const { consents } = (await call.json()) as { consents: object[] };
    expect(consents).toMatchObject([{ answer, by: 'relative', how: 'paper', holds: true }]);
  }
});

test('families’ answers and old ones are dealt with by keyboard alone', async ({ page, world }) => {
  await startSession(page, world.consent.yearly.email);
  await page.goto(paths.dashboard);
  await expect(page.getByText('1年以上前の同意が2人分あります')).toBeVisible();
  await page.getByRole('link', { name: 'お返事を確認する' }).press('Enter');
  await expect(page.getByText('ご家族（長女 佐藤 花子様）から、お便りのページで')).toBeVisible();
  await expectNeat(page);
  await page.getByRole('button', { name: '佐藤 一 様、確認して記録する' }).press('Enter');
  await expect(page.getByRole('status')).toContainText('佐藤 一 様のお返事を記録しました');
  await page.getByRole('link', { name: 'ちがうときは、記録し直せます' }).press('Enter');
  const section = page.getByRole('region', { name: '写真の同意' });
  await expect(section).toContainText('「本人の家族だけ」');
  await expectNeat(page);

  await page.goto(paths.consents);
  // The Enter key in a box is about what is ticked, never about somebody else.
  await page.getByRole('checkbox', { name: '加藤 実' }).press('Space');
  await page.getByRole('button', { name: '変わりないことを確かめた', exact: true }).press('Enter');
  await expect(page.getByRole('status')).toContainText('加藤 実 様の同意に変わりがない');
  await expect(page.getByRole('heading', { name: '1年以上前の同意 1人' })).toBeVisible();

  await page.goto(paths.facility);
  await page.getByLabel('年に一度、同意に変わりがないかを確かめる').press('Space');
  const settings = page.getByRole('region', { name: '写真の同意' });
  await settings.getByRole('button', { name: 'この設定にする' }).press('Enter');
  await expect(page.getByText('保存しました')).toBeAttached();
  await page.goto(paths.dashboard);
  await expect(page.getByText('1年以上前の同意')).toHaveCount(0);
});
