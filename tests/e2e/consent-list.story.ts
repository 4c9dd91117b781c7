import type { Page } from '@playwright/test';
import { paths } from '#lib/paths.ts';
import { makeConsent } from '../support/consents.ts';
import { makeHost, makeResident, makeStaff } from '../support/factories.ts';
import { expectNeat } from './support/neat.ts';
import { PHONE, expect, startSession, test } from './support/story.ts';

test.use(PHONE);

const FORTY = 40;
const nameOf = (number: number): string => `入居${String(number).padStart(2, '0')} 花`;

/** Presses and ticks, as a hand makes them. */
class Hand {
  presses = 0;

  async press(target: ReturnType<Page['getByRole']>): Promise<void> {
    this.presses += 1;
    await target.click();
  }
}

test('forty consents from paper take fewer than sixty presses', async ({ page, world }) => {
  const { factory } = world;
  const host = await makeHost(factory, { name: '紙の同意の家' });
  const staff = await makeStaff(factory, host.id, { role: 'admin' });
  for (let number = 1; number <= FORTY; number += 1) {
    const name = nameOf(number);
    await makeResident(factory, host.id, { name, name_kana: name, photo_consent: null });
  }
  await startSession(page, staff.email);
  const hand = new Hand();
  await page.goto(paths.dashboard);
  await expect(
    page.getByRole('heading', { name: `写真の同意がまだの方が${FORTY}人` }),
  ).toBeVisible();
  await hand.press(page.getByRole('link', { name: '同意を記録する' }));
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

  const answers = await factory.db
    .selectFrom('consents')
    .select(({ fn }) => ['answer', 'way', 'given_by', fn.countAll<number>().as('count')])
    .where('host_id', '=', host.id)
    .groupBy(['answer', 'way', 'given_by'])
    .orderBy('answer')
    .execute();
  const from = { way: 'paper', given_by: 'relative' };
  expect(answers.map(({ count, ...answer }) => ({ ...answer, count: Number(count) }))).toEqual([
    { answer: 'all', ...from, count: 38 },
    { answer: 'none', ...from, count: 1 },
    { answer: 'own', ...from, count: 1 },
  ]);
});

test('families’ answers and old ones are dealt with by keyboard alone', async ({ page, world }) => {
  const { factory } = world;
  const host = await makeHost(factory, { name: '年に一度の家' });
  const staff = await makeStaff(factory, host.id, { role: 'admin' });
  const old = { answered_on: '2020-04-01', confirmed_at: '2020-04-01T00:00:00.000Z' };
  for (const name of ['青木 ヨネ', '加藤 実']) {
    const resident = await makeResident(factory, host.id, { name, name_kana: name });
    await makeConsent(factory, resident, old);
  }
  const asked = await makeResident(factory, host.id, { name: '佐藤 一', photo_consent: null });
  await makeConsent(factory, asked, { answer: 'own', by_name: '佐藤 花子', relationship: '長女' });
  await startSession(page, staff.email);
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
  await settings.getByRole('button', { name: '保存する' }).press('Enter');
  await expect(page.getByText('保存しました')).toBeAttached();
  await page.goto(paths.dashboard);
  await expect(page.getByText('1年以上前の同意')).toHaveCount(0);
});
