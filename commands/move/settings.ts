import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { requirePurpose } from '#server/demo-folder.ts';
import type { Env } from '#server/env.ts';
import { readEnv } from '#server/env.ts';
import type { Mark } from '#server/moved.ts';
import { photosAt } from '#server/moved.ts';
import { requireSharedSettings } from '#server/shared-settings.ts';

type Settings = Record<string, string | undefined>;

/** Where an instance is. */
export interface Place {
  env: Env;
  /** With the keys of its store. */
  settings: Settings;
}

/** What decides where an instance is; without one in a file, its default holds. */
const OF_THE_FILE = ['DATABASE_URL', 'PHOTO_STORE', 'APP_SECRET'];

/** The present settings. @throws Error with one line */
export function readPresent(settings: Settings): Place {
  const env = readEnv(settings);
  requirePurpose(env.DATA_DIR, 'service');
  return { env, settings };
}

/**
 * The settings after the move. What the file does not name is as it is now, as DATA_DIR in a
 * container, except for what a move changes.
 * @throws Error with one line
 */
export function readNext(file: string, present: Settings): Place {
  if (!existsSync(file)) throw new Error(`there is no ${file}: write the new settings into it`);
  const kept = Object.entries(present).filter(([name]) => !OF_THE_FILE.includes(name));
  const settings = { ...Object.fromEntries(kept), ...parseEnv(readFileSync(file, 'utf8')) };
  try {
    requireSharedSettings(settings);
    const env = readEnv(settings);
    requirePurpose(env.DATA_DIR, 'service');
    return { env, settings };
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message}`, { cause: error });
  }
}

/** For people: without user, password and other parameters. */
export function databaseName({ env: { DATABASE_URL, DATA_DIR } }: Place): string {
  if (DATABASE_URL === undefined) return path.join(DATA_DIR, 'tsukidayori.sqlite');
  const { host, pathname } = new URL(DATABASE_URL);
  return `postgres://${host}${pathname}`;
}

export const photosName = ({ env, settings }: Place): string =>
  env.PHOTO_STORE ? photosAt(env, settings) : path.join(env.DATA_DIR, 'photos');

export interface Parts {
  database: boolean;
  photos: boolean;
}

/** What is elsewhere afterwards. @throws Error with one line if nothing is */
export function partsToMove(from: Place, to: Place): Parts {
  const parts = {
    database: databaseName(from) !== databaseName(to),
    photos: photosName(from) !== photosName(to),
  };
  if (parts.database || parts.photos) return parts;
  throw new Error('the new settings name the same database and photos as the present ones');
}

/** For the database that is left behind. */
export const markBehind = (to: Place, { photos }: Parts): Mark => ({
  database: databaseName(to),
  ...(photos && { photos: photosName(to) }),
  photosWere: [],
});

/** For the one that is used afterwards, maybe the same as before. @param known its mark before */
export function markAhead(known: Mark, from: Place, to: Place, { photos }: Parts): Mark {
  if (!photos) return known;
  const [before, now] = [from, to].map(({ env, settings }) => photosAt(env, settings));
  const were = [...known.photosWere, ...(before === undefined ? [] : [before])];
  return {
    photos: photosName(to),
    photosWere: [...new Set(were)].filter((place) => place !== now),
  };
}

/**
 * Links in mails and letters are made with the secret, so it must stay the same.
 * @throws Error with one line, without the secret
 */
export function requireSameSecret({ env: from }: Place, { env: to }: Place): void {
  const secret = from.APP_SECRET ?? keptIn(from.DATA_DIR);
  if (secret === null) throw new Error(`there is no secret in ${from.DATA_DIR}, and no APP_SECRET`);
  const next = to.APP_SECRET ?? keptIn(to.DATA_DIR);
  if (next === secret || (next === null && from.APP_SECRET === undefined)) return;
  const where = from.APP_SECRET === undefined ? `the text in ${from.DATA_DIR}/secret` : 'as now';
  throw new Error(`the new settings need the same APP_SECRET: ${where}`);
}

function keptIn(dataDir: string): string | null {
  const file = path.join(dataDir, 'secret');
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null;
}
