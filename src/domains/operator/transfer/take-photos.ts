import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { AppError } from '#lib/errors.ts';
import { invalid } from '#lib/errors.ts';
import { MASTER, RECIPE } from '#lib/picture-recipe.ts';
import type { Size } from '#lib/picture-size.ts';
import { masterSize, variantSize } from '#lib/picture-size.ts';
import { RefusalError } from '#server/image/image-pool.ts';
import type { Refusal } from '#server/image/task.ts';
import type { Runtime } from '#server/runtime.ts';
import type { FileRow, Line } from './package.ts';
import { photoFile } from './package.ts';
import type { PackageSource } from './read-package.ts';

interface Photo {
  blobId: string;
  hostId: string;
  /** In the file. */
  from: string;
  /** Of what was uploaded, as displayed. */
  size: Size;
  files: FileRow[];
}

/** @param original the rows with the ids of the file */
export function photosOf(original: readonly Line[], lines: readonly Line[]): Photo[] {
  const photos = new Map<string, Photo>();
  for (const [n, { table, row }] of lines.entries()) {
    if (table !== 'blobs') continue;
    const { id, host_id: hostId, width, height } = row as Record<string, string> & Size;
    if (id === undefined || hostId === undefined) continue;
    const from = String(original[n]?.row['id']);
    photos.set(id, { blobId: id, hostId, from, size: { width, height }, files: [] });
  }
  for (const { table, row } of lines) {
    if (table !== 'blob_files') continue;
    const file = row as unknown as FileRow;
    photos.get(file.blob_id)?.files.push(file);
  }
  return [...photos.values()];
}

const WHY: Record<Refusal, string> = {
  type: '写真ではありません',
  heic: '写真ではありません',
  broken: '写真として開けません',
  pixels: '大きすぎます',
  costly: '開くのに、メモリーか時間がかかりすぎます',
};

const notTaken = (name: string, reason: string): AppError =>
  invalid(
    `ファイルが壊れているか、書き換えられています。何も取り込んでいません。\n${name}: ${reason}。`,
  );

/**
 * Keeps a photo's files durably, each of which a decoder has read to its end.
 * @throws AppError 422 naming the file: missing, another one, no picture, or not of that photo
 */
export async function takePhoto(rt: Runtime, source: PackageSource, photo: Photo): Promise<void> {
  const folder = await rt.blobs.makeWorkFolder();
  try {
    for (const file of photo.files) {
      const name = photoFile(photo.from, file.name);
      await fetchFile(source, name, path.join(folder, file.name), file);
      await requirePicture(rt, name, path.join(folder, file.name), photo);
    }
    const names = photo.files.map(({ name }) => name);
    const stored = await rt.blobs.adopt(photo.blobId, folder, names);
    for (const { name, sha256 } of photo.files) {
      const isSame = stored.get(name)?.sha256 === sha256;
      if (!isSame) throw notTaken(photoFile(photo.from, name), '保存したものが違います');
    }
  } finally {
    await rt.blobs.removeWorkFolder(folder);
  }
}

/** Copies no more than was announced, whatever the file's size. */
async function fetchFile(
  source: PackageSource,
  name: string,
  to: string,
  { byte_size: byteSize, sha256 }: FileRow,
): Promise<void> {
  const other = () => notTaken(name, '書き出したときのものと違います');
  const stream = await source.open(name);
  if (stream === null) throw notTaken(name, 'ありません');
  const hash = createHash('sha256');
  let bytes = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      hash.update(chunk);
      if (bytes > byteSize) done(other());
      else done(null, chunk);
    },
  });
  await pipeline(stream, counted, createWriteStream(to, { mode: 0o600 }));
  if (bytes !== byteSize || hash.digest('hex') !== sha256) throw other();
}

async function requirePicture(
  rt: Runtime,
  name: string,
  file: string,
  { hostId, size }: Photo,
): Promise<void> {
  const made = await rt.images.made(file, hostId).catch((error: unknown) => {
    throw error instanceof RefusalError ? notTaken(name, WHY[error.why]) : error;
  });
  if (!made.isBare) throw notTaken(name, '写真のほかに、付け足されたものがあります');
  if (!isSizeOf(made, size, path.basename(file))) {
    throw notTaken(name, '縦横の長さが、もとの写真と合いません');
  }
}

const VARIANTS = new Map(
  [...RECIPE.webp, RECIPE.largest, RECIPE.fallback].map((bounds) => [bounds.name, bounds]),
);
/** Sizes are made of each other, and rounded each time. */
const ROUNDING = 3;
/** From here on a tall picture is narrower than its file's name says. */
const TALL = 4000;

/** What a file of this name is bounded by, whatever the shape; panoramas are wider, and once were not. */
function widthsOf(photo: Size, name: string): { least: number; most: number } {
  const bounds = VARIANTS.get(name);
  const edge = name === MASTER ? RECIPE.master.edge : 0;
  const least = Math.min(bounds?.width ?? edge, photo.width);
  const size = bounds ? variantSize(photo, bounds) : edge ? masterSize(photo, edge) : null;
  return { least, most: Math.max(least, size?.width ?? 0) };
}

/** Whether a file shows a photo of this size in full, no larger than its name says. */
export function isSizeOf({ width, height }: Size, photo: Size, name: string): boolean {
  const { least, most } = widthsOf(photo, name);
  const isInProportion =
    Math.abs(height - (width * photo.height) / photo.width) <= ROUNDING ||
    Math.abs(width - (height * photo.width) / photo.height) <= ROUNDING;
  const isWide = width >= least - ROUNDING || height >= TALL;
  return isInProportion && width <= most + ROUNDING && isWide;
}
