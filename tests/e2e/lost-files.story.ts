import { appendFile, mkdtemp, rm, truncate, unlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Page, Route } from '@playwright/test';
import { paths } from '#lib/paths.ts';
import { jpeg } from '../support/pictures.ts';
import { PHONE, RARE, awake, expect, startSession, test } from './support/story.ts';

/** Photos on a phone's disk, which go or change after they were chosen. */
test.use({
  ...PHONE,
  expectConsole:
    /ERR_UPLOAD_FILE_CHANGED|ERR_FILE_NOT_FOUND|ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to (fetch|load)|422|blob:/,
});

let folder: string;
test.beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'tsukidayori-camera-'));
});
test.afterAll(() => rm(folder, { recursive: true, force: true }));

const dock = (page: Page) => page.getByRole('region', { name: '写真の追加' });
const said = (page: Page, text: string) => dock(page).getByRole('status').filter({ hasText: text });
const failed = (page: Page) => page.getByRole('list', { name: '追加できなかった写真' });
const SLOTS = `**${paths.api.directUploads}`;

let series = 0;
const onDisk = async (count: number, padding = 0): Promise<string[]> => {
  series += 1;
  return Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const file = path.join(folder, `IMG_${series}${n + 1}.jpg`);
      await writeFile(file, Buffer.concat([await jpeg(), Buffer.alloc(padding, n)]));
      return file;
    }),
  );
};
const nameOf = (file = ''): string => path.basename(file);

async function open(page: Page, email: string, address: string): Promise<void> {
  await startSession(page, email);
  await page.goto(address);
  await awake(page);
}

/** The texts that the dock has shown, also those that were there for a moment. */
const listen = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    const element = document.querySelector<HTMLElement>('.dock');
    if (!element) throw new Error('no dock');
    const note = (): unknown => heard.push(element.innerText);
    new MutationObserver(note).observe(element, {
      ...{ subtree: true, childList: true, characterData: true },
    });
  });
const heard = (page: Page): Promise<string> =>
  page.evaluate(() => (window as unknown as { heard: string[] }).heard.join('\n'));

/** Nothing gets a slot until the test says so. */
async function hold(page: Page): Promise<() => Promise<void>> {
  const held: Route[] = [];
  let isHeld = true;
  await page.route(SLOTS, async (route) => {
    if (isHeld) held.push(route);
    else await route.continue();
  });
  return async () => {
    isHeld = false;
    for (const route of held) await route.continue();
  };
}

async function choose(page: Page, files: string[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: /写真を撮る・選ぶ/ }).click();
  await (await chooser).setFiles(files);
}

const keepNothing = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('refused', 'SecurityError');
    };
  });

/** Named, told to be chosen again, and nothing more to try. */
async function expectLost(page: Page, files: readonly (string | undefined)[]): Promise<void> {
  const group = failed(page).getByRole('listitem');
  await expect(group).toHaveCount(1);
  await expect(group).toContainText(
    `${files.length}枚：この写真を、端末から読み込めなくなりました`,
  );
  await expect(group).toContainText('選び直してください');
  for (const file of files) await expect(group).toContainText(nameOf(file));
  await expect(dock(page).getByRole('button', { name: /もう一度/ })).toHaveCount(0);
}

test('three of eight that change after they were chosen are named, and five arrive', async ({
  page,
  world,
}) => {
  await keepNothing(page);
  await open(page, world.cast.general.email, paths.residentItems(world.cast.resident.id));
  await listen(page);
  const files = await onDisk(8);
  const letGo = await hold(page);
  await choose(page, files);
  await expect(said(page, '8枚中0枚')).toBeVisible();
  const [, cut = '', , gone = '', , edited = ''] = files;
  await truncate(cut, 10);
  await unlink(gone);
  await appendFile(edited, 'edited');
  await letGo();
  await expect(said(page, '5枚を追加しました・3枚は追加できませんでした')).toBeVisible();
  await expectLost(page, [cut, gone, edited]);
  expect(await heard(page)).not.toMatch(/途切れ|つながりません|電波|調子が悪い/);
  await dock(page).getByRole('button', { name: '一覧から外す' }).click();
  await expect(failed(page)).toHaveCount(0);
});

test(
  'one that goes while its bytes are on their way does not block the others',
  RARE,
  async ({ page, world }) => {
    await keepNothing(page);
    await open(page, world.cast.general.email, paths.residentItems(world.cast.resident.id));
    await listen(page);
    const [large = ''] = await onDisk(1, 3_000_000);
    const others = await onDisk(4);
    const session = await page.context().newCDPSession(page);
    const line = { offline: false, latency: 0, downloadThroughput: -1 };
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', { ...line, uploadThroughput: 150_000 });
    await choose(page, [large, ...others]);
    await dock(page).getByRole('button', { name: 'くわしく' }).click();
    await expect(dock(page).locator('.dock-percent').first()).toHaveText(/^([5-9]|[1-9]\d)%/);
    await truncate(large, 100_000);
    await session.send('Network.emulateNetworkConditions', { ...line, uploadThroughput: -1 });
    await expect(said(page, '4枚を追加しました・1枚は追加できませんでした')).toBeVisible();
    await expectLost(page, [large]);
  },
);

test(
  'without a line, one that cannot be kept is named at once, and the others wait',
  RARE,
  async ({ page, context, world }) => {
    // Nothing is copied before the files have gone.
    await page.addInitScript(() => {
      const begin = new Promise((resolve) => addEventListener('begin-copying', resolve));
      const request = Object.getOwnPropertyDescriptor(LockManager.prototype, 'request')?.value as (
        ...asked: unknown[]
      ) => Promise<unknown>;
      LockManager.prototype.request = async function (...asked: unknown[]) {
        await begin;
        return request.apply(this, asked);
      };
    });
    await open(page, world.cast.general.email, paths.residentItems(world.cast.resident.id));
    const files = await onDisk(7);
    await context.setOffline(true);
    await choose(page, files);
    await expect(said(page, '電波がありません')).toBeVisible();
    const [, , , , gone = '', cut = ''] = files;
    await unlink(gone);
    await truncate(cut, 10);
    await page.evaluate(() => dispatchEvent(new Event('begin-copying')));
    await expectLost(page, [gone, cut]);
    await expect(said(page, '電波がありません')).toBeVisible();
    await expect(dock(page).getByText('途中で閉じても')).toBeVisible();
    await context.setOffline(false);
    await expect(said(page, '5枚を追加しました・2枚は追加できませんでした')).toBeVisible();
    await expectLost(page, [gone, cut]);
    // It was said, and is not said again.
    await page.reload();
    await awake(page);
    await expect(dock(page).getByText(/送れていません/)).toHaveCount(0);
    await expect(failed(page)).toHaveCount(0);
  },
);

test(
  'photos are kept on the device although what sends them was never loaded',
  RARE,
  async ({ page, world }) => {
    await page.route(/\/_astro\/(uploader|resume)\./, (route) => route.abort());
    await page.route(`**${paths.health}`, (route) => route.abort());
    await startSession(page, world.cast.general.email);
    await page.goto(paths.residentItems(world.cast.resident.id));
    await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
    await choose(page, await onDisk(3));
    await expect(
      dock(page).getByText('途中で閉じても、次に開いたときに続きを送ります'),
    ).toBeVisible();
    await page.unrouteAll();
    page.on('dialog', (dialog) => void dialog.accept());
    await page.goto(paths.residentItems(world.cast.resident.id));
    await expect(said(page, '3枚を追加しました')).toBeVisible();
  },
);
