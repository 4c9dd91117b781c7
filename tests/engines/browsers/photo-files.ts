import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { jpeg } from '../../support/pictures.ts';

let made = 0;

/** New photos with a camera's names. @returns their paths */
export const makePhotoFiles = (folder: string, count: number): Promise<string[]> =>
  Promise.all(
    Array.from({ length: count }, async () => {
      made += 1;
      const file = path.join(folder, `IMG_${String(made).padStart(4, '0')}.jpg`);
      await writeFile(file, await jpeg({ width: 640, height: 480 }));
      return file;
    }),
  );
