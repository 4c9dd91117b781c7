import path from 'node:path';
import sharp from 'sharp';
import { RECIPE } from '#features/photo/photo.ts';
import { inspect } from '#server/image/inspect.ts';
import { makeMaster, makePreview, makeVariants } from '#server/image/recipe.ts';

/** Processes one photo in a fresh process; prints its CPU milliseconds. */
const [, , kind = '', file = '', folder = ''] = process.argv;
sharp.concurrency(1);
sharp.cache(false);
const source = { file, pixelLimit: RECIPE.pixelLimits.jpeg };
const before = process.cpuUsage();
if (kind === 'ours') {
  await inspect(file, RECIPE.pixelLimits);
  await makePreview(source, folder, RECIPE);
  await makeVariants(source, folder, RECIPE);
} else if (kind === 'master') {
  await makeMaster(source, folder, RECIPE, false);
} else {
  await bareSharp();
}
const used = process.cpuUsage(before);
process.stdout.write(String((used.user + used.system) / 1000));

/** The same variants with the fewest calls: decoded once, derived from the largest. */
async function bareSharp(): Promise<void> {
  const { data, info } = await sharp(file)
    .autoOrient()
    .resize({ width: 1920, withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  for (const { name, width, quality, effort } of RECIPE.webp) {
    await sharp(data, { raw })
      .resize({ width, withoutEnlargement: true })
      .webp({ quality, effort })
      .toFile(path.join(folder, name));
  }
  const { name, width, quality } = RECIPE.fallback;
  await sharp(data, { raw })
    .resize({ width, withoutEnlargement: true })
    .jpeg({ quality, progressive: true })
    .toFile(path.join(folder, name));
}
