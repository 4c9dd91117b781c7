import { masterSize } from '#lib/picture-size.ts';

const QUALITY = 0.9;

type Drawn = ImageBitmap | OffscreenCanvas;

/** As a JPEG without anything of the camera's. As large as the server would keep it. @param edge the master's */
export async function drawJpeg(picture: Drawn, edge: number): Promise<Blob | null> {
  const { width, height } = masterSize(picture, edge);
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, width, height);
  if ('close' in picture) picture.close();
  return canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY });
}
