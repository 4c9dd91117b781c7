import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { RECIPE } from '#lib/picture-recipe.ts';
import { readCorpus } from '../support/corpus.ts';
import type { Row } from './report.ts';
import { ssimOf } from './ssim.ts';

const PHOTOS = 20;
const ROUNDS = 3;
/** Photos this large count for the budget of 12 megapixels. */
const LARGE = { least: 11.5e6, most: 13e6 };
const KINDS = ['now', 'bare'] as const;
type Kind = (typeof KINDS)[number];

interface Made {
  cpuMs: number;
  bytes: Record<string, number>;
  ssim: Record<string, number>;
}

interface Photo {
  file: string;
  pixels: number;
  made: Record<Kind, Made>;
  /** The size made on request. */
  largestMs: number;
}

/** CPU, bytes and likeness of the largest real photos: ours and bare sharp. */
export async function measurePhotos(): Promise<Row[]> {
  const corpus = process.env['PHOTO_CORPUS'];
  if (!corpus || !existsSync(corpus)) {
    return [{ what: 'photos not measured: PHOTO_CORPUS is not set', value: 0, unit: '' }];
  }
  const files = readPhotos()
    .sort((a, b) => b.pixels - a.pixels)
    .slice(0, PHOTOS);
  const photos: Photo[] = [];
  for (const { file, pixels } of files) {
    const photo = await measurePhoto(file, pixels);
    if (!photo) continue;
    photos.push(photo);
    const cpu = KINDS.map((kind) => `${kind} ${photo.made[kind].cpuMs} ms`).join(', ');
    console.log(`${path.basename(file)}: ${cpu}`);
  }
  const skipped = { what: 'odd photos skipped', value: files.length - photos.length, unit: '' };
  const largest = mean(photos.map(({ largestMs }) => largestMs));
  const what = 'now: CPU of 1920.webp on request, mean';
  return [
    skipped,
    ...rowsOfLarge(photos),
    { what, value: round(largest), unit: 'ms' },
    ...KINDS.flatMap((kind) => rowsOf(kind, photos)),
  ];
}

const readPhotos = () =>
  readCorpus('photos')
    .filter(({ file }) => /\.jpe?g$/i.test(file))
    .map(({ file, width, height }) => ({ file, pixels: width * height }));

const isLarge = ({ pixels }: { pixels: number }): boolean =>
  pixels >= LARGE.least && pixels <= LARGE.most;

/** Real photos of 12 megapixels, if there are any. */
export const largePhotos = (): string[] =>
  readPhotos()
    .filter(isLarge)
    .map(({ file }) => file);

function rowsOfLarge(photos: Photo[]): Row[] {
  const large = photos.filter(isLarge);
  return [
    ...large.map(({ file, made }) => ({
      what: `${path.basename(file)}: CPU of all processes`,
      value: made.now.cpuMs,
      unit: 'ms',
      budget: 600,
    })),
    {
      what: 'CPU relative to bare sharp, mean',
      value: round(mean(photos.map(({ made }) => made.now.cpuMs / made.bare.cpuMs)), 2),
      unit: '×',
      budget: 1.15,
    },
  ];
}

function rowsOf(kind: Kind, photos: Photo[]): Row[] {
  const all = photos.map(({ made }) => made[kind]);
  const names = Object.keys(all[0]?.bytes ?? {});
  const limits = new Map(RECIPE.webp.map(({ name, maxBytes }) => [name, maxBytes]));
  const sum = ({ bytes }: Made) => Object.values(bytes).reduce((total, size) => total + size, 0);
  return [
    { what: `${kind}: CPU, mean of ${all.length}`, value: mean(all.map(cpuOf)), unit: 'ms' },
    ...names.flatMap((name): Row[] => {
      const sizes = all.map(({ bytes }) => (bytes[name] ?? 0) / 1024).sort((a, b) => a - b);
      const limit = kind === 'now' ? limits.get(name) : undefined;
      const likeness = all.map(({ ssim }) => ssim[name] ?? 0);
      return [
        { what: `${kind}: ${name}, mean`, value: round(mean(sizes), 1), unit: 'KB' },
        { what: `${kind}: ${name}, median`, value: round(sizes[sizes.length >> 1], 1), unit: 'KB' },
        {
          what: `${kind}: ${name}, largest`,
          value: round(sizes.at(-1), 1),
          unit: 'KB',
          ...(limit !== undefined && { budget: limit / 1024 }),
        },
        { what: `${kind}: ${name}, SSIM, mean`, value: round(mean(likeness), 4), unit: '' },
        { what: `${kind}: ${name}, SSIM, least`, value: round(Math.min(...likeness), 4), unit: '' },
      ];
    }),
    { what: `${kind}: on disk, mean`, value: round(mean(all.map(sum)) / 1024, 0), unit: 'KB' },
  ];
}

/** @returns undefined for an odd photo, which the product may refuse, and so may bare sharp */
async function measurePhoto(file: string, pixels: number): Promise<Photo | undefined> {
  try {
    return { file, pixels, made: await measureOne(file), largestMs: measureLargest(file) };
  } catch (error) {
    console.log(`${path.basename(file)}: skipped, ${firstLine(error)}`);
    return undefined;
  }
}

const firstLine = (error: unknown): string => /Error: .*/.exec(String(error))?.[0] ?? String(error);

const cpuOf = ({ cpuMs }: Made): number => cpuMs;
const mean = (values: number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
const round = (value = 0, digits = 0): number => Number(value.toFixed(digits));

/** The kinds take turns; of each, the round that took the least. */
async function measureOne(file: string): Promise<Photo['made']> {
  const rounds: Photo['made'][] = [];
  for (let n = 0; n < ROUNDS; n++) {
    const made: Partial<Photo['made']> = {};
    for (const kind of KINDS) made[kind] = await run(kind, file, n === 0 && kind !== 'bare');
    rounds.push(made as Photo['made']);
  }
  const best = (kind: Kind): Made => ({
    ...(rounds[0] as Photo['made'])[kind],
    cpuMs: Math.min(...rounds.map((made) => made[kind].cpuMs)),
  });
  return { now: best('now'), bare: best('bare') };
}

/** Of the photo's own master. */
function measureLargest(file: string): number {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'bench-photo-'));
  start('now', file, folder);
  const master = path.join(folder, RECIPE.master.name);
  const spent = Array.from({ length: ROUNDS }, () => start('largest', master, folder));
  rmSync(folder, { recursive: true });
  return Math.min(...spent);
}

/** @returns the milliseconds of CPU that a fresh process took */
function start(kind: Kind | 'largest', file: string, folder: string): number {
  const program = path.join(import.meta.dirname, 'photo-once.ts');
  const out = execFileSync(process.execPath, [program, kind, file, folder], {
    encoding: 'utf8',
    stdio: 'pipe',
  });
  return Math.round(Number(out));
}

/** @returns milliseconds, the least of some rounds */
export function cpuOfPhoto(kind: Kind, file: string): number {
  const spent = Array.from({ length: ROUNDS }, () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'bench-photo-'));
    const ms = start(kind, file, folder);
    rmSync(folder, { recursive: true });
    return ms;
  });
  return Math.min(...spent);
}

async function run(kind: Kind, file: string, isCompared: boolean): Promise<Made> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'bench-photo-'));
  const made: Made = { cpuMs: start(kind, file, folder), bytes: {}, ssim: {} };
  for (const name of readdirSync(folder)) {
    made.bytes[name] = statSync(path.join(folder, name)).size;
    if (isCompared) made.ssim[name] = await ssimOf(path.join(folder, name), file);
  }
  rmSync(folder, { recursive: true });
  return made;
}
