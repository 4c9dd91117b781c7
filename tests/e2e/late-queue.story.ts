import { paths } from '#lib/paths.ts';
import { jpeg } from '../support/pictures.ts';
import { PHONE, RARE, expect, jpegFile, startSession, test } from './support/story.ts';

test.use({ ...PHONE, expectConsole: /net::ERR_|Failed to fetch/ });

const QUEUE = '**/_astro/uploader.*.js';

test(
  'photos chosen before the queue is loaded are kept in the page, and sent',
  RARE,
  async ({ page, world }) => {
    await page.route(QUEUE, (route) => route.abort('connectionrefused'));
    await startSession(page, world.cast.general.email);
    await page.goto(paths.residentItems(world.cast.resident.id));
    // The page has reloaded once by itself.
    await expect(page.getByText('画面の一部を読み込めませんでした')).toBeVisible();
    const dock = page.getByRole('region', { name: '写真の追加' });
    const pick = async (name: string): Promise<void> =>
      dock.getByLabel('写真を選ぶ').setInputFiles([jpegFile(name, await jpeg())]);
    await pick('IMG_1.jpg');
    await pick('IMG_2.jpg');
    await expect(dock.getByText('2枚を送る準備ができませんでした')).toBeVisible();

    let release: (() => void) | undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.unroute(QUEUE);
    await page.route(QUEUE, async (route) => {
      await held;
      await route.continue();
    });
    await dock.getByRole('button', { name: 'もう一度試す' }).click();
    await expect(dock.getByText('2枚を送る準備をしています…')).toBeVisible();
    release?.();
    await expect(dock.getByText('2枚を追加しました')).toBeVisible();
  },
);
