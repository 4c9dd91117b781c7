import { writeFileSync } from 'node:fs';
import sharp from 'sharp';
import { RefusedPicture, inspect } from './inspect.ts';
import { makeLargest, makePreview, makeTurned, makeVariants } from './recipe.ts';
import type { ImageAnswer, ImageTask } from './task.ts';

/**
 * Child process that decodes images, so that a hostile file can crash only this and pages do not
 * wait. It loads only JPEG and PNG.
 */
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpegFile', 'VipsForeignLoadPngFile'] });
sharp.concurrency(1);
sharp.cache(false);

async function run({ kind, file, degrees, folder, recipe, ...saving }: ImageTask) {
  const { pixelLimit, colours, ...inspection } = await inspect(file, recipe.pixelLimits);
  const { width, height } = inspection;
  const source = { file, pixelLimit, width, height, colours };
  if (kind === 'preview') return { ...inspection, ...(await makePreview(source, folder, recipe)) };
  if (kind === 'turned') return makeTurned(source, degrees ?? 0, folder, recipe);
  if (kind === 'largest') await makeLargest(source, folder, recipe);
  else await makeVariants(source, folder, recipe, saving);
  return inspection;
}

/** libvips reports a full disk only in its message. */
const codeOf = (error: unknown): string | undefined =>
  String(error).includes('No space left on device') ? 'ENOSPC' : (error as { code?: string }).code;

const messageOf = ({ cause, message }: RefusedPicture): string =>
  cause instanceof Error ? cause.message : message;

/** Exits with the server, since the result is no longer needed. */
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
// The kernel's OOM killer should end this process before the server.
try {
  writeFileSync('/proc/self/oom_score_adj', '1000');
} catch {
  // not Linux
}
process.on('disconnect', () => process.exit());
tell('ready');
