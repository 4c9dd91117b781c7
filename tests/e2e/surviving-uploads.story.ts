import { paths } from '#lib/paths.ts';
import { noise } from '../support/pictures.ts';
import { Device, throttle } from '../support/surviving/device.ts';
import { Facility, sha256 } from '../support/surviving/facility.ts';
import { StaffPhone, numberIn, until } from '../support/surviving/staff-phone.ts';
import { expect, jpegFile, test } from './support/story.ts';

/** Each photo takes some seconds, so that a kill meets several of them. */
const SLOW = 400_000;
const COUNT = 12;

const photos = (count = COUNT) =>
  Promise.all(
    Array.from({ length: count }, async (_, n) => jpegFile(`IMG_${n}.jpg`, await noise())),
  );

/** Of two devices and servers of its own, since it ends both. */
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

const placeOf = () => paths.residentItems(facility.world.cast.resident.id);

/** A browser writes its cookies every 30 s, so a killed one may have lost them. */
async function takePhone(staff = facility.world.cast.general): Promise<StaffPhone> {
  const phone = new StaffPhone(await device.start(), facility.url);
  await throttle(phone.page, SLOW);
  await phone.signIn(staff);
  await phone.open(placeOf());
  return phone;
}

test('photos survive killed browsers and a stopped server, each of them once', async () => {
  const chosen = await photos();
  const before = await facility.added();
  const count = async () => (await facility.added()).length - before.length;
  let phone = await takePhone();
  await phone.choose(chosen);
  await phone.says('途中で閉じても');
  await until(async () => (await count()) >= 2);
  for (const goal of [4, 7]) {
    await device.kill();
    const least = COUNT - (await count()) - 3;
    phone = await takePhone();
    const left = numberIn(await phone.says('枚が途中です'), /(\d+)枚が途中です/);
    expect(left).toBeGreaterThanOrEqual(least);
    expect(left).toBeLessThanOrEqual(COUNT);
    await until(async () => (await count()) >= goal);
  }
  await facility.stop();
  await phone.says('枚が途中です。サーバーにつながりません');
  await device.kill();
  await facility.start();
  phone = await takePhone();
  await phone.says('枚が途中です。続きを送っています');
  await phone.says('枚を追加しました');
  const added = (await facility.added()).slice(before.length);
  expect(added.toSorted()).toEqual(chosen.map(({ buffer }) => sha256(buffer)).toSorted());
  await until(async () => (await phone.kept()).photos === 0);
  expect(await phone.kept()).toEqual({ photos: 0, files: 0 });
});

test('where the device keeps nothing, the page says so and sends all the same', async () => {
  const page = await device.start();
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('refused', 'SecurityError');
    };
  });
  const phone = new StaffPhone(page, facility.url);
  await throttle(page, SLOW);
  await phone.signIn(facility.world.cast.general);
  await phone.open(placeOf());
  await phone.choose(await photos(3));
  await phone.says('この端末には写真を控えておけません。送り終えるまで、この画面を閉じないで');
  await phone.says('3枚を追加しました');
});

test('what found no room is counted, before and after the browser is killed', async () => {
  let phone = await takePhone();
  const { url } = facility;
  const session = await throttle(phone.page, 20_000);
  await session.send('Storage.overrideQuotaForOrigin', { origin: url, quotaSize: 2_000_000 });
  await phone.choose(await photos(8));
  const said = await phone.says('空きがないため、\\d+枚は控えておけません');
  await until(async () => (await phone.kept()).photos === 8);
  const full = numberIn(said, /空きがないため、(\d+)枚/);
  expect(full).toBeGreaterThan(0);
  await device.kill();
  phone = await takePhone();
  const after = await phone.says('もう一度選んでください');
  expect(numberIn(after, /(\d+)枚は、この端末に控える前に/)).toBeGreaterThanOrEqual(full);
  await phone.page.getByRole('button', { name: 'わかりました' }).click();
  await phone.says('枚を追加しました');
  await until(async () => (await phone.kept()).photos === 0);
});

test('two pages never send the same photo, and one takes over from the other', async () => {
  const before = (await facility.added()).length;
  const chosen = await photos(6);
  const phone = await takePhone();
  await phone.choose(chosen);
  await phone.says('途中で閉じても');
  const other = new StaffPhone(await device.context.newPage(), facility.url);
  await other.open(placeOf());
  await other.says('ほかの画面で\\d枚を送っています');
  await phone.page.close();
  await other.says('枚が途中です。続きを送っています');
  await other.says('枚を追加しました');
  const added = (await facility.added()).slice(before);
  expect(added.toSorted()).toEqual(chosen.map(({ buffer }) => sha256(buffer)).toSorted());
});

test("a colleague on the same device never sends another person's photos", async () => {
  const { general, admin } = facility.world.cast;
  const count = (staff: { id: string }) => facility.addedBy(staff.id);
  const [own, theirs] = [await count(general), await count(admin)];
  const phone = await takePhone();
  await phone.choose(await photos(6));
  await phone.says('途中で閉じても');
  await device.context.clearCookies();
  await phone.signIn(admin);
  await phone.says('いまは別の方がログインしています');
  await phone.open(placeOf());
  const waiting = numberIn(await phone.says('別の方が送り終えて'), /写真が(\d)枚あります/);
  expect(await count(admin)).toBe(theirs);
  await device.context.clearCookies();
  await phone.signIn(general);
  await phone.open(placeOf());
  await phone.says('枚を追加しました');
  expect(waiting).toBeGreaterThan(0);
  expect([await count(general), await count(admin)]).toEqual([own + 6, theirs]);
});
