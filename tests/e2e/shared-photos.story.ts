import type { Page } from '@playwright/test';
import { paths } from '#lib/paths.ts';
import { PASSWORD } from '../support/factories.ts';
import { jpeg } from '../support/pictures.ts';
import { Device } from '../support/surviving/device.ts';
import { StaffPhone } from '../support/surviving/staff-phone.ts';
import { RARE, expect, test } from './support/story.ts';

let device: Device;
test.beforeEach(async () => {
  device = await Device.make();
});
test.afterEach(() => device.remove());

/** Posts pictures as a phone's share sheet does. */
async function share(page: Page, count: number): Promise<void> {
  const pictures = await Promise.all(
    Array.from({ length: count }, async () => (await jpeg()).toString('base64')),
  );
  await page.evaluate(
    ([action, ...texts]) => {
      const files = new DataTransfer();
      for (const [n, text] of texts.entries()) {
        const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
        files.items.add(new File([bytes], `IMG_${n}.jpg`, { type: 'image/jpeg' }));
      }
      const input = document.createElement('input');
      Object.assign(input, { type: 'file', name: 'photos', multiple: true, files: files.files });
      const form = document.createElement('form');
      Object.assign(form, { method: 'post', enctype: 'multipart/form-data', action });
      form.append(input);
      document.body.append(form);
      form.submit();
    },
    [paths.share, ...pictures] as const,
  );
}

async function place(phone: StaffPhone, count: number, who: string): Promise<void> {
  const dialog = phone.page.getByRole('dialog', { name: `この${count}枚は、どなたの写真ですか？` });
  await dialog.getByRole('button', { name: who }).click();
  await phone.says(`${count}枚を追加しました`);
}

/** Photos that the phone still has to send. */
const unsent = (phone: StaffPhone) => async () => (await phone.kept()).photos;

test('photos from the share sheet join the queue, also when the login comes first', async ({
  world,
  baseURL,
}) => {
  const { general, resident } = world.cast;
  const phone = new StaffPhone(await device.start({ serviceWorkers: 'allow' }), baseURL ?? '');
  await phone.signIn(general);
  await phone.open(paths.items);
  await phone.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await share(phone.page, 2);
  await place(phone, 2, resident.name);

  await device.context.clearCookies();
  await share(phone.page, 1);
  await phone.page.getByLabel('メールアドレス').fill(general.email);
  await phone.page.getByLabel('パスワード').fill(PASSWORD);
  await phone.page.getByRole('button', { name: 'ログイン' }).click();
  await place(phone, 1, resident.name);
  await expect.poll(unsent(phone)).toBe(0);
});

test(
  'shared photos of a killed browser are asked about again',
  RARE,
  async ({ world, baseURL }) => {
    let phone = new StaffPhone(await device.start({ serviceWorkers: 'allow' }), baseURL ?? '');
    await phone.signIn(world.cast.general);
    await phone.open(paths.items);
    await phone.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await share(phone.page, 2);
    await phone.page.getByRole('dialog').waitFor();
    await device.kill();
    phone = new StaffPhone(await device.start(), baseURL ?? '');
    await phone.signIn(world.cast.general);
    await phone.open(paths.items);
    await place(phone, 2, world.cast.resident.name);
    await expect.poll(unsent(phone)).toBe(0);
  },
);

test(
  'without the program on the phone, the page says that nothing came',
  RARE,
  async ({ world, baseURL }) => {
    const phone = new StaffPhone(await device.start(), baseURL ?? '');
    await phone.signIn(world.cast.general);
    await phone.open(paths.items);
    await share(phone.page, 3);
    await expect(
      phone.page.getByRole('status').filter({ hasText: '共有の写真を受け取れませんでした' }),
    ).toBeVisible();
  },
);
