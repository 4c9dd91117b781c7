import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.dirname(import.meta.dirname);

/** What domain.md#words rules out where another word would say another thing. */
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
const OTHERS = /(?:furigana\/words|roster\/headings|lib\/honorific|legal\/|\.test\.)/;

const withoutComments = (text: string): string =>
  text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '');

const pages = ['src', 'demo', 'commands'].flatMap((folder) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:astro|ts|tsx)$/.test(name) && !OTHERS.test(name))
    .filter((name) => !(folder === 'demo' && name.startsWith('story')))
    .map((name) => path.join(folder, name)),
);

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
