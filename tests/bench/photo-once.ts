import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { RECIPE } from '#lib/picture-recipe.ts';
import { costOfFile } from '#server/image/cost.ts';
import { inspect } from '#server/image/inspect.ts';
import { makeLargest, makePreview, makeVariants } from '#server/image/recipe.ts';

/**
 * One photo in a fresh process, with what the server does with its bytes; prints the milliseconds
 * of CPU it took.
 */
const [, , kind = '', file = '', folder = ''] = process.argv;
sharp.concurrency(1);
sharp.cache(false);
const before = process.cpuUsage();
hash(file, 'md5');
hash(file, 'sha256');
if (kind === 'now') {
  for (const pass of ['preview', 'variants'] as const) {
    await costOfFile(file);
    const source = { file, ...(await inspect(file, RECIPE.pixelLimits)) };
    if (pass === 'preview') await makePreview(source, folder, RECIPE);
    else await makeVariants(source, folder, RECIPE, { isThrifty: false });
  }
} else if (kind === 'largest') {
  const master = await inspect(file, RECIPE.pixelLimits);
  await makeLargest({ file, ...master }, folder, RECIPE);
} else await bareSharp();
for (const name of readdirSync(folder)) hash(path.join(folder, name), 'sha256');
const used = process.cpuUsage(before);
process.stdout.write(String((used.user + used.system) / 1000));

function hash(path: string, algorithm: string): void {
  createHash(algorithm).update(readFileSync(path)).digest();
}

/** The same pictures with the fewest calls: decoded once, each derived from all pixels. */
async function bareSharp(): Promise<void> {
  const { data, info } = await sharp(file).autoOrient().raw().toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const sized = (width: number) => sharp(data, { raw }).resize({ width, withoutEnlargement: true });
  for (const { name, width, quality, effort } of RECIPE.webp) {
    await sized(width).webp({ quality, effort }).toFile(path.join(folder, name));
  }
  const { fallback, master } = RECIPE;
  const jpeg = sized(fallback.width).jpeg({ quality: fallback.quality, progressive: true });
  await jpeg.toFile(path.join(folder, fallback.name));
  await sharp(data, { raw })
    .jpeg({ quality: master.quality, optimiseCoding: false })
    .toFile(path.join(folder, master.name));
}
