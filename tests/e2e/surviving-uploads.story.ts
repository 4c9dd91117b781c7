import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { paths } from '#lib/paths.ts';
import { menuSwitch } from '../support/menu.ts';
import { jpeg } from '../support/pictures.ts';
import { Device } from '../support/surviving/device.ts';
import { Facility, sha256 } from '../support/surviving/facility.ts';
import { StaffPhone, numberIn, until } from '../support/surviving/staff-phone.ts';
import { RARE, expect, jpegFile, test } from './support/story.ts';

const COUNT = 12;

const photos = (count = COUNT) =>
  Promise.all(
    Array.from({ length: count }, async (_, n) => jpegFile(`IMG_${n}.jpg`, await jpeg())),
  );

/** A server of its own, since it is stopped. */
let facility: Facility;
let device: Device;

test.beforeAll(async () => {
  facility = await Facility.make();
});
test.afterAll(() => facility.remove());
test.beforeEach(async () => {
  device = await Device.make();
});
test.afterEach(() => device.remove());

/** A browser writes its cookies every 30 s, so a killed one may have lost them. */
async function takePhone(pass = Infinity): Promise<StaffPhone> {
  const phone = new StaffPhone(await device.start(), facility.url);
  await phone.letPass(pass);
  return openPage(phone);
}

async function openPage(phone: StaffPhone): Promise<StaffPhone> {
  const { general, resident } = facility.world.cast;
  await phone.signIn(general);
  await phone.open(paths.residentItems(resident.id));
  return phone;
}

test('photos survive killed browsers and a stopped server, each of them once', async () => {
  const chosen = await photos();
  const before = await facility.added();
  let phone = await takePhone(3);
  await phone.choose(chosen);
  await phone.says('途中で閉じても');
  await phone.says(`${COUNT}枚中3枚`);
  await device.kill();

  phone = await takePhone(0);
  await phone.says(`${COUNT - 3}枚が途中です。続きを送っています`);
  await phone.loseAnswers();
  await phone.letAllPass();
  await until(async () => (await facility.added()).length > before.length + 3);
  await device.kill();

  phone = await takePhone(2);
  await phone.says('枚が途中です');
  await facility.stop();
  await phone.letAllPass();
  await phone.says('枚が途中です。サーバーにつながりません');
  await device.kill();
  await facility.start();

  phone = await takePhone();
  await phone.says('枚を追加しました');
  const added = (await facility.added()).slice(before.length);
  expect(added.toSorted()).toEqual(chosen.map(({ buffer }) => sha256(buffer)).toSorted());
  await until(async () => (await phone.kept()).photos === 0);
  expect(await phone.kept()).toEqual({ photos: 0, files: 0 });
});

test('what the device has kept arrives, although the files have gone', RARE, async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tsukidayori-camera-'));
  const chosen = await photos(5);
  const files = chosen.map(({ name }) => path.join(folder, name));
  for (const [at, { buffer }] of chosen.entries()) await writeFile(files[at] ?? '', buffer);
  const before = await facility.added();
  const phone = await takePhone(0);
  await phone.choose(files);
  await phone.says('途中で閉じても');
  await rm(folder, { recursive: true });
  await phone.letAllPass();
  await phone.says('5枚を追加しました');
  const added = (await facility.added()).slice(before.length);
  expect(added.toSorted()).toEqual(chosen.map(({ buffer }) => sha256(buffer)).toSorted());
  await until(async () => (await phone.kept()).photos === 0);
});

test('where the device keeps nothing, the page says so and sends all the same', RARE, async () => {
  const page = await device.start();
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('refused', 'SecurityError');
    };
  });
  const phone = new StaffPhone(page, facility.url);
  await phone.letPass(0);
  await openPage(phone);
  const before = await facility.added();
  const chosen = await photos(3);
  await phone.choose(chosen);
  await phone.says(
    'この画面では、写真を端末に控えておけません.*送り終えるまで、この画面を閉じないで',
  );
  await phone.letAllPass();
  await phone.says('3枚を追加しました');
  const added = (await facility.added()).slice(before.length);
  expect(added.toSorted()).toEqual(chosen.map(({ buffer }) => sha256(buffer)).toSorted());
});

test('what found no room is counted, before and after the browser is killed', RARE, async () => {
  const large = await jpeg({ width: 64, height: 48 });
  const files = (await photos(8)).map(({ name, buffer }) =>
    jpegFile(name, Buffer.concat([buffer, Buffer.alloc(500_000), large])),
  );
  let phone = await takePhone(0);
  const session = await phone.page.context().newCDPSession(phone.page);
  const quota = { origin: facility.url, quotaSize: 2_000_000 };
  await session.send('Storage.overrideQuotaForOrigin', quota);
  await phone.choose(files);
  await phone.says('空きがないため');
  // The sentence counts on while the others are being copied.
  let full = 0;
  await until(async () => {
    full = numberIn(await phone.said(), /空きがないため、(\d+)枚/);
    return full + (await phone.kept()).files === 8;
  });
  expect(full).toBeGreaterThan(0);
  expect(full).toBeLessThan(8);
  await device.kill();
  phone = await takePhone(0);
  await phone.says(`${full}枚は、この端末に控えられないうちに.*もう一度選んでください`);
  await phone.says(`${8 - full}枚が途中です`);
  await phone.page.getByRole('button', { name: 'わかりました' }).click();
  await until(async () => (await phone.kept()).photos === 8 - full);
});

test('two pages never send the same photo, and one takes over from the other', RARE, async () => {
  const before = (await facility.added()).length;
  const chosen = await photos(6);
  const phone = await takePhone(2);
  await phone.choose(chosen);
  await phone.says('途中で閉じても');
  await phone.says('6枚中2枚');
  const other = new StaffPhone(await device.context.newPage(), facility.url);
  await openPage(other);
  await other.says('ほかの画面で4枚を送っています');
  await phone.page.close();
  await other.says('4枚を追加しました');
  const added = (await facility.added()).slice(before);
  expect(added.toSorted()).toEqual(chosen.map(({ buffer }) => sha256(buffer)).toSorted());
});

test("a colleague on the same device never sends another person's photos", RARE, async () => {
  const { general, admin, resident } = facility.world.cast;
  const counts = async () => [await facility.addedBy(general.id), await facility.addedBy(admin.id)];
  const [own = 0, theirs = 0] = await counts();
  const phone = await takePhone(2);
  await phone.choose(await photos(6));
  await phone.says('途中で閉じても');
  await phone.says('6枚中2枚');
  await device.context.clearCookies();
  await phone.signIn(admin);
  await phone.letAllPass();
  await phone.choose(await photos(1));
  await phone.says('今は別の方がログインしています');
  await phone.open(paths.residentItems(resident.id));
  await phone.says('別の方が送り終えていない写真が5枚あります');
  expect(await counts()).toEqual([own + 2, theirs]);
  await device.context.clearCookies();
  await openPage(phone);
  await phone.says('5枚を追加しました');
  expect(await counts()).toEqual([own + 7, theirs]);
});

test('signing out asks first, and leaves no photo on the device', RARE, async () => {
  const phone = await takePhone(0);
  await phone.choose(await photos(2));
  await phone.says('途中で閉じても');
  await menuSwitch(phone.page).click();
  await phone.page.getByRole('button', { name: 'ログアウト' }).click();
  await phone.page.getByRole('button', { name: 'ログイン' }).waitFor();
  expect(phone.asked).toContainEqual(expect.stringContaining('写真が2枚あります'));
  expect(await phone.kept()).toEqual({ photos: 0, files: 0 });
});
