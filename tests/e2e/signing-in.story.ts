import { paths } from '#lib/paths.ts';
import { PASSWORD } from '../support/factories.ts';
import { expect, signInByHand, test, tokensOf } from './support/story.ts';

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('staff sign in, see the photos, and sign out', async ({ page, world }) => {
    await signInByHand(page, world.cast.admin.email);
    await expect(page).toHaveURL(paths.items);
    await expect(page.getByRole('navigation', { name: '入居者' })).toContainText('田中 ウメ');
    await page.getByRole('button', { name: 'ログアウト' }).click();
    await expect(page).toHaveURL(new RegExp(`^[^?]*${paths.login}`));
    await expect(page.getByText('ログアウトしました')).toBeAttached();
    await page.goto(paths.items);
    await expect(page).toHaveURL(paths.login);
  });

  test('the requested page is remembered, once', async ({ page, world }) => {
    const wanted = paths.residentItems(world.cast.resident.id);
    await page.goto(wanted);
    await expect(page).toHaveURL(paths.login);
    await page.getByLabel('メールアドレス').fill(world.cast.general.email);
    await page.getByLabel('パスワード').fill(PASSWORD);
    await page.getByRole('button', { name: 'ログイン' }).click();
    await expect(page).toHaveURL(wanted);
    await page.goto(paths.login);
    await expect(page).toHaveURL(paths.items);
  });

  test('an inactive facility is redirected to its plans', async ({ page, world }) => {
    await signInByHand(page, world.cast.inactiveAdmin.email);
    await expect(page).toHaveURL(paths.price);
  });
});

test('after signing out, Back shows no earlier page and causes no loop', async ({
  page,
  world,
}) => {
  const answers: number[] = [];
  page.on('response', (answer) => {
    if (answer.request().isNavigationRequest()) answers.push(answer.status());
  });
  await page.goto(paths.login);
  await signInByHand(page, world.cast.admin.email);
  // A cached redirect from here would cause a loop.
  await page.goto(paths.login);
  await expect(page).toHaveURL(paths.items);
  await page.goto(paths.residents);
  await page.getByRole('button', { name: 'ログアウト' }).click();
  await expect(page).toHaveURL(new RegExp(`^[^?]*${paths.login}`));
  for (let step = 0; step < 4; step++) {
    answers.length = 0;
    await page.goBack();
    await expect(page).toHaveURL(new RegExp(paths.login));
    await expect(page.getByLabel('メールアドレス')).toBeVisible();
    expect(answers.length).toBeLessThan(4);
  }
});

test.describe('mistakes', () => {
  test.use({ expectConsole: /status of (400|401|404)/ });

  test('a wrong password is reported, and the address kept', async ({ page, world }) => {
    await page.goto(paths.login);
    await page.getByLabel('メールアドレス').fill(world.cast.general.email);
    await page.getByLabel('パスワード').fill('wrong');
    await page.getByRole('button', { name: 'ログイン' }).click();
    await expect(page.getByRole('alert')).toHaveText(/メールアドレスかパスワードが違います/);
    await expect(page.getByLabel('メールアドレス')).toHaveValue(world.cast.general.email);
    await expect(page.getByLabel('パスワード')).toHaveValue('');
  });

  test('an empty form names its fields', async ({ page }) => {
    await page.goto(paths.login);
    await page.getByRole('button', { name: 'ログイン' }).click();
    await expect(page.getByText('パスワードを入力してください。')).toBeVisible();
  });

  test('a wrong link and an unknown page are not-found pages', async ({ page, world }) => {
    const { resident, neighbourFamily } = world.cast;
    const wrong = paths.letters(tokensOf(resident, neighbourFamily));
    expect((await page.goto(wrong))?.status()).toBe(404);
    await expect(page.getByText('このリンクでは、お便りが開けません')).toBeVisible();
    expect((await page.goto('/nowhere'))?.status()).toBe(404);
    await expect(page.getByText('This page could not be found')).toBeVisible();
  });
});
