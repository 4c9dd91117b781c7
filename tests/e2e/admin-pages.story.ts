import { paths } from '#lib/paths.ts';
import { expect, startSession, test } from './support/story.ts';

test('the list of households shows all of them, as wide as the page', async ({ page, world }) => {
  await page.setViewportSize({ width: 1280, height: 500 });
  await startSession(page, world.cast.admin.email);
  await page.goto(paths.families);
  const household = page.getByRole('region', { name: world.cast.resident.name });
  const room = await page.getByRole('main').evaluate((main) => main.clientWidth);
  const { width = 0 } = (await household.boundingBox()) ?? {};
  expect(width).toBeGreaterThan(0.9 * room);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a new address keeps the link, which leads to nobody in the new mailbox', async ({
    page,
    world,
  }) => {
    await startSession(page, world.cast.admin.email);
    const input = { name: '高橋 由美', delivery: 'email' };
    const add = async (residentId: string, email: string) => {
      const data = { ...input, residentId, email };
      const headers = { Origin: new URL(page.url()).origin };
      const answer = await page.request.post(paths.api.families, { headers, data });
      return ((await answer.json()) as { family: { id: string; lettersUrl: string } }).family;
    };
    await page.goto(paths.families);
    await add(world.cast.neighbour.id, 'yumi@example.jp');
    const { id, lettersUrl } = await add(world.cast.resident.id, 'yumi@example.com');
    const opens = async (url: string) => (await page.request.get(url)).status();
    await page.goto(paths.family(id));
    await page.getByLabel('続柄').fill('長女');
    await page.getByRole('button', { name: '保存する' }).click();
    await expect(page.getByText('前のリンクはもう開けません')).toBeHidden();
    expect(await opens(lettersUrl)).toBe(200);
    await page.getByLabel('メールアドレス').fill('yumi@example.jp');
    await page.getByRole('button', { name: '保存する' }).click();
    await expect(page.getByText('前のリンクはもう開けません')).toBeHidden();
    expect(await opens(lettersUrl)).toBe(200);
    const shown = await page.getByLabel('リンクをコピーして送るとき').inputValue();
    expect(new URL(shown).search).toBe(new URL(lettersUrl).search);
    await page.goto(shown);
    await expect(page.getByRole('link', { name: world.cast.neighbour.name })).toBeHidden();
  });
});
