import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { dataPaths } from './data-folder.ts';

const NAME = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-([\w-]+)\.eml$/;

/** `20261017T030000Z-….eml`; rewriting a mail replaces its file. */
export const mailFileName = ({ id, date }: { id: string; date: Date }): string =>
  `${date.toISOString().replace(/[-:]|\.\d+/g, '')}-${id}.eml`;

export async function listMailFiles(dataDir: string) {
  const names = await readdir(dataPaths(dataDir).mail).catch(() => []);
  return names.flatMap((name) => {
    const [, year, month, day, hour, minute, second, id] = NAME.exec(name) ?? [];
    if (id === undefined) return [];
    return [{ name, id, at: new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) }];
  });
}

export const removeMailFile = (dataDir: string, name: string): Promise<void> =>
  rm(path.join(dataPaths(dataDir).mail, name), { force: true });
