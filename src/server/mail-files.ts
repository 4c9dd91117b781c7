import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { dataPaths } from './data-folder.ts';

/** A mail written to the data folder because SMTP_URL is not set. */
interface MailFile {
  name: string;
  id: string;
  /** When the mail was created. */
  at: Date;
}

const NAME = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-([\w-]+)\.eml$/;

/** `20261017T030000Z-….eml`; writing a mail again replaces its file. */
export const mailFileName = ({ id, date }: { id: string; date: Date }): string =>
  `${date.toISOString().replace(/[-:]|\.\d+/g, '')}-${id}.eml`;

/** Files written by us, ignoring any others. */
export async function listMailFiles(dataDir: string): Promise<MailFile[]> {
  const names = await readdir(dataPaths(dataDir).mail).catch(() => []);
  return names.flatMap((name) => {
    const [, year, month, day, hour, minute, second, id] = NAME.exec(name) ?? [];
    if (id === undefined) return [];
    return [{ name, id, at: new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) }];
  });
}

export const removeMailFile = (dataDir: string, name: string): Promise<void> =>
  rm(path.join(dataPaths(dataDir).mail, name), { force: true });
