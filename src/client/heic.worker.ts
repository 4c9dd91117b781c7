import decoderUrl from 'libheif-js/libheif-wasm/libheif.wasm?url';
import { drawJpeg } from './draw-jpeg.ts';
import { readHeif } from './heif.ts';
import { withDay } from './jpeg.ts';
import type { PictureTask } from './picture-worker.ts';

/** A JPEG; null where nothing here can draw it. */
export type HeicAnswer = { jpeg: Blob | null } | 'unloaded';

/** The decoder could not be loaded: another line may help. */
class Unloaded extends Error {}

addEventListener('message', ({ data }: MessageEvent<PictureTask>) => {
  void convert(data)
    .then(
      (jpeg): HeicAnswer => ({ jpeg }),
      (error: unknown): HeicAnswer => (error instanceof Unloaded ? 'unloaded' : { jpeg: null }),
    )
    .then((answer) => postMessage(answer));
});

async function convert({ file, edge }: PictureTask): Promise<Blob | null> {
  const { day, isWide } = await readHeif(file);
  const picture = await createImageBitmap(file).catch(() => decode(file, isWide));
  const jpeg = await drawJpeg(picture, edge);
  return jpeg && withDay(jpeg, day);
}

/**
 * By libheif, where the browser knows no HEIC; as upright as the camera meant it. Memory goes with
 * this worker.
 * @throws Error
 */
async function decode(file: Blob, isWide: boolean): Promise<OffscreenCanvas> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const { factory, wasmBinary } = await loadDecoder();
  const heif = factory({ wasmBinary });
  const [first, ...others] = new heif.HeifDecoder().decode(bytes);
  const photo = others.find((each) => each.is_primary()) ?? first;
  if (!photo) throw new Error('no picture in it');
  const { heif_colorspace_RGB, heif_chroma_interleaved_RGBA } = heif;
  const drawn = heif.heif_js_decode_image2(
    photo.handle,
    heif_colorspace_RGB,
    heif_chroma_interleaved_RGBA,
  );
  const [channel] = drawn.channels ?? [];
  if (!channel) throw new Error('cannot be decoded');
  const { data, width, height, stride } = channel;
  const pixels = new Uint8ClampedArray(data.buffer, data.byteOffset, data.length);
  // Rows may be longer than they are wide.
  const wide = { colorSpace: isWide ? 'display-p3' : 'srgb' } as const;
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext('2d')?.putImageData(new ImageData(pixels, stride / 4, height, wide), 0, 0);
  return canvas;
}

async function loadDecoder() {
  try {
    const [{ default: factory }, answer] = await Promise.all([
      import('libheif-js/libheif-wasm/libheif.js'),
      fetch(decoderUrl),
    ]);
    if (!answer.ok) throw new Unloaded();
    return { factory, wasmBinary: await answer.arrayBuffer() };
  } catch (error) {
    throw new Unloaded('', { cause: error });
  }
}
