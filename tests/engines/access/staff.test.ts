import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { civilDateOf, yearMonthOf } from '#lib/calendar.ts';
import { paths } from '#lib/paths.ts';
import { needs } from '../../support/needs.ts';
import { PASSWORD } from '../../support/factories.ts';
import type { Person } from '../browsers/person.ts';
import { openForStaff } from '../browsers/person.ts';
import type { Site } from '../browsers/site.ts';
import { ENGINES, signIn } from '../browsers/site.ts';

const world = inject('world');
const { admin, general, resident } = world.cast;
const PHOTOS = paths.residentItems(resident.id);
const MONTH = yearMonthOf(civilDateOf(new Date()));
const PIN = '482913';

const NO_BACK = "WebKit's driver loses a page that comes back from memory";

describe.each(ENGINES)('$engine', ({ engine, start, here }) => {
  describe('staff', here, () => {
    let site: Site;
    let carer: Person;
    beforeAll(async () => {
      ({ site, carer } = await openForStaff(world, start, admin.email));
    });
    afterEach(() => site.front.mend());
    afterAll(() => site.close());

    test('the menu opens, and closes by its button, beside it and by a key', async () => {
      await carer.opens(PHOTOS);
      await carer.seesNo('マイページ');
      await carer.press('メニュー');
      await carer.sees('マイページ');
      await carer.press('閉じる');
      await carer.seesNo('マイページ');
      await carer.press('メニュー');
      await carer.sees('マイページ');
      await site.browser.pressAt(20, 500);
      await carer.seesNo('マイページ');
      await carer.press('メニュー');
      await site.browser.key('Escape');
      await carer.seesNo('マイページ');
      expect(await carer.focused()).toContain('メニュー');
    });

    test('the menu leads to the rooms', async () => {
      await carer.opens(PHOTOS);
      for (const [name, where] of [
        ['今月', paths.dashboard],
        ['お便り一覧', paths.adminLetters],
        ['入居者一覧', paths.residents],
        ['お届け先一覧', paths.families],
      ] as const) {
        await carer.press('メニュー');
        await carer.press(name);
        await carer.isAt(where);
      }
    });

    test('an explanation opens and closes', async () => {
      await carer.opens(paths.newFamily);
      await carer.seesNo('あとから変えられます');
      await carer.press(/どれを選ぶか/);
      await carer.sees('あとから変えられます');
      await carer.press(/どれを選ぶか/);
      await carer.seesNo('あとから変えられます');
    });

    test('確認して次へ goes through all letters', async () => {
      await carer.opens(paths.adminLetterRoom(MONTH, 'each'));
      await carer.press(/順番に見て確認する/);
      await carer.sees('1 / 2');
      await carer.write('ご様子', 'お煮物をよく召し上がりました。');
      await site.browser.reload();
      await carer.sees('保存していない下書きがあります');
      await carer.press('下書きを戻す');
      site.front.cut();
      await carer.press('確認して次へ');
      await carer.sees('サーバーにつながりません');
      site.front.mend();
      await carer.press('もう一度開く');
      await carer.sees('保存していない下書きがあります');
      await carer.press('下書きを戻す');
      await carer.press('確認して次へ');
      await carer.sees('2 / 2');
    });

    test('a greeting survives a reload and is saved', async () => {
      await carer.opens(paths.adminLetter(MONTH));
      await carer.write(/ごあいさつ/, '今月もお元気でした。');
      await site.browser.reload();
      await carer.sees('保存していない下書きがあります');
      await carer.press('下書きを戻す');
      await carer.press('保存する');
      await carer.sees('保存しました');
      await carer.press('お一人ずつ');
      await carer.sees('鈴木 正');
      await carer.press('お届け');
      await carer.isAt(paths.adminLetter(MONTH));
    });

    test('a link is copied, or the page says how', async () => {
      await carer.opens(paths.family(world.cast.family.id));
      await carer.press('コピー');
      await carer.sees('コピーしました。');
    });

    test('signing out leads to the login', async () => {
      await carer.opens(PHOTOS);
      await carer.press('メニュー');
      await carer.press('ログアウト');
      await carer.sees('ログアウトしました');
      await carer.opens(PHOTOS);
      await carer.isAt(paths.login);
      await signIn(site.browser, site.url, admin.email, PHOTOS);
    });

    test('back shows nothing to who signed out', needs(engine === 'Firefox', NO_BACK), async () => {
      await carer.opens(PHOTOS);
      await carer.press('メニュー');
      await carer.press('ログアウト');
      await carer.sees('ログアウトしました');
      await site.browser.back();
      await carer.isAt(paths.login);
      await carer.seesNo(resident.name);
      await signIn(site.browser, site.url, admin.email, PHOTOS);
    });

    test('a shared device knows who is there, and forgets who was', async () => {
      await carer.opens(paths.staffs);
      await carer.press('共用の端末');
      await carer.write('端末の名前', '2階のスマホ');
      await carer.write('今のパスワード', PASSWORD);
      await carer.press('この端末を共用にする');
      await carer.sees('この端末を共用にしました');
      await carer.opens(paths.staffs);
      await carer.press(`${general.name}の設定を変更する`);
      await carer.press('最初の暗証番号を出す');
      await carer.sees(`${general.name}さんの最初の暗証番号`);
      const first = await site.browser.ask<string>(
        `return /\\d{3} \\d{3}/.exec(document.querySelector('main').innerText)[0]`,
      );
      await carer.opens(PHOTOS);
      await carer.press(/書く|読む・直す/);
      await carer.write('ご様子', '書きかけです。');
      await carer.press('交代する');

      await carer.sees('お名前を選んでください');
      await carer.press(new RegExp(`^${general.name}`));
      await carer.write('管理者から聞いた番号', first);
      await carer.write('これから使う暗証番号', PIN);
      await carer.press('決めてログイン');
      await carer.isAt(paths.items);
      await carer.sees(`${general.name}さん`);
      await carer.opens(PHOTOS);
      await carer.seesNo('書きかけです。');
      await carer.press('交代する');
      await carer.sees('お名前を選んでください');
      await carer.press(new RegExp(`^${general.name}`));
      // The last digit signs in.
      await carer.write('暗証番号', PIN);
      await carer.isAt(paths.items);
      await carer.press('メニュー');
      await carer.press('ログアウト');
      await carer.sees('お名前を選んでください');

      await carer.opens(paths.loginByPassword);
      await carer.write('メールアドレス', admin.email);
      await carer.write('パスワード', PASSWORD);
      await carer.press('ログイン');
      await carer.isAt(paths.items);
      await carer.opens(PHOTOS);
      await carer.sees('書きかけです。');
    });
  });
});
