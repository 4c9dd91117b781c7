import type { Page } from '@playwright/test';
import { addMonths } from '#lib/calendar.ts';
import { paths } from '#lib/paths.ts';
import { jpeg } from '../support/pictures.ts';
import { press, tabTo } from './support/keys.ts';
import { barriersOf } from './support/neat.ts';
import { addPhoto, expectCaptions } from './support/photos.ts';
import { PHONE, awake, expect, jpegFile, startSession, test, tokensOf } from './support/story.ts';

test.use(PHONE);

const dialog = (page: Page) => page.getByRole('dialog');
const goOn = (page: Page) => page.getByRole('button', { name: 'このまま進む' }).click();

/** What the family's letter shows: captions in order, and whether the first photo is upright. */
async function letterOf(page: Page, url: string): Promise<string> {
  const family = await page.context().newPage();
  await family.goto(url);
  const shown = await family.locator('figcaption').allInnerTexts();
  const first = family.locator('figure img').first();
  const [width, height] = await Promise.all(['width', 'height'].map((a) => first.getAttribute(a)));
  await family.close();
  const words = shown.map((text) => text.trim().slice(0, 1)).join('');
  return `${words} ${Number(height) > Number(width) ? 'upright' : 'lying'}`;
}

test('a photo is turned, put in order and left out, and the letter follows', async ({
  page,
  world,
  baseURL,
}) => {
  const yearMonth = addMonths(world.yearMonth, -150 - test.info().workerIndex);
  const { resident, family, general } = world.cast;
  const takenOn = `${String(yearMonth).slice(0, 4)}-${String(yearMonth).slice(4)}-10`;
  await startSession(page, general.email);
  for (const caption of ['あ', 'い', 'う']) {
    const bytes = await jpeg({ width: 80, height: 60 });
    await addPhoto(page.request, baseURL ?? '', {
      residentId: resident.id,
      takenOn,
      caption,
      bytes,
    });
  }
  const letter = paths.letter(yearMonth, tokensOf(resident, family));
  const list = `${paths.api.items}?yearMonth=${yearMonth}&residentId=${resident.id}`;
  const states = async () => {
    const { items } = (await (await page.request.get(list)).json()) as {
      items: { status: string }[];
    };
    return items.map(({ status }) => status);
  };
  await expect.poll(states).toEqual(['ready', 'ready', 'ready']);
  expect(await letterOf(page, letter)).toBe('あいう lying');
  await page.goto(`${paths.residentItems(resident.id)}?yearMonth=${yearMonth}`);
  await awake(page);
  await expectCaptions(page, 'ういあ');

  // By keyboard alone.
  await page.locator('[data-item]').last().focus();
  await page.keyboard.press('Enter');
  await press(page, '右へ回す');
  await expect.poll(() => letterOf(page, letter)).toBe('あいう upright');
  await tabTo(page, 'その他');
  await page.keyboard.press('Enter');
  await tabTo(page, '後へ');
  await page.keyboard.press('Enter');
  await expectCaptions(page, 'うあい');
  expect(await letterOf(page, letter)).toBe('いあう lying');
  expect(await barriersOf(page)).toEqual([]);

  await dialog(page).getByRole('button', { name: 'まだ出さない' }).click();
  await expect(dialog(page)).toContainText('お便りに出しません');
  expect(await letterOf(page, letter)).toBe('いう lying');
  await dialog(page).getByRole('button', { name: 'お便りに出す' }).click();
  await goOn(page);
  await expect(page.getByText('お便りに出すことにしました')).toBeVisible();
  expect(await letterOf(page, letter)).toBe('いあう lying');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: '選ぶ', exact: true }).click();
  // By keyboard: the offer to undo lies above the last one for a quarter of a minute.
  const both = page.getByRole('checkbox', { name: /[いう]$/ });
  await both.first().press('Space');
  await both.last().press('Space');
  const bar = page.getByRole('group', { name: '選んだ写真' });
  await bar.getByRole('button', { name: 'ひとこと' }).click();
  await dialog(page).getByLabel('みんな同じひとことにする').fill('え');
  expect(await barriersOf(page)).toEqual([]);
  await dialog(page).getByRole('button', { name: '2枚に書く' }).click();
  await expect(page.getByText('2枚のひとことを書きました')).toBeVisible();
  expect(await letterOf(page, letter)).toBe('えあえ lying');
  await page.getByRole('button', { name: '元に戻す' }).click();
  await expect.poll(() => letterOf(page, letter)).toBe('いあう lying');
});

test('one photo is chosen for two residents before it is sent', async ({
  page,
  world,
  baseURL,
}) => {
  const { otherAdmin, foreignResident } = world.cast;
  await startSession(page, otherAdmin.email);
  const made = await page.request.post(paths.api.residents, {
    headers: { Origin: baseURL ?? '' },
    data: { name: '青木 ヨネ', photoConsent: true },
  });
  const { resident: other } = (await made.json()) as { resident: { id: string; name: string } };
  await page.goto(paths.items);
  await awake(page);
  await page.getByRole('button', { name: /^写真を撮る・選ぶ/ }).click();
  await dialog(page).getByRole('button', { name: 'いっしょに写っている方を選ぶ' }).click();
  for (const { name } of [foreignResident, other]) {
    await dialog(page).getByRole('checkbox', { name }).focus();
    await page.keyboard.press('Space');
  }
  expect(await barriersOf(page)).toEqual([]);
  const choosing = page.waitForEvent('filechooser');
  await dialog(page).getByRole('button', { name: '2人の写真にする' }).click();
  await (await choosing).setFiles([jpegFile('IMG.jpg', await jpeg())]);
  await expect(page.getByText('1枚を追加しました')).toBeVisible();
  const places = await Promise.all(
    [foreignResident.id, other.id].map(async (residentId) => {
      const answer = await page.request.get(`${paths.api.items}?residentId=${residentId}`);
      return ((await answer.json()) as { items: { images: { src: string } }[] }).items[0]?.images
        .src;
    }),
  );
  // The same stored picture; its files may be finished between the two questions.
  const [mine, theirs] = places.map((src) => src?.replace(/[^/]*$/, ''));
  expect(mine).toBeTruthy();
  expect(mine).toBe(theirs);

  await page.getByRole('button', { name: /^写真を撮る・選ぶ/ }).click();
  const again = page.waitForEvent('filechooser');
  await dialog(page)
    .getByRole('button', { name: /^前と同じ2人/ })
    .click();
  await (await again).setFiles([jpegFile('IMG_2.jpg', await jpeg({ width: 500 }))]);
  await expect(page.getByText('1枚を追加しました')).toBeVisible();
  const lists = [foreignResident.id, other.id].map(async (residentId) => {
    const answer = await page.request.get(`${paths.api.items}?residentId=${residentId}`);
    return ((await answer.json()) as { count: number }).count;
  });
  const [ofMine, ofTheirs] = await Promise.all(lists);
  expect(ofTheirs).toBe(2);
  expect(ofMine).toBeGreaterThanOrEqual(2);
});
