import sharp from 'sharp';
import { RefusedPicture, inspect } from './inspect.ts';
import { makeMaster, makePreview, makeVariants } from './recipe.ts';
import type { ImageAnswer, ImageTask, Inspection } from './task.ts';

/**
 * A child process that decodes pictures: what a hostile file can crash is only this, and pages
 * do not wait for pixels. JPEG and PNG are the only loaders it has (safety, "Facts").
 */
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpegFile', 'VipsForeignLoadPngFile'] });
sharp.concurrency(1);
sharp.cache(false);

async function run({ kind, file, folder, recipe }: ImageTask): Promise<Inspection> {
  const { pixelLimit, ...inspection } = await inspect(file, recipe.pixelLimits);
  const source = { file, pixelLimit };
  if (kind === 'preview') return { ...inspection, ...(await makePreview(source, folder, recipe)) };
  await makeVariants(source, folder, recipe);
  await makeMaster(source, folder, recipe);
  return inspection;
}

const answer = (message: ImageAnswer): void => void process.send?.(message);

process.on('message', (task: ImageTask) => {
  run(task).then(
    (result) => answer({ id: task.id, result }),
    (error: unknown) => {
      const refusal = error instanceof RefusedPicture ? error.why : 'broken';
      answer({ id: task.id, refusal, detail: String(error) });
    },
  );
});
// The server is gone: nobody waits for this picture any more.
process.on('disconnect', () => process.exit());
