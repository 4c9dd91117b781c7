import { mkdir, writeFile } from 'node:fs/promises';
import { arrive, letter, read } from './landing/family-scenes.ts';
import { sort, take, write } from './landing/staff-scenes.ts';
import { HEIGHT, WIDTH } from './landing/things.ts';

/** Draws the landing page's pictures into `public/landing/`; run after changing a drawing. */
const target = new URL('../public/landing', import.meta.url);

await mkdir(target, { recursive: true });
for (const [name, draw] of Object.entries({ letter, take, sort, write, arrive, read })) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="360" viewBox="0 0 ${WIDTH} ${HEIGHT}">${draw()}</svg>`;
  await writeFile(new URL(`${name}.svg`, target), `${svg}\n`);
  console.log(`${name}.svg ${svg.length} bytes`);
}
