import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { mailedLink } from './letterbox.ts';
import type { AnyServer } from './own-server.ts';

export const RESIDENTS = 50;
/** Four residents have nobody who reads letters. */
export const FAMILIES = 46;

const NAMES =
  `佐藤 鈴木 高橋 田中 伊藤 渡辺 山本 中村 小林 加藤 吉田 山田 佐々木 山口 松本 井上 木村 林 清水 山崎
森 池田 橋本 阿部 石川 前田 藤田 小川 後藤 岡田 斎藤 村上 近藤 石井 坂本 遠藤 柴田 藤井 横山 福田
太田 三浦 藤原 岡本 松田 中島 中川 原田 小野 竹内`.split(/\s/);
const KANA =
  `さとう すずき たかはし たなか いとう わたなべ やまもと なかむら こばやし かとう よしだ やまだ ささき やまぐち まつもと いのうえ きむら はやし しみず やまざき
もり いけだ はしもと あべ いしかわ まえだ ふじた おがわ ごとう おかだ さいとう むらかみ こんどう いしい さかもと えんどう しばた ふじい よこやま ふくだ
おおた みうら ふじわら おかもと まつだ なかじま なかがわ はらだ おの たけうち`.split(/\s/);
const GIVEN = ['ハル', '清', 'トシ', '実', 'キヨ'];

const residents = NAMES.map((name, n) => `${name} ${GIVEN[n % GIVEN.length] ?? ''}`);

/** As its program saves it: a title, an empty line, and six rows as only people write them. */
const row = (n: number, more: Partial<Record<number, string>> = {}): string =>
  [
    String(101 + n),
    residents[n] ?? '',
    KANA[n] ?? '',
    `昭和${5 + (n % 20)}年${1 + (n % 12)}月${1 + (n % 28)}日`,
  ]
    .map((cell, at) => more[at] ?? cell)
    .join(',');

const ODD: Record<number, Partial<Record<number, string>>> = {
  3: { 0: '="104"' },
  7: { 3: '1931/08/08 0:00:00' },
  11: { 1: '山? 実' },
  17: { 2: '' },
  23: { 3: '昭和99年1月1日' },
  31: { 1: '　村上　　清　様' },
};
const HEADINGS = '部屋番号,利用者様氏名,フリガナ,生年月日（和暦）';
const lines = residents.map((_, n) => row(n, ODD[n]));
export const LIST = ['ひだまりの家　入居者名簿', '', HEADINGS, ...lines, ''].join('\r\n');
/** The two rows that were refused, corrected. */
export const MENDED = [HEADINGS, row(11), row(23), ''].join('\r\n');

export interface Relative {
  resident: string;
  /** What the relative types for it. */
  written: string;
  name: string;
  email: string;
  way: 'email' | 'print' | 'link';
  trouble?: 'address' | 'code' | 'name' | 'scanner';
}

const TROUBLES: Record<number, Relative['trouble']> = {
  1: 'address',
  2: 'code',
  3: 'name',
  4: 'scanner',
};

export const relatives: readonly Relative[] = residents.slice(0, FAMILIES).map((resident, n) => ({
  resident,
  // Without the space, and one by a former name.
  written: TROUBLES[n] === 'name' ? '旧姓 トシ' : resident.replace(' ', ''),
  name: `${NAMES[n] ?? ''} 花`,
  email: `kazoku-${n}@example.jp`,
  way: n < 40 ? 'email' : n < 43 ? 'print' : 'link',
  ...(TROUBLES[n] && { trouble: TROUBLES[n] }),
}));

/** A relative enters itself on a phone, without scripts. @param code the address in the QR code */
export async function joinAs(
  phone: Page,
  server: AnyServer,
  { written, name, email, way, trouble }: Relative,
  code: string,
): Promise<void> {
  if (trouble === 'code') await typeCode(phone, code);
  else await phone.goto(code);
  const line = (label: string) => phone.getByLabel(label, { exact: true });
  await line('ご入居の方のお名前').fill(written);
  await line('あなたのお名前').fill(name);
  await phone.getByLabel(/^続柄/).fill('長女');
  await phone
    .getByRole('radio', {
      name: { email: /^メール/, print: /^紙/, link: /^お知らせはいらない/ }[way],
    })
    .check();
  if (way === 'email')
    await line('メールアドレス').fill(trouble === 'address' ? email.replace('zo', 'so') : email);
  if (way === 'print') {
    await line('郵便番号').fill('104-0061');
    await phone.getByLabel('都道府県').selectOption('東京都');
    await line('市区町村').fill('中央区');
    await line('番地・建物名').fill('1-2-3');
  }
  await phone.getByRole('radio', { name: /^両方に同意/ }).check();
  await phone.getByRole('button', { name: 'この内容で申し込む' }).click();
  if (trouble === 'address') {
    await line('メールアドレス').fill(email);
    await phone.getByRole('button', { name: '確認のメールを送る' }).click();
  }
  if (way === 'email') await prove(phone, server, email, trouble === 'scanner');
  else await expect(phone.getByText('お申し込みを受け取りました')).toBeVisible();
}

/** One digit wrong at first. */
async function typeCode(phone: Page, address: string): Promise<void> {
  const code = new URL(address).searchParams.get('code') ?? '';
  const wrong = code.replace(/\d/, (digit) => String((Number(digit) + 1) % 10));
  await phone.goto(address.replace(/\?.*/, ''));
  for (const typed of [wrong, code]) {
    await phone.getByLabel('紙に書いてある、12けたの番号').fill(typed);
    await phone.getByRole('button', { name: '次へ' }).click();
  }
}

async function prove(
  phone: Page,
  server: AnyServer,
  email: string,
  isScanned: boolean,
): Promise<void> {
  await expect(phone.getByText(email)).toBeVisible();
  const link = await mailedLink(server, email, 'メールアドレスの確認');
  if (isScanned) {
    // A mail program opens it before anybody does, twice.
    for (const method of ['get', 'head'] as const) await phone.request[method](link);
  }
  await phone.goto(link);
  await phone.getByRole('button', { name: 'このアドレスで受け取る' }).click();
  await expect(phone.getByRole('status')).toContainText('ありがとうございます。');
}
