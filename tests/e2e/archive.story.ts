import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { addMonths, firstDayOf, monthOf } from '#lib/calendar.ts';
import { paths } from '#lib/paths.ts';
import { jpeg } from '../support/pictures.ts';
import { expectNeat } from './support/neat.ts';
import { readPdf } from './support/pdf.ts';
import { addPhoto } from './support/photos.ts';
import { PHONE, RARE, expect, startSession, test, tokensOf } from './support/story.ts';

const run = promisify(execFile);
const DESK = { viewport: { width: 1280, height: 800 } };

// The checker reads style sheets by a request, which a browser refuses in a folder.
test.use({ expectConsole: /style\.css' from origin 'null'|net::ERR_FAILED/ });

let folder = '';
test.beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'taken-home-'));
});
test.afterEach(() => rm(folder, { recursive: true, force: true }));

/** Presses a link that downloads, and unpacks what comes. @returns the unpacked folder */
async function takeHome(page: Page, name: string | RegExp): Promise<string> {
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name }).click();
  const file = path.join(folder, `${crypto.randomUUID()}.zip`);
  await (await download).saveAs(file);
  await run('unzip', ['-q', file, '-d', `${file}.unpacked`]);
  return `${file}.unpacked`;
}

const first = (unpacked: string): string =>
  pathToFileURL(path.join(unpacked, 'index.html')).toString();

/** Photos that are not painted. */
const missingPhotos = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const photos = [...document.images];
    for (const photo of photos) photo.loading = 'eager';
    const painted = photos.map((photo) =>
      photo.decode().then(
        () => '',
        () => photo.src,
      ),
    );
    return (await Promise.all(painted)).filter((src) => src !== '');
  });

/** What the page asks for, beyond its folder. */
function listenFor(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith('file:')) asked.push(request.url());
  });
  return asked;
}

/** As a text browser shows it; null where there is none. */
async function asText(unpacked: string, file = 'index.html'): Promise<string | null> {
  const args = ['-dump', '-width=200', '-assume_charset=utf-8', '-display_charset=utf-8'];
  const at = path.join(unpacked, file);
  const { stdout } = await run('lynx', [...args, at]).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { stdout: null };
    throw error;
  });
  return stdout;
}

test('letters taken home open from a folder', RARE, async ({ page, visitor, world, baseURL }) => {
  const yearMonth = addMonths(world.yearMonth, -54);
  const { resident, family, admin } = world.cast;
  const office = await visitor(DESK);
  await startSession(office, admin.email);
  const takenOn = firstDayOf(yearMonth);
  const own = { residentId: resident.id, takenOn, caption: '庭の花を見に' };
  const hall = { residentId: null, takenOn, caption: 'みんなで夏まつり' };
  const upright = await jpeg({ width: 900, height: 1200 });
  await addPhoto(office.request, baseURL ?? '', own);
  await addPhoto(office.request, baseURL ?? '', { ...hall, bytes: upright });
  const letter = paths.letter(yearMonth, tokensOf(resident, family));
  const count = async () =>
    (await (await page.request.get(letter)).text()).split('alt="写真"').length - 1;
  await expect.poll(count).toBe(2);

  await page.goto(letter);
  const month = await takeHome(page, /お便りと写真2枚を保存/);
  for (const device of [PHONE, DESK]) {
    const home = await visitor(device);
    const asked = listenFor(home);
    await home.goto(first(month));
    await expect(home.getByRole('heading', { level: 1 })).toHaveText(`${monthOf(yearMonth)}月号`);
    await expect(home.getByText('庭の花を見に')).toBeVisible();
    expect(await missingPhotos(home)).toEqual([]);
    await expectNeat(home);
    const sheets = await readPdf(await home.pdf({ preferCSSPageSize: true }));
    expect(sheets.flatMap(({ photos }) => photos)).toHaveLength(2);
    expect(sheets.map(({ text }) => text).join('')).toContain('みんなで夏まつり');
    expect(asked).toEqual([]);
  }
  const text = await asText(month);
  if (text === null) console.log('lynx is not installed: not tried as a text browser');
  else {
    for (const words of ['庭の花を見に', 'みんなで夏まつり', `${monthOf(yearMonth)}月1日`]) {
      expect(text).toContain(words);
    }
  }

  await office.goto(paths.facility);
  const all = await takeHome(office, 'すべて保存する（ZIP）');
  const desk = await visitor(DESK);
  const asked = listenFor(desk);
  await desk.goto(first(all));
  await expectNeat(desk);
  await desk.getByRole('link', { name: resident.name }).click();
  await expectNeat(desk);
  expect(await missingPhotos(desk)).toEqual([]);
  await desk.locator(`a[href="${firstDayOf(yearMonth).slice(0, 7)}.html"]`).click();
  await expect(desk.getByText('みんなで夏まつり')).toBeVisible();
  expect(await missingPhotos(desk)).toEqual([]);
  await desk.getByRole('link', { name: 'お便りの一覧へ' }).click();
  await desk.getByRole('link', { name: 'ほかの方のお便りへ' }).click();
  await expect(desk.getByRole('link', { name: '入居者名簿' })).toBeVisible();
  expect(asked).toEqual([]);

  await office.goto(paths.resident(resident.id));
  const one = await takeHome(office, 'お便りを保存する（ZIP）');
  await desk.goto(first(one));
  await expect(desk.getByRole('heading', { level: 1 })).toContainText(resident.name);
});
