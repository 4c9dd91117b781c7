import { mkdir, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { drawIcon, drawPreview } from './icon-drawings.ts';

/** Draws the app's icons and the link preview into `public/`. */
const target = new URL('../public', import.meta.url);
const png = async (svg: string, [width, height]: [number, number], name: string, quality = 100) => {
  const image = sharp(Buffer.from(svg), { density: 144 }).resize(width, height);
  const bytes = await image.png({ palette: true, quality, dither: 0, effort: 10 }).toBuffer();
  await writeFile(new URL(name, target), bytes);
  console.log(`${name} ${bytes.length} bytes`);
};

await mkdir(target, { recursive: true });
await writeFile(new URL('icon.svg', target), `${drawIcon(112)}\n`);
await png(drawIcon(112), [192, 192], 'icon-192.png');
await png(drawIcon(112), [512, 512], 'icon-512.png');
// iOS rounds the corners itself and shows transparency as black.
await png(drawIcon(0), [180, 180], 'apple-touch-icon.png');
// Android crops to a shape of its own: the content lies within a circle of 80 percent.
await png(drawIcon(0, 0.82), [512, 512], 'icon-maskable-512.png');
await png(drawPreview(), [1200, 630], 'preview.png', 70);
