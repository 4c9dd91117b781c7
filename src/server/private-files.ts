import { chmodSync, readdirSync } from 'node:fs';
import { access, constants, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { dataPaths } from './data-folder.ts';

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/** Called first by every program: its files are private, whatever the umask (P31). */
export const keepFilesPrivate = (): void => void process.umask(0o077);

/** Closes a data folder that a copy or a person left open. */
export function closeToOthers(dataDir: string): void {
  const { uploads, photos, temporary, mail, backups } = dataPaths(dataDir);
  for (const folder of [dataDir, uploads, photos, temporary, mail, backups]) {
    setMode(folder, FOLDER_MODE);
  }
  for (const entry of readdirSync(dataDir, { withFileTypes: true })) {
    if (entry.isFile()) setMode(path.join(dataDir, entry.name), FILE_MODE);
  }
}

function setMode(target: string, mode: number): void {
  try {
    chmodSync(target, mode);
  } catch {
    // Missing, another user's, or without modes: start anyway.
  }
}

/** Creates a folder if it is missing. @throws Error where this user cannot write in it */
export async function tryFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
  // No file is written: a server that stops meanwhile would leave it behind.
  await access(folder, constants.W_OK);
}
