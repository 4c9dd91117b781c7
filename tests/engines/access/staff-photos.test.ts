import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { addDays, civilDateOf } from '#lib/calendar.ts';
import { paths } from '#lib/paths.ts';
import { needs } from '../../support/needs.ts';
import { makePhotoFiles } from '../browsers/photo-files.ts';
import type { Person } from '../browsers/person.ts';
import { PHONE, openForStaff } from '../browsers/person.ts';
import type { Site } from '../browsers/site.ts';
import { ENGINES } from '../browsers/site.ts';

const world = inject('world');
const { admin, resident } = world.cast;
const PHOTOS = paths.residentItems(resident.id);
const PICKER = '.dock input[type=file]';
const EARLIER = addDays(civilDateOf(new Date()), -3);
const PRIVATE = 'automated WebKit is private and keeps no photos';

const PHOTO = /を大きく見る$/;

/** Safari, and Firefox on a Mac, do not give the focus to what is pressed. */
const LIKE_SAFARI = `addEventListener('mousedown', (event) => {
  if (!event.target.closest('button, summary, a')) return;
  event.preventDefault();
  document.activeElement.blur();
}, true)`;

/** Once what was turned has been drawn. */
const SCROLLED = `return new Promise((done) =>
  requestAnimationFrame(() => requestAnimationFrame(() => done(scrollY))))`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'tsukidayori-staff-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe.each(ENGINES)('$engine', ({ engine, start, here }) => {
  describe('photos', here, () => {
    let site: Site;
    let carer: Person;
    beforeAll(async () => {
      ({ site, carer } = await openForStaff(world, start, admin.email));
    });
    afterEach(() => site.front.mend());
    afterAll(() => site.close());

    const hasPhotos = (number: number, like = ''): Promise<void> =>
      carer.finds(`.photo-tile button[aria-label${like && `*="${like}"`}]`, number);

    test('six photos arrive', async () => {
      await carer.opens(PHOTOS);
      await site.browser.choose(PICKER, await makePhotoFiles(folder, 6));
      await carer.sees('6枚を追加しました');
      await hasPhotos(6);
    });

    test('several photos are chosen, get words, are deleted, and come back', async () => {
      await carer.opens(PHOTOS);
      await carer.press('選ぶ');
      for (const chosen of [1, 2]) {
        await carer.tick(/./);
        await carer.finds('.photo-tile [aria-checked=true]', chosen);
        await carer.sees(`${chosen}枚を選んでいます`);
      }
      await carer.press('ひとこと');
      await carer.write('みんな同じひとことにする', 'お庭で');
      await carer.press('2枚に書く');
      await hasPhotos(2, 'お庭で');
      await carer.press('選ぶ');
      await carer.press(/^この日をすべて選ぶ/);
      await carer.press('削除');
      await hasPhotos(0);
      await carer.press('元に戻す');
      await hasPhotos(6);
      await site.browser.reload();
      await hasPhotos(2, 'お庭で');
      await hasPhotos(6);
    });

    test('a photo gets words, is turned by keys, deleted and found again', async () => {
      await carer.opens(PHOTOS);
      await carer.press(PHOTO);
      await carer.write('ひとこと', 'コスモスの前で');
      await carer.press('保存する');
      await carer.sees('保存しました');
      await carer.sees('1 / 6');
      await carer.press('次の写真');
      await carer.sees('2 / 6');
      await site.browser.key('ArrowRight');
      await carer.sees('3 / 6');
      await site.browser.key('Escape');
      await carer.finds('dialog', 0);
      expect(await carer.focused()).toMatch(PHOTO);
      await hasPhotos(1, 'コスモスの前で');

      await carer.press(/コスモスの前でを大きく見る$/);
      await carer.press('削除する');
      await hasPhotos(5);
      await carer.press('元に戻す');
      await hasPhotos(1, 'コスモスの前で');
      await carer.press(/コスモスの前でを大きく見る$/);
      await carer.press('削除する');
      await hasPhotos(5);
      await carer.opens(paths.deletedItems);
      await carer.press(/元に戻す$/);
      await carer.sees('1枚を元に戻しました');
      await carer.opens(PHOTOS);
      await hasPhotos(1, 'コスモスの前で');
    });

    test('what is written of a month survives a reload', async () => {
      await carer.opens(PHOTOS);
      await carer.press('書く');
      await carer.write('ご様子', '縁側でお茶を召し上がりました。');
      await site.browser.reload();
      await carer.sees('保存していない下書きがあります');
      await carer.press('下書きを戻す');
      expect(await carer.reads('ご様子')).toBe('縁側でお茶を召し上がりました。');
      await carer.press('保存する');
      await carer.sees('ご様子を保存しました');
      await site.browser.reload();
      await carer.sees('縁側でお茶を召し上がりました。');
      await carer.seesNo('下書き');
    });

    test('what is written and sent without a line is kept until it is back', async () => {
      await carer.opens(PHOTOS);
      site.front.cut();
      await carer.press('読む・直す');
      await carer.write('ご様子', '午後は折り紙をなさいました。');
      await carer.press('保存する');
      await carer.sees('保存できませんでした。書いたものは残してあります。');
      site.front.mend();
      await carer.press('保存する');
      await carer.sees('ご様子を保存しました');
      await carer.press(PHOTO);
      site.front.cut();
      await carer.write('ひとこと', '折り紙');
      await carer.press('保存する');
      await carer.sees('保存できませんでした。書いたものは残してあります。');
      site.front.mend();
      await carer.press('保存する');
      await carer.sees('保存しました');
      await carer.press('閉じる');
      await hasPhotos(1, '折り紙');
    });

    test('keys work after a press that gave no focus', async () => {
      await carer.opens(PHOTOS);
      await site.browser.ask(LIKE_SAFARI);
      await carer.press('メニュー');
      await site.browser.key('Escape');
      await carer.seesNo('マイページ');
      expect(await carer.focused()).toContain('メニュー');
      await carer.press(PHOTO);
      await carer.press('次の写真');
      await carer.sees('2 / 6');
      await site.browser.key('ArrowRight');
      await carer.sees('3 / 6');
      await site.browser.key('Escape');
      await carer.finds('dialog', 0);
    });

    test('nothing scrolls behind the menu and an open photo', async () => {
      await carer.opens(PHOTOS);
      await site.browser.resize(360, 500);
      const scrolled = async (): Promise<number> => {
        await site.browser.ask('scrollTo(0, 0)');
        for (const x of [20, 200]) await site.browser.wheel(x, 300, 100);
        return site.browser.ask<number>(SCROLLED);
      };
      expect(await scrolled()).toBeGreaterThan(0);
      for (const opens of ['メニュー', PHOTO]) {
        await carer.press(opens);
        await carer.sees('閉じる');
        expect(await scrolled(), String(opens)).toBe(0);
        await site.browser.key('Escape');
      }
      await site.browser.resize(...PHONE);
    });

    test(
      'photos that wait are sent after a reload',
      needs(engine === 'Firefox', PRIVATE),
      async () => {
        await carer.opens(PHOTOS);
        site.front.cut();
        await site.browser.choose(PICKER, await makePhotoFiles(folder, 2));
        await carer.sees('途中で閉じても、次に開いたときに続きを送ります');
        site.front.mend();
        await carer.opens(PHOTOS);
        await hasPhotos(8);
      },
    );

    test('a photo gets another day', async () => {
      await carer.opens(PHOTOS);
      await carer.press(PHOTO);
      await carer.press('その他');
      await carer.sets('撮った日', EARLIER);
      await carer.press('日付を変える');
      await carer.sees('日付を変えました');
      await carer.press('閉じる');
      await carer.press('元に戻す');
      await carer.sees('日付を元に戻しました');
    });
  });
});
