import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** Drawn once (`pictures/README.md`), as a phone stores them; each name is its scene and a number. */
const FOLDER = path.join(import.meta.dirname, 'pictures');
/** The day and time in each file's EXIF. */
const DRAWN_AT = '2026:01:01 12:00:00';

const PICTURES = Map.groupBy(
  readdirSync(FOLDER)
    .filter((file) => file.endsWith('.jpg'))
    .sort(),
  (file) => file.replace(/-\d+\.jpg$/, ''),
);

/**
 * The scene's first picture that is not taken, else the one taken longest ago.
 * @throws Error if there is no such scene
 */
export function pictureOf(scene: string, taken: readonly string[]): string {
  const last = (file: string): number => taken.lastIndexOf(file);
  const [file] = PICTURES.get(scene)?.toSorted((a, b) => last(a) - last(b)) ?? [];
  if (file === undefined) throw new Error(`demo/pictures has no ${scene}`);
  return file;
}

/**
 * A file as a camera would have written it then.
 * @param takenAt `YYYY-MM-DD HH:MM` in Japan
 */
export async function readPicture(file: string, takenAt: string): Promise<Buffer> {
  const bytes = await readFile(path.join(FOLDER, file));
  const time = `${takenAt.replaceAll('-', ':')}:00`;
  for (let at = bytes.indexOf(DRAWN_AT); at >= 0; at = bytes.indexOf(DRAWN_AT, at + 1)) {
    bytes.write(time, at, 'latin1');
  }
  return bytes;
}
