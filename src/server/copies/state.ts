import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { backupFolderOf } from '#server/backup-sets.ts';
import { writeDurably } from '#server/durable-file.ts';
import type { Env } from '#server/env.ts';

const PlaceState = z.object({
  /** As in BACKUP_COPY. */
  place: z.string(),
  /** When it was first tried. Instant. */
  since: z.iso.datetime(),
  /** It was ours once: if it is empty now, it is the wrong place. */
  isClaimed: z.boolean(),
  /** The newest backup there. */
  lastSet: z.string().nullable(),
  /** When that backup was made. */
  lastAt: z.iso.datetime().nullable(),
  /** Backups there. */
  kept: z.number(),
  triedAt: z.iso.datetime(),
  /** Why the last try failed, in one line. */
  error: z.string().nullable(),
});
export type PlaceState = z.output<typeof PlaceState>;

const Rehearsal = z.object({
  at: z.iso.datetime(),
  /** The place, or null for the backups on this machine. */
  place: z.string().nullable(),
  /** The backup, if there was one. */
  set: z.string().nullable(),
  /** `skipped`: it could not be tried, for want of room for example. */
  outcome: z.enum(['good', 'failed', 'skipped']),
  /** Why it is not good, in one line. */
  error: z.string().nullable(),
  files: z.number(),
  bytes: z.number(),
  seconds: z.number(),
  /** Photos of the letter that was opened; null if no family has one yet. */
  photos: z.number().nullable(),
  /** When the first one was. */
  since: z.iso.datetime(),
  /** The last one that went well. */
  goodAt: z.iso.datetime().nullable(),
  /** The operator was told, or did it by hand. */
  isTold: z.boolean(),
});
export type Rehearsal = z.output<typeof Rehearsal>;

const fileOf = (env: Env, name: string): string => path.join(backupFolderOf(env), name);
const COPIES = '.copies.json';
const REHEARSAL = '.rehearsal.json';

/** @returns null if it is missing or unreadable: it can be made again */
function read<T>(file: string, schema: z.ZodType<T>): T | null {
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}

async function write(env: Env, name: string, state: unknown): Promise<void> {
  await mkdir(backupFolderOf(env), { recursive: true, mode: 0o700 });
  writeDurably(fileOf(env, name), `${JSON.stringify(state, null, 2)}\n`);
}

/** States of the places in BACKUP_COPY, as far as they were tried. */
export function readPlaceStates(env: Env): PlaceState[] {
  const states = read(fileOf(env, COPIES), z.array(PlaceState)) ?? [];
  return states.filter(({ place }) => env.BACKUP_COPY.some(({ text }) => text === place));
}

export const writePlaceStates = (env: Env, states: PlaceState[]): Promise<void> =>
  write(env, COPIES, states);

export const readRehearsal = (env: Env): Rehearsal | null =>
  read(fileOf(env, REHEARSAL), Rehearsal);

export const writeRehearsal = (env: Env, rehearsal: Rehearsal): Promise<void> =>
  write(env, REHEARSAL, rehearsal);
