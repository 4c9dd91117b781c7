import { paths } from '#lib/paths.ts';
import { jpeg } from '../support/pictures.ts';
import { PHONE, awake, expect, jpegFile, startSession, test } from './support/story.ts';

test.describe('residents, from a phone', () => {
  test.use(PHONE);

  test('an admin adds a resident with a portrait, and saves before the upload finishes', async ({
    page,
    world,
  }) => {
    await startSession(page, world.cast.admin.email);
    await page.goto(paths.newResident);
    await page.getByLabel('お名前').fill('高橋 ハル');
    await page.getByLabel(/^ふりがな/).fill('ﾀｶﾊｼ ﾊﾙ');
    await page.getByLabel(/^生年月日/).fill('S10.3.3');
    await expect(page.getByText('昭和10年（1935年）3月3日')).toBeVisible();

    // Holds the bytes back until the form is submitted.
    const { promise: pressed, resolve: letGo } = Promise.withResolvers<undefined>();
    await page.route('**/api/v1/direct_uploads/*', async (route) => {
      await pressed;
      await route.continue();
    });
    await awake(page);
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: '写真を選ぶ' }).click();
    await (await chooser).setFiles(jpegFile('face.jpg', await jpeg({ width: 600, height: 800 })));
    await expect(page.getByRole('progressbar', { name: '写真を送っています' })).toBeVisible();
    await page.getByRole('button', { name: '追加する', exact: true }).click();
    await expect(page.getByText('送り終えたら、保存します。')).toBeVisible();
    letGo(undefined);

    await expect(page.getByRole('heading', { name: '高橋 ハル 様' })).toBeVisible();
    await expect(page.getByRole('img', { name: '顔写真' })).toBeVisible();
    await expect(page.getByRole('button', { name: '写真を変更する' })).toBeVisible();
    await page.goto(`${paths.residents}?search=${encodeURIComponent('たかはし')}`);
    await expect(page.getByRole('row', { name: '高橋 ハル' }).locator('img')).toHaveCount(1);
  });

  test.describe('without a script', () => {
    test.use({ javaScriptEnabled: false, expectConsole: /400/ });

    test('a list is previewed, corrected and imported', async ({ page, world }) => {
      await startSession(page, world.cast.admin.email);
      await page.goto(paths.newResident);
      await expect(page.getByText('この端末では、顔写真を選べません')).toBeVisible();
      await page.goto(paths.importResidents);
      const pick = async (...lines: string[]): Promise<void> => {
        const buffer = Buffer.from(['氏名,生年月日', ...lines].join('\r\n'));
        const file = { name: 'list.csv', mimeType: 'text/csv', buffer };
        await page.getByLabel('CSVのファイル').setInputFiles(file);
        await page.getByRole('button', { name: '内容を確かめる' }).click();
      };
      await pick('林 喜一,昭和8年11月22日', '清水 幸子,昭和64年6月28日');
      await expect(page.getByText('昭和は64年1月7日までです。')).toBeVisible();
      const given = page.waitForEvent('download');
      await page.getByRole('button', { name: '直す1行をファイルで受け取る' }).click();
      expect((await given).suggestedFilename()).toBe('直すところ.csv');
      await page.getByRole('button', { name: 'ほかの1人を先に追加する' }).click();
      await expect(page.getByText('1人を追加しました')).toBeAttached();
      await page.goto(paths.importResidents);
      await pick('林 喜一,昭和8年11月22日', '清水 幸子,昭和17年6月28日');
      await page.getByRole('button', { name: '1人を追加する' }).click();
      await expect(page.getByText('1人を追加しました')).toBeAttached();
      await expect(page.getByRole('link', { name: '清水 幸子', exact: true })).toBeVisible();
    });
  });
});
