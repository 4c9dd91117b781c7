const QUALITY = 0.9;

type Drawn = ImageBitmap | OffscreenCanvas;

/** As a JPEG without anything of the camera's. @param edge the longest side at most */
export async function drawJpeg(picture: Drawn, edge: number): Promise<Blob | null> {
  const scale = Math.min(1, edge / Math.max(picture.width, picture.height));
  const canvas = new OffscreenCanvas(
    Math.round(picture.width * scale),
    Math.round(picture.height * scale),
  );
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  if ('close' in picture) picture.close();
  return canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY });
}
