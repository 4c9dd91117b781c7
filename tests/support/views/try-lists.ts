import type { Page } from '@playwright/test';

/** A list with a new family, a known one, and one of nobody. */
export const tryList = async (page: Page): Promise<void> => {
  const lines = ['大野 千代,大野 さくら,孫', '大野 千代,大野 誠,', '知らない 人,どなたか,'];
  const buffer = Buffer.from(['氏名,ご家族の氏名,続柄', ...lines].join('\r\n'));
  const list = { name: 'list.csv', mimeType: 'text/csv', buffer };
  await page.getByLabel('CSVのファイル').setInputFiles(list);
  await page.getByRole('button', { name: '内容を確かめる' }).click();
  await page.getByRole('heading', { name: '確かめた結果' }).waitFor();
};

/** A second list: somebody new, one whose name is written otherwise, one to fill in, one wrong, a floor and a sum. */
export const tryResidents = async (page: Page): Promise<void> => {
  const rows = [
    ...[
      '新井 梅,あらい うめ,405,はい,',
      '髙橋 ハル,,,,髙橋 一',
      '若林 ふみ,わかばやし ふみ,999,はい,',
    ],
    ...['〓田 春,,,,', '渡辺 フミ,わたなべ ふみ,901,いいえ,'],
    ...['２階 ひだまり,,,,', '計 ４９名,,,,'],
  ];
  const head = '氏名,ふりがな,部屋,写真の掲載,ご家族の氏名';
  const buffer = Buffer.from([head, ...rows].join('\r\n'));
  const list = { name: 'list.csv', mimeType: 'text/csv', buffer };
  await page.getByLabel('CSVのファイル').setInputFiles(list);
  await page.getByRole('button', { name: '内容を確かめる' }).click();
  await page.getByRole('heading', { name: '確かめた結果' }).waitFor();
};
