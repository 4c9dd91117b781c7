import { HEAD_BYTES, readJpeg, withDay } from './jpeg.ts';

export interface ReduceTask {
  file: Blob;
  /** The longest side that is kept. */
  edge: number;
}

const QUALITY = 0.9;

/** Answers with a smaller JPEG, or null where the original is to be sent. */
addEventListener('message', ({ data }: MessageEvent<ReduceTask>) => {
  void reduce(data)
    .catch(() => null)
    .then((smaller) => postMessage(smaller));
});

async function reduce({ file, edge }: ReduceTask): Promise<Blob | null> {
  const facts = readJpeg(await file.slice(0, HEAD_BYTES).arrayBuffer());
  if (!facts || facts.edge <= edge) return null;
  const bitmap = await createImageBitmap(file); // upright, as its EXIF says
  const scale = edge / Math.max(bitmap.width, bitmap.height);
  const canvas = new OffscreenCanvas(
    Math.round(bitmap.width * scale),
    Math.round(bitmap.height * scale),
  );
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const jpeg = await canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY });
  const smaller = withDay(jpeg, facts.day);
  return smaller.size < file.size ? smaller : null;
}
