import { paths } from '#lib/paths.ts';
import { jpeg } from '../support/pictures.ts';
import { barriersOf } from './support/neat.ts';
import { PHONE, RARE, expect, jpegFile, pickPhotos, startSession, test } from './support/story.ts';

test.use(PHONE);

test(
  'a caption that is too long is reported, kept, and saved once shortened',
  RARE,
  async ({ page, world }) => {
    await startSession(page, world.cast.otherAdmin.email);
    await page.goto(paths.residentItems(world.cast.foreignResident.id));
    await pickPhotos(page, [jpegFile('IMG.jpg', await jpeg())]);
    await expect(page.getByText('1枚を追加しました')).toBeVisible();
    const open = () =>
      page
        .getByRole('button', { name: /を大きく見る$/ })
        .first()
        .click();
    await open();
    const dialog = page.getByRole('dialog');
    const field = dialog.getByLabel('ひとこと');
    const height = () => field.evaluate((area: HTMLElement) => area.offsetHeight);
    expect(await height()).toBe(120);
    const saves: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PATCH') saves.push(request.postData() ?? '');
    });
    const long = 'お庭の花がきれいでした。\n'.repeat(18).trim();
    await field.fill(long);
    await expect(dialog.getByText(`${long.length} / 200文字`)).toBeVisible();
    await expect(
      dialog.getByRole('status').filter({ hasText: '200文字までです' }).first(),
    ).toBeVisible();
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    expect(await height()).toBeGreaterThan(300);
    expect(await height()).toBeLessThanOrEqual(600);
    expect(await barriersOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: '保存する' }).click();
    await expect(
      dialog.getByRole('status').filter({ hasText: '200文字までです' }).first(),
    ).toBeVisible();
    await dialog.getByRole('button', { name: '閉じる' }).click();
    await expect(dialog).toHaveCount(0);
    await open();
    await expect(field).toHaveValue(long);
    expect(saves).toEqual([]);
    await field.fill('お庭の花がきれいでした。');
    await dialog.getByRole('button', { name: '保存する' }).click();
    await expect(dialog.getByText('保存しました')).toBeVisible();
    expect(saves).toHaveLength(1);
  },
);
