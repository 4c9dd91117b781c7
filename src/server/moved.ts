import { existsSync, readFileSync, rmSync } from 'node:fs';
import { z } from 'zod';
import { dataPaths } from './data-folder.ts';
import { writeDurably } from './durable-file.ts';
import type { Env } from './env.ts';

const MarkSchema = z.object({
  /** Where the database is now. */
  database: z.string().optional(),
  /** Where the photos are now. */
  photos: z.string().optional(),
  /** Places that they were moved away from, as `photosAt` names them. */
  photosWere: z.array(z.string()).default([]),
});

/** What `npm run move` leaves with a database. It names places without users and passwords. */
export type Mark = z.output<typeof MarkSchema>;

export const NOT_MOVED: Mark = { photosWere: [] };

export const isMoved = ({ database, photosWere }: Mark): boolean =>
  database !== undefined || photosWere.length > 0;

export const parseMark = (text: string): Mark => MarkSchema.parse(JSON.parse(text));

/** Of a database that is a file, beside it. */
export function readMark(dataDir: string): Mark {
  const { moved } = dataPaths(dataDir);
  return existsSync(moved) ? parseMark(readFileSync(moved, 'utf8')) : NOT_MOVED;
}

/** Durably. */
export function writeMark(dataDir: string, mark: Mark): void {
  const { moved } = dataPaths(dataDir);
  if (isMoved(mark)) writeDurably(moved, `${JSON.stringify(mark, null, 2)}\n`);
  else rmSync(moved, { force: true });
}

/** The same bucket of another provider is another place. @param settings with its address */
export function photosAt(
  { PHOTO_STORE }: Pick<Env, 'PHOTO_STORE'>,
  settings: NodeJS.ProcessEnv = process.env,
): string {
  if (!PHOTO_STORE) return 'DATA_DIR';
  const endpoint = settings['AWS_ENDPOINT_URL_S3'] || settings['AWS_ENDPOINT_URL'] || '';
  const provider = URL.canParse(endpoint) ? ` at ${new URL(endpoint).host}` : '';
  return `s3://${PHOTO_STORE.bucket}/${PHOTO_STORE.prefix}${provider}`;
}

/** What is used, and how its mark is taken away. */
interface Marked {
  name: string;
  photosAt: string;
  unmark: string;
}

/** @throws Error with one line if what is used is what was left after a move */
export function refuseMoved({ database, photos, photosWere }: Mark, used: Marked): void {
  const onward = `use the settings of that move (or, to use what was left here, ${used.unmark})`;
  if (database !== undefined) {
    const also = photos === undefined ? '' : ` and its photos to ${photos}`;
    throw new Error(`${used.name} was moved to ${database}${also}; ${onward}`);
  }
  if (photosWere.includes(used.photosAt)) {
    throw new Error(`the photos of ${used.name} were moved to ${photos ?? ''}; ${onward}`);
  }
}
