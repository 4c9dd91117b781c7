import { readFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { paths } from '#lib/paths.ts';
import { CORPUS, readCorpus } from '../support/corpus.ts';
import { vary } from '../support/pictures.ts';
import { Device } from '../support/surviving/device.ts';
import { Facility, sha256 } from '../support/surviving/facility.ts';
import { StaffPhone, numberIn, until } from '../support/surviving/staff-phone.ts';
import type { HostilePart, HostileResult } from './part.ts';

const OFFLINE_MS = 30_000;
/** Photos that are sent at a time: their answers may be lost. */
const AT_A_TIME = 3;
/** Shares of the photos that are there when the browser is killed. */
const KILLS = [0.1, 0.3, 0.7];

/** Real photos from a phone that fails in every way it can (P46). */
export const survivingUploads: HostilePart = {
  name: 'surviving-uploads',
  promise: 'P46',
  says: 'the browser is killed three times, the server restarted, the network away for 30 s',
  count: 100,
  async run({ count }) {
    if (CORPUS === undefined) {
      return { cases: 0, broken: [], skipped: 'PHOTO_CORPUS names no folder of real photos' };
    }
    const folder = await mkdtemp(path.join(os.tmpdir(), 'tsukidayori-chosen-'));
    const facility = await Facility.make();
    const device = await Device.make();
    try {
      return await survive({ facility, device, files: await writePhotos(folder, count) });
    } finally {
      await device.remove();
      await facility.remove();
      await rm(folder, { recursive: true, force: true });
    }
  },
};

/** As many different files as asked for, of the photos that are taken. */
async function writePhotos(folder: string, count: number): Promise<string[]> {
  const photos = readCorpus('photos').filter(
    ({ name, expected }) => expected === 'accept' && /\.jpe?g$/i.test(name),
  );
  const files: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const source = photos[n % photos.length];
    if (!source) throw new Error('the corpus has no photos');
    const file = path.join(folder, `${String(n).padStart(3, '0')}-${path.basename(source.file)}`);
    await writeFile(file, vary(await readFile(source.file)));
    files.push(file);
  }
  return files;
}

interface Scene {
  facility: Facility;
  device: Device;
  files: string[];
}

class Watch {
  readonly broken: string[] = [];
  readonly figures: [string, number | string][] = [];
  readonly #scene: Scene;
  constructor(scene: Scene) {
    this.#scene = scene;
  }

  async open(): Promise<StaffPhone> {
    const { device, facility } = this.#scene;
    const phone = new StaffPhone(await device.start({ isWhole: true }), facility.url);
    await phone.signIn(facility.world.cast.general);
    await phone.open(paths.residentItems(facility.world.cast.resident.id));
    return phone;
  }

  readonly added = async (): Promise<number> => (await this.#scene.facility.added()).length;

  readonly reaches = (share: number): Promise<void> =>
    until(async () => (await this.added()) >= share * this.#scene.files.length);

  /** What is said is what is left, but for photos whose answers were lost or just came. */
  async expectLeft(said: string, stage: string, thereBefore: number): Promise<void> {
    const all = this.#scene.files.length;
    const left = numberIn(said, /(\d+)枚が途中です/);
    const [most, least] = [all - thereBefore + AT_A_TIME, all - (await this.added())];
    this.figures.push([`${stage}: said / on the server`, `${left} / ${await this.added()}`]);
    if (left > most || left < least) {
      this.broken.push(`${stage}: said ${left}, but ${least} to ${most} were left`);
    }
  }

  async killAndReopen(stage: string): Promise<StaffPhone> {
    await this.#scene.device.kill();
    const there = await this.added();
    const phone = await this.open();
    await this.expectLeft(await phone.says('枚が途中です'), stage, there);
    return phone;
  }
}

async function survive(scene: Scene): Promise<HostileResult> {
  const { facility, device, files } = scene;
  const watch = new Watch(scene);
  let phone = await watch.open();
  const began = performance.now();
  await phone.choose(files);
  await phone.says('途中で閉じても');
  const keptMs = Math.round(performance.now() - began);
  watch.figures.push(['all kept on the device after, ms', keptMs]);
  await watch.reaches(KILLS[0] ?? 0);
  phone = await watch.killAndReopen('killed once');
  await watch.reaches(KILLS[1] ?? 0);
  phone = await watch.killAndReopen('killed twice');

  await device.context.setOffline(true);
  const there = await watch.added();
  await watch.expectLeft(await phone.says('枚が途中です。電波がありません'), 'offline', there);
  await new Promise((resolve) => setTimeout(resolve, OFFLINE_MS));
  await device.context.setOffline(false);
  await phone.says('枚が途中です。続きを送っています');

  await facility.stop();
  const away = await phone.says('枚が途中です。サーバーにつながりません');
  await watch.expectLeft(away, 'server stopped', there);
  await facility.start();
  await phone.says('枚が途中です。続きを送っています');

  await watch.reaches(KILLS[2] ?? 0);
  phone = await watch.killAndReopen('killed three times');
  const end = await phone.says('枚を追加しました|追加できませんでした');
  watch.figures.push(['said in the end', /.*(?:追加|登録).*/.exec(end)?.[0] ?? '']);
  await until(async () => (await phone.kept()).photos === 0);
  const broken = [...watch.broken, ...(await findLost(scene, end))];
  return { cases: files.length, broken, figures: watch.figures };
}

async function findLost({ facility, files }: Scene, end: string): Promise<string[]> {
  const added = await facility.added();
  const chosen = await Promise.all(files.map(async (file) => sha256(await readFile(file))));
  const lost = chosen.filter((picture) => !added.includes(picture));
  return [
    ...(lost.length > 0 ? [`${lost.length} photos were lost`] : []),
    ...(added.length > chosen.length ? [`${added.length} items of ${chosen.length} photos`] : []),
    ...(end.includes('追加できませんでした') ? [`the page said: ${end}`] : []),
  ];
}
