import { mkdtemp, rm, unlink } from 'node:fs/promises';
import { writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { Item } from '#domains/item/item.ts';
import { paths } from '#lib/paths.ts';
import { DEMO_SWITCH } from '#server/demo-folder.ts';
import { makeCast } from '../../support/cast.ts';
import { CORPUS, CORPUS_MISSING } from '../../support/corpus.ts';
import { openDemo } from '../../support/demo.ts';
import { IPHONE, iphoneHeic, turned } from '../../support/heic.ts';
import { needs } from '../../support/needs.ts';
import { startServer } from '../../support/server.ts';
import type { Browser } from '../browsers/browser.ts';
import { waitFor, waitForText } from '../browsers/browser.ts';
import { makePhotoFiles } from '../browsers/photo-files.ts';
import type { Site } from '../browsers/site.ts';
import { FIREFOX, WEBKIT, openSite, signIn } from '../browsers/site.ts';

const world = inject('world');
const { general, resident } = world.cast;
const PHOTOS = paths.residentItems(resident.id);
const PICKER = '.dock input[type=file]';
const AWAKE = `document.querySelector('.dock') && !document.querySelector('astro-island[ssr]')`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'tsukidayori-browsers-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** What the server makes of each photo. */
const NOTE_ITEMS = `
  window.made = [];
  const ask = window.fetch;
  window.fetch = async (...asked) => {
    const answer = await ask(...asked);
    if (answer.url.endsWith(${JSON.stringify(paths.api.items)}) && answer.ok)
      made.push((await answer.clone().json()).item);
    return answer;
  };`;

/** The mean of each colour of a picture, once it is there. */
const LOADED = `(src) => {
  window.seen ??= Object.assign(new Image(), { src });
  if (!seen.complete || !seen.naturalWidth) return false;
  const context = Object.assign(document.createElement('canvas'), { width: 64, height: 64 }).getContext('2d');
  context.drawImage(seen, 0, 0, 64, 64);
  const { data } = context.getImageData(0, 0, 64, 64);
  window.colours = [0, 1, 2].map((n) => data.filter((_, at) => at % 4 === n).reduce((sum, one) => sum + one, 0) / 4096);
  return true;
}`;

const heicHere = needs(CORPUS !== undefined, CORPUS_MISSING);

const dock = (browser: Browser): Promise<string> =>
  browser.ask<string>(`return document.querySelector('.dock').textContent`);

/** In an ordinary window the device keeps copies; WebKit's automated one is private. */
const KEPT = '途中で閉じても、次に開いたときに続きを送ります';
const NOT_KEPT = 'この画面では、写真を端末に控えておけません（プライベートブラウズなど）';

describe.each([
  { ...FIREFOX, keeps: KEPT, result: '4枚を追加しました' },
  { ...WEBKIT, keeps: NOT_KEPT, result: '3枚を追加しました・1枚は追加できませんでした' },
])('$engine', ({ engine, start, here, keeps, result }) => {
  describe('at a server', here, () => {
    let site: Site;
    beforeAll(async () => {
      site = await openSite(world, start);
      await signIn(site.browser, site.url, general.email);
    });
    afterAll(() => site.close());

    test('HEIC of an iPhone becomes JPEG, upright and with its day', heicHere, async () => {
      const files = [iphoneHeic(), turned(iphoneHeic(), 1)].map((bytes, n) => {
        const file = path.join(folder, `IMG_5195_${n}.HEIC`);
        writeFileSync(file, bytes);
        return file;
      });
      const { browser, url } = site;
      await browser.open(`${url}${PHOTOS}`);
      await waitFor(browser, AWAKE);
      await browser.ask(NOTE_ITEMS);
      await browser.choose(PICKER, files);
      await waitForText(browser, '2枚を追加しました');
      await waitFor(browser, 'made.length === 2');
      const made = await browser.ask<Item[]>('return made');
      const { width, height, takenOn } = IPHONE;
      for (const shape of [
        { width, height },
        { width: height, height: width },
      ]) {
        expect(made).toContainEqual(expect.objectContaining({ ...shape, takenOn }));
      }
      const [upright] = made.filter((item) => item.height === height);
      await waitFor(browser, `(${LOADED})(${JSON.stringify(upright?.images.src)})`);
      const colours = await browser.ask<number[]>('return colours');
      for (const [n, mean] of IPHONE.colours.entries()) {
        expect(Math.abs((colours[n] ?? 0) - mean)).toBeLessThan(4);
      }
    });

    test('a line cut as the page comes loses nothing, nor does a file that goes meanwhile', async () => {
      const { browser, front, url } = site;
      // The page before asks no more.
      await browser.open('about:blank');
      // Asked for just before the code that sends photos.
      front.cutAt('/robots.txt');
      await browser.open(`${url}${PHOTOS}`);
      await waitFor(browser, AWAKE);
      const files = await makePhotoFiles(folder, 4);
      await browser.choose(PICKER, files);
      await waitForText(browser, keeps);
      expect(await dock(browser)).not.toContain('空き');
      const [, , , gone = ''] = files;
      await unlink(gone);
      front.mend();
      await waitForText(browser, result);
      if (keeps === NOT_KEPT) expect(await dock(browser)).toContain(path.basename(gone));
      expect(await dock(browser)).not.toContain('もう一度');
    });
  });

  test('lets people in to the demo at http://127.0.0.1', here, async () => {
    const demo = path.join(folder, `demo-${engine}`);
    const rt = await openDemo(demo);
    const { admin } = await makeCast(rt);
    await rt.close();
    const server = await startServer(demo, { SMTP_URL: '' }, { args: [DEMO_SWITCH] });
    const browser = await start();
    await signIn(browser, server.url, admin.email);
    await browser.open(`${server.url}${paths.residents}`);
    expect(new URL(await browser.address()).pathname).toBe(paths.residents);
    await browser.close();
    await server.stop();
  });
});
