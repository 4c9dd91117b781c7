import type { Page } from '@playwright/test';
import { SIGNED_IN } from '#client/account.ts';
import { WRONG_PINS } from '#domains/account/shared-device/pin.ts';
import { paths } from '#lib/paths.ts';
import { PASSWORD } from '../support/factories.ts';
import { jpeg } from '../support/pictures.ts';
import { expectNeat } from './support/neat.ts';
import { readPdf } from './support/pdf.ts';
import { shareBrowser } from '../support/views/open-view.ts';
import {
  PHONE,
  RARE,
  expect,
  jpegFile,
  pickPhotos,
  signIn,
  startSession,
  test,
} from './support/story.ts';

const DEVICE = '2階のスマホ';
const CARER = '清水 あかり';
const OWN_PIN = '482913';
const WRONG_PIN = '571806';

const change = (phone: Page) => phone.getByRole('button', { name: '交代する' });
const pinField = (phone: Page) => phone.getByLabel('暗証番号', { exact: true });

async function share(phone: Page, email: string): Promise<void> {
  await signIn(phone, email);
  await phone.goto(paths.staffs);
  await phone.getByRole('link', { name: '共用の端末' }).click();
  await phone.getByLabel('端末の名前').fill(DEVICE);
  await phone.getByLabel('今のパスワード').fill(PASSWORD);
  await phone.getByRole('button', { name: 'この端末を共用にする' }).click();
  await expect(phone.getByText('この端末を共用にしました')).toBeVisible();
}

/** @returns the first PIN, which is shown once */
async function issuePin(phone: Page, name: string): Promise<string> {
  await phone.getByLabel(`${name}の設定を変更する`).click();
  const card = phone.getByRole('listitem').filter({ hasText: name });
  await card.getByRole('button', { name: '最初の暗証番号を出す' }).click();
  const said = phone.getByRole('status').filter({ hasText: `${name}さんの最初の暗証番号` });
  return /\d{3} \d{3}/.exec(await said.innerText())?.[0] ?? '';
}

async function addCarer(phone: Page): Promise<void> {
  await phone.goto(paths.staffs);
  await phone.getByText('お名前だけで加える').click();
  await phone.getByLabel('お名前', { exact: true }).fill(CARER);
  await phone.getByRole('button', { name: '加える', exact: true }).click();
  await expect(phone.getByText(`${CARER}さんを加えました`)).toBeVisible();
}

async function chooseOwnPin(phone: Page, name: string, first: string): Promise<void> {
  await phone.getByRole('link', { name }).click();
  await phone.getByLabel('管理者から聞いた番号').fill(first);
  await phone.getByLabel('これから使う暗証番号').fill(OWN_PIN);
  await phone.getByRole('button', { name: '決めてログイン' }).click();
  await expect(phone).toHaveURL(paths.items);
  await expect(phone.getByText(`${name}さん`)).toBeVisible();
}

/** Its last digit signs in; without scripts the button does. */
async function enterPin(phone: Page, pin: string, hasScripts = true): Promise<void> {
  // A script that is not there yet would see no digit.
  await phone.waitForLoadState();
  const answered = phone.waitForResponse((answer) => answer.request().method() === 'POST');
  await pinField(phone).fill(pin);
  if (!hasScripts) await phone.getByRole('button', { name: 'ログイン' }).click();
  await answered;
  await phone.waitForLoadState();
}

test.use({ expectConsole: /status of 4(01|29)/ });

test('two carers share a phone, from its setting up to its end', async ({
  page,
  visitor,
  world,
}) => {
  const { admin, general, residentId } = world.sharing;
  const phone = await visitor(PHONE);
  await share(phone, admin);
  await addCarer(phone);
  const first = await issuePin(phone, CARER);
  const second = await issuePin(phone, general);
  await change(phone).click();
  await expect(phone.getByRole('heading')).toContainText('お名前を');

  await chooseOwnPin(phone, CARER, first);
  await phone.goto(paths.residentItems(residentId));
  await pickPhotos(phone, [jpegFile('IMG_shared.jpg', await jpeg())]);
  await expect(phone.getByText('1枚を追加しました')).toBeVisible();
  await phone.goto(paths.staffs);
  await expect(phone).toHaveURL(paths.items);
  await change(phone).click();

  await chooseOwnPin(phone, general, second);
  await change(phone).click();
  await phone.getByRole('link', { name: general }).click();
  for (let n = 0; n < WRONG_PINS; n++) await enterPin(phone, WRONG_PIN);
  await expect(phone.getByRole('alert')).toContainText('このお名前を使えません');
  await expect(pinField(phone)).toHaveCount(0);

  await startSession(page, admin);
  await page.goto(paths.devices);
  await expect(page.getByText(`${general}さんのお名前がロックされています`)).toBeVisible();
  await page.getByRole('button', { name: 'ロックを解く' }).click();
  await phone.getByRole('link', { name: '別のお名前を選ぶ' }).click();
  await phone.getByRole('link', { name: general }).click();
  await enterPin(phone, OWN_PIN);
  await expect(phone).toHaveURL(paths.items);

  await page.goto(paths.history);
  const main = page.getByRole('main');
  await expect(main).toContainText(new RegExp(`${CARER}さんが、今村 ツル様の.*写真を`));
  await expect(main).toContainText(`共用の端末「${DEVICE}」で、${general}さんの暗証番号を`);
  await page.goto(paths.devices);
  await page.getByLabel(`${DEVICE}の共用をやめる`).click();
  await page.getByRole('button', { name: '共用をやめる' }).click();
  await expect(page.getByRole('heading', { name: 'この端末を共用にする' })).toBeVisible();
  await phone.goto(paths.myPage);
  await expect(phone.getByLabel('メールアドレス')).toBeVisible();
  expect(new URL(phone.url()).pathname).toBe(paths.login);
});

test('first PINs for all who have none are on one sheet to cut', async ({ page: desk, world }) => {
  await startSession(desk, world.beginners.first.email);
  await desk.goto(paths.firstPins);
  await desk.getByRole('button', { name: '番号を出す' }).click();
  const cards = desk.locator('.pins article');
  await expect(cards).toHaveCount(2);
  await expect(desk.getByText('2人の番号を出しました')).toBeVisible();
  await expectNeat(desk);
  const numbers = await cards.locator('.number').allInnerTexts();
  expect(new Set(numbers).size).toBe(2);
  for (const number of numbers) expect(number).toMatch(/^\d{3} \d{3}$/);
  const [sheet, ...more] = await readPdf(await desk.pdf({ preferCSSPageSize: true }));
  expect(more).toEqual([]);
  for (const number of numbers) expect(sheet?.text).toContain(number);
  expect(sheet?.text).not.toContain('メニュー');

  await desk.goto(paths.firstPins);
  await expect(desk.getByRole('checkbox', { name: /2人の分を出し直す/ })).toBeChecked();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a name and a PIN lead to the photos, and 交代する back to the names', async ({
    page,
    context,
    world,
    baseURL,
  }) => {
    const { shared } = world.places;
    await shareBrowser(context, shared.token, baseURL ?? '');
    await page.goto(paths.items);
    await page.getByRole('link', { name: CARER }).click();
    await enterPin(page, WRONG_PIN, false);
    await expect(page.getByRole('alert')).toContainText('暗証番号が違います');
    await enterPin(page, OWN_PIN, false);
    await expect(page).toHaveURL(paths.items);
    await change(page).click();
    await expect(page.getByRole('link', { name: CARER })).toBeVisible();
  });
});

test.describe('with several tabs', RARE, () => {
  const AT_ONCE = { timeout: 1000 };
  const main = (tab: Page) => tab.getByRole('main');
  const nickname = (tab: Page) => tab.getByRole('textbox', { name: 'お名前', exact: true });

  async function pickName(phone: Page): Promise<void> {
    await phone.getByRole('link', { name: CARER }).click();
    await enterPin(phone, OWN_PIN);
    await expect(phone).toHaveURL(paths.items);
  }

  test('交代する in one hides and leaves the others, but keeps what is typed there', async ({
    page: phone,
    context,
    world,
    baseURL,
  }) => {
    await shareBrowser(context, world.places.shared.token, baseURL ?? '');
    await phone.goto(paths.items);
    await pickName(phone);
    const [photos, typing] = [await context.newPage(), await context.newPage()];
    await photos.goto(paths.items);
    await typing.goto(paths.editMyPage);
    await nickname(typing).fill('清水 あかね');
    await expect(change(photos)).toBeVisible();

    await change(phone).click();
    await expect(change(photos)).toBeHidden(AT_ONCE);
    await expect(nickname(typing)).toBeHidden(AT_ONCE);
    await expect(photos.getByRole('link', { name: CARER })).toBeVisible();
    await expect(typing.getByText('書きかけのものは消えていません')).toBeVisible();

    await startSession(phone, world.sharing.admin);
    await phone.goto(paths.items);
    await expect(nickname(typing)).toBeHidden();
    await phone.goto(paths.logout);
    await phone.getByRole('main').getByRole('button', { name: 'ログアウト' }).click();
    await pickName(phone);
    await expect(nickname(typing)).toHaveValue('清水 あかね');
    await expect(nickname(typing)).toBeVisible();
  });

  test('a page that the browser kept is blank until it is known whose it is', async ({
    page: phone,
    context,
    world,
    baseURL,
  }) => {
    await shareBrowser(context, world.places.shared.token, baseURL ?? '');
    await phone.goto(paths.items);
    await pickName(phone);
    const turn = (name: 'pagehide' | 'pageshow') =>
      phone.evaluate(
        (type) => dispatchEvent(new PageTransitionEvent(type, { persisted: true })),
        name,
      );
    await turn('pagehide');
    await expect(main(phone)).toBeHidden(AT_ONCE);
    await turn('pageshow');
    await expect(main(phone)).toBeVisible(AT_ONCE);
    await turn('pagehide');
    // By a page that followed in this tab, so that no event told.
    await context.request.post(paths.api.logout, { headers: { Origin: baseURL ?? '' } });
    await phone.evaluate(([key, nobody]) => localStorage.setItem(key, nobody), [
      SIGNED_IN,
      '[""]',
    ] as const);
    await turn('pageshow');
    await expect(phone.getByRole('link', { name: CARER })).toBeVisible();
    expect(new URL(phone.url()).pathname).toBe(paths.sharedDevice);
  });
});
