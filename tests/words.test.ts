import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.dirname(import.meta.dirname);

/**
 * What is ruled out because another word means it: ひとこと is a photo's caption, ことば a family's
 * words to the facility, ご様子 the note of a resident and month; お届け is a letter on its way, お渡し
 * one given by link or on paper, 削除した写真 what can be put back within 24 hours.
 */
const RULED_OUT: [RegExp, string][] = [
  [/キャプション/, 'ひとこと'],
  [/ひとこと(?:を?送|が、施設|をお受け)|からのひとこと|お便りにひとこと|号へのひとこと/, 'ことば'],
  [/メッセージ/, 'ことば'],
  [/コメント/, 'ご様子'],
  [/お届け済み|配信済み|手渡し済み|送付/, 'お届けしています, お渡ししました'],
  [/お届けの設定|配信設定/, '配信の設定'],
  [/ごみ箱|ゴミ箱/, '削除した写真'],
  [/ご利用者|入所者/, '入居者'],
  [/デバイス/, '端末'],
  [/[へに]戻る|にもどし|にもどす/, 'もどる, 元に戻す'],
  [/キャンセル|取りやめ|とりやめ/, 'やめる, 取り消す'],
  [/[をで]探す|えらぶ|えらん|選択/, 'さがす, 選ぶ'],
  [/クリック|タップし|ドロップ/, '押す, 移す'],
  [/ダウンロード|アップロード/, '保存, 送る'],
  [/(?:[\d}]|^\s*)名(?![前様簿])/, '人'],
  [/(?<!取り|打ち)消[すしせさ]/, '削除する, 外す'],
  [
    /(?:\}|<\/\w+>)\s?(?:様(?!子)|さん)|^\s*(?:様|さん)[のにをがはへと]/,
    'sama(), san(): 様 may have been typed',
  ],
];

/** Texts of their own: what a facility may write or have in its lists, and what the operator reads at a server. */
const OTHERS = [
  'src/lib/furigana/words.ts',
  'src/domains/people/roster/headings.ts',
  'src/lib/honorific.ts',
  'src/components/legal/',
  'demo/story',
];

const withoutComments = (text: string): string =>
  text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '');

const files = ['src', 'demo', 'commands'].flatMap((folder) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.test)\.(?:astro|ts|tsx)$/.test(name))
    .map((name) => path.join(folder, name)),
);
const pages = files.filter((file) => !OTHERS.some((other) => file.startsWith(other)));

const found = (text: string): string[] =>
  withoutComments(text)
    .split('\n')
    .flatMap((line) =>
      RULED_OUT.filter(([word]) => word.test(line)).map(
        ([, instead]) => `${line.trim()} (${instead})`,
      ),
    );

test('one word for one thing, on every page and in every mail', () => {
  expect(pages.length).toBeGreaterThan(400);
  const wrong = pages.flatMap((file) =>
    found(readFileSync(path.join(ROOT, file), 'utf8')).map((line) => `${file}: ${line}`),
  );
  expect(wrong).toEqual([]);
});

test.each(OTHERS)('%s is there, and has such a word', (other) => {
  const excepted = files.filter((file) => file.startsWith(other));
  expect(
    excepted.flatMap((file) => found(readFileSync(path.join(ROOT, file), 'utf8'))),
  ).not.toEqual([]);
});

test.each([
  '施設に、ひとことを送る',
  '10月号はお届け済みです',
  '入居者25名',
  '写真を消す',
  '`${name}様の写真`',
  '<strong>{name}</strong> 様',
])('%s is found', (line) => {
  expect(found(line)).not.toEqual([]);
});

test.each([
  '写真のひとこと',
  '25人のお名前',
  '確認を取り消す',
  '// 写真を消す',
  '`${sama(name)}の写真`',
])('%s is not', (line) => {
  expect(found(line)).toEqual([]);
});
