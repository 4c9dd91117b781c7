import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect } from '@playwright/test';
import { dataPaths } from '#server/data-folder.ts';
import type { ReadMail } from '../../support/eml.ts';
import { readEml } from '../../support/eml.ts';
import { linkIn } from '../../support/mailbox.ts';

type Mailed = { dataDir: string };

/** The link in a mail, once it has arrived: the server writes mails to files. */
export async function mailedLink(world: Mailed, to: string, subject: string): Promise<string> {
  const matching = async () =>
    (await mailsTo(world, to)).filter(({ headers }) => headers['subject']?.[0]?.includes(subject));
  await expect.poll(async () => (await matching()).length, `mails to ${to}`).toBe(1);
  const [mail = { text: '' }] = await matching();
  return linkIn(mail);
}

export async function mailsTo({ dataDir }: Mailed, to: string): Promise<ReadMail[]> {
  const folder = dataPaths(dataDir).mail;
  const names = await readdir(folder).catch(() => []);
  const mails = await Promise.all(
    names.map(async (name) => readEml(await readFile(path.join(folder, name), 'utf8'))),
  );
  return mails.filter(({ headers }) => headers['to']?.[0]?.includes(to));
}
