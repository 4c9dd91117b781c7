import type { Page } from '@playwright/test';
import { paths } from '#lib/paths.ts';
import { PASSWORD, makeResident } from '../support/factories.ts';
import { jpeg } from '../support/pictures.ts';
import { barriersOf } from './support/neat.ts';
import type { OwnServer } from './support/own-server.ts';
import { startOwnServer } from './support/own-server.ts';
import { countCost } from './support/presses.ts';
import { PHONE, awake, expect, jpegFile, pickPhotos, test } from './support/story.ts';

// What is refused is logged.
test.use({ ...PHONE, expectConsole: /422/ });

const OWN = '林 みのる';
const REFUSED = '渡部 トメ';

let server: OwnServer;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  server = await startOwnServer({}, async (rt, { host }) => {
    await makeResident(rt, host.id, {
      ...{ name: OWN, name_kana: 'ハヤシ ミノル' },
      ...{ photo_consent: 1, photo_consent_extent: 'own' },
    });
    await makeResident(rt, host.id, { name: REFUSED, name_kana: 'ワタベ トメ', photo_consent: 0 });
  });
});

test.afterAll(() => server.stop());

async function signIn(page: Page): Promise<void> {
  await page.goto(server.url + paths.login);
  await page.getByLabel('メールアドレス').fill(server.cast.general.email);
  await page.getByLabel('パスワード', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'ログイン', exact: true }).click();
  await expect(page).toHaveURL(server.url + paths.items);
}

const sheet = (page: Page) => page.getByRole('dialog').first();
const people = (page: Page) => sheet(page).getByRole('region', { name: '写っている方' });
const press = (page: Page, name: string | RegExp) =>
  people(page).getByRole('button', { name }).click();
const choose = (page: Page, name: string | RegExp) =>
  page
    .getByRole('dialog', { name: 'どなたが写っていますか？' })
    .getByRole('button', { name })
    .click();

async function openPhoto(page: Page): Promise<void> {
  await awake(page);
  await page
    .getByRole('button', { name: /を大きく見る/ })
    .first()
    .click();
}

test('two people are named on photos of 施設全体; naming who has not agreed leaves it out', async ({
  page,
  context,
}) => {
  const { resident, neighbour } = server.cast;
  await signIn(page);
  const cost = await countCost(context, page);
  await page.goto(server.url + paths.items);

  await test.step('once for all that were just added', async () => {
    const files = await Promise.all([1, 2].map(async (n) => jpegFile(`${n}.jpg`, await jpeg())));
    await pickPhotos(page, files, '施設全体');
    await expect(page.getByText('2枚を追加しました')).toBeVisible();
    const before = cost.presses;
    await page.getByRole('button', { name: '写っている方を選ぶ' }).click();
    const dialog = page.getByRole('dialog', { name: 'どなたが写っていますか？' });
    for (const { name } of [resident, neighbour]) {
      await dialog.getByRole('checkbox', { name }).click();
    }
    expect(await barriersOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: '2人のお名前を付ける' }).click();
    await expect(page.getByText('2枚に、お名前を付けました')).toBeVisible();
    await expect(page.getByRole('button', { name: '写っている方を選ぶ' })).toHaveCount(0);
    console.log(`two people named on two photos: ${cost.presses - before} presses`);
  });

  await test.step('the sheet names them; naming who has not agreed leaves the photo out, with undo', async () => {
    await page.goto(server.url + paths.residentItems(null));
    await openPhoto(page);
    await expect(people(page).getByRole('listitem')).toHaveCount(2);
    await press(page, 'ほかの方を加える');
    await choose(page, new RegExp(REFUSED));
    await expect(
      people(page).getByText(`${REFUSED}様を加えました。この写真を、お便りから外しました`),
    ).toBeVisible();
    await expect(
      people(page).getByText('出すかどうかは、管理者の方が、ご本人やご家族に伺って決めます。'),
    ).toBeVisible();
    await expect(people(page).getByRole('listitem')).toHaveCount(3);
    await expect(sheet(page).getByRole('heading').first()).toContainText('お便りに出しません');
    expect(await barriersOf(page)).toEqual([]);
    await press(page, '元に戻す');
    await expect(people(page).getByText('元に戻しました')).toBeVisible();
    await expect(people(page).getByRole('listitem')).toHaveCount(2);
    await expect(sheet(page).getByRole('heading').first()).not.toContainText('お便りに出しません');
  });

  await test.step('a name goes by one press, and comes back by another', async () => {
    await press(page, `${neighbour.name}様をはずす`);
    await expect(people(page).getByText(`${neighbour.name}様をはずしました`)).toBeVisible();
    await expect(people(page).getByRole('listitem')).toHaveCount(1);
    await press(page, '元に戻す');
    await expect(people(page).getByRole('listitem')).toHaveCount(2);
  });
});

test('a person is added to a photo by one press, and taken away by one', async ({
  page,
  context,
}) => {
  const { resident, neighbour } = server.cast;
  await signIn(page);
  const cost = await countCost(context, page);
  await page.goto(server.url + paths.residentItems(resident.id));
  await pickPhotos(page, [jpegFile('1.jpg', await jpeg())]);
  await expect(page.getByText('1枚を追加しました')).toBeVisible();
  await openPhoto(page);

  await test.step('added from the list', async () => {
    await press(page, 'ほかの方を加える');
    await choose(page, new RegExp(neighbour.name));
    await expect(people(page).getByText(`${neighbour.name}様を加えました`)).toBeVisible();
    await expect(people(page).getByRole('listitem')).toHaveCount(2);
  });

  await test.step('taken away, and back', async () => {
    const before = cost.presses;
    await press(page, `${neighbour.name}様をはずす`);
    await expect(people(page).getByText(`${neighbour.name}様をはずしました`)).toBeVisible();
    await expect(people(page).getByRole('listitem')).toHaveCount(1);
    expect(cost.presses - before).toBe(1);
    await expect(people(page).locator('.people-said')).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(people(page).getByRole('listitem')).toHaveCount(2);
    await press(page, `${neighbour.name}様をはずす`);
    await expect(people(page).getByRole('listitem')).toHaveCount(1);
  });

  await test.step('suggested from the last group: one press', async () => {
    const before = cost.presses;
    await press(page, `${neighbour.name}様を加える`);
    await expect(people(page).getByRole('listitem')).toHaveCount(2);
    expect(cost.presses - before).toBe(1);
    console.log(`one person added: ${cost.presses - before} press`);
    expect(await barriersOf(page)).toEqual([]);
  });

  await test.step('somebody for the own family only: who sees the photo then is said', async () => {
    const words = `この写真は、${OWN}様のご家族だけが見られます。ほかの方のお便りには載りません`;
    await press(page, 'ほかの方を加える');
    const dialog = page.getByRole('dialog', { name: 'どなたが写っていますか？' });
    await dialog.getByRole('button', { name: /いっしょに.*選ぶ/ }).click();
    await dialog.getByRole('checkbox', { name: new RegExp(`${OWN}.*ご本人のご家族だけ`) }).click();
    await expect(dialog.getByText(words)).toBeVisible();
    await dialog.getByRole('button', { name: '1人を加える' }).click();
    await expect(people(page).getByText(words)).toBeVisible();
    await expect(people(page).getByText('ご本人のご家族だけ', { exact: true })).toBeVisible();
    expect(await barriersOf(page)).toEqual([]);
    await sheet(page).getByText('その他').click();
    await expect(
      sheet(page).getByRole('button', { name: '施設全体にも載せる' }),
    ).toHaveAccessibleDescription(`${OWN}様が写っているため、選べません`);
  });

  await test.step('taken away again, the others wait until staff say who is not on it', async () => {
    await press(page, `${OWN}様をはずす`);
    await expect(
      people(page).getByText(`${OWN}様をはずしたため、ほかの方のお便りには、まだ載りません。`),
    ).toBeVisible();
    await expect(sheet(page).getByRole('heading').first()).toContainText('お便りに出しません');
    await press(page, 'ほかの方のお便りに出す');
    await expect(people(page).getByText('ほかの方のお便りに出すことにしました')).toBeVisible();
    await expect(sheet(page).getByRole('heading').first()).not.toContainText('お便りに出しません');
  });
});
