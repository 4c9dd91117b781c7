import { writeFileSync } from 'node:fs';
import sharp from 'sharp';
import { RefusedPicture, inspect } from './inspect.ts';
import { makeMaster, makePreview, makeVariants } from './recipe.ts';
import type { ImageAnswer, ImageTask, Inspection } from './task.ts';

/**
 * A child process that decodes pictures: what a hostile file can crash is only this, and pages
 * do not wait for pixels. JPEG and PNG are the only loaders it has.
 */
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpegFile', 'VipsForeignLoadPngFile'] });
sharp.concurrency(1);
sharp.cache(false);

async function run({ kind, file, folder, recipe, isThrifty }: ImageTask): Promise<Inspection> {
  const { pixelLimit, ...inspection } = await inspect(file, recipe.pixelLimits);
  const source = { file, pixelLimit };
  if (kind === 'preview') return { ...inspection, ...(await makePreview(source, folder, recipe)) };
  await makeVariants(source, folder, recipe);
  await makeMaster(source, folder, recipe, isThrifty);
  return inspection;
}

/** The library names a full disk in words only. */
const codeOf = (error: unknown): string | undefined =>
  String(error).includes('No space left on device') ? 'ENOSPC' : (error as { code?: string }).code;

const messageOf = ({ cause, message }: RefusedPicture): string =>
  cause instanceof Error ? cause.message : message;

/** Ends with the server: nobody waits for this picture any more. */
const tell = (message: ImageAnswer | 'ready'): void =>
  void process.send?.(message, undefined, undefined, (error) => error && process.exit());

process.on('message', (task: ImageTask) => {
  run(task).then(
    (result) => tell({ id: task.id, result }),
    (error: unknown) => {
      if (error instanceof RefusedPicture) {
        tell({ id: task.id, refusal: error.why, detail: messageOf(error) });
      } else {
        tell({ id: task.id, failure: String(error), code: codeOf(error) });
      }
    },
  );
});
// What the kernel ends first for want of memory is this, not the server.
try {
  writeFileSync('/proc/self/oom_score_adj', '1000');
} catch {
  // another system
}
process.on('disconnect', () => process.exit());
tell('ready');
