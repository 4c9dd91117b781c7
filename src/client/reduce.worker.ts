import { masterSize } from '#lib/picture-size.ts';
import { drawJpeg } from './draw-jpeg.ts';
import { HEAD_BYTES, readJpeg, withDay } from './jpeg.ts';
import type { PictureTask } from './picture-worker.ts';

/** Answers with a smaller JPEG, or null where the original is to be sent. */
addEventListener('message', ({ data }: MessageEvent<PictureTask>) => {
  void reduce(data)
    .catch(() => null)
    .then((smaller) => postMessage(smaller));
});

async function reduce({ file, edge }: PictureTask): Promise<Blob | null> {
  const facts = readJpeg(await file.slice(0, HEAD_BYTES).arrayBuffer());
  if (!facts || masterSize(facts, edge).width === facts.width) return null;
  // Upright, as its EXIF says.
  const jpeg = await drawJpeg(await createImageBitmap(file), edge);
  const smaller = jpeg && withDay(jpeg, facts.day);
  return smaller && smaller.size < file.size ? smaller : null;
}
