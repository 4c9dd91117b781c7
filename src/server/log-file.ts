import {
  closeSync,
  createReadStream,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  renameSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';

/** Ten megabytes in all: months, at the usual level. */
const FILE_BYTES = 2 * 1024 * 1024;
const FILES = 5;

const fileIn = (folder: string, age: number): string =>
  path.join(folder, age === 0 ? 'server.log' : `server.${age}.log`);

/**
 * Keeps the newest lines of a log: an update replaces the container, and its output with it. What
 * cannot be written is left out, for example on a full disk.
 */
export function openLogFile(folder: string, mostBytes = FILE_BYTES): (line: string) => void {
  let file: number | undefined;
  let bytes = 0;
  const open = (): number => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    file = openSync(fileIn(folder, 0), 'a', 0o600);
    bytes = fstatSync(file).size;
    return file;
  };
  const turn = (): void => {
    if (file !== undefined) closeSync(file);
    file = undefined;
    for (let age = FILES - 2; age >= 0; age--) {
      if (existsSync(fileIn(folder, age))) renameSync(fileIn(folder, age), fileIn(folder, age + 1));
    }
  };
  return (line) => {
    try {
      const to = file ?? open();
      bytes += writeSync(to, line);
      if (bytes > mostBytes) turn();
    } catch {
      // The line is in the output.
    }
  };
}

/** The kept lines, oldest first. */
export async function* readLogFiles(folder: string): AsyncGenerator<string> {
  for (let age = FILES - 1; age >= 0; age--) {
    if (!existsSync(fileIn(folder, age))) continue;
    yield* createInterface({ input: createReadStream(fileIn(folder, age)), crlfDelay: Infinity });
  }
}
