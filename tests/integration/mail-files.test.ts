import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { sendTrialMail } from '#domains/mail/trial-mail.ts';
import { removeFacility } from '#domains/operator/remove-facility.ts';
import { dataPaths } from '#server/data-folder.ts';
import { maintain } from '#entry/maintenance.ts';
import { makeHost } from '../support/factories.ts';
import { DAY, HOUR } from '../support/clock.ts';
import { takeLoggedErrors } from '../support/log.ts';
import { makeMail } from '../support/mailbox.ts';
import type { TestRuntime } from '../support/runtime.ts';
import { mailerOf, makeMailSender } from '../support/sender.ts';
import { makeRuntime } from '../support/runtime.ts';

/** Without SMTP_URL mails are written to files. */
let rt: TestRuntime;
beforeEach(async () => {
  rt = await makeRuntime();
});

const folder = () => dataPaths(rt.dataDir).mail;
const files = () => readdir(folder());
async function write(hostId: string | null = null): Promise<string> {
  const id = await makeMail(rt, { hostId });
  await makeMailSender(rt).drain();
  return id;
}
const after = async (ms: number): Promise<string[]> => {
  rt.clock.advance(ms);
  await maintain(rt);
  return files();
};

describe("a mail's file", () => {
  test('is deleted with its mail, six weeks after it was written', async () => {
    const first = await write();
    rt.clock.advance(10 * DAY);
    const second = await write();
    expect(await after(31 * DAY - HOUR)).toHaveLength(2);
    expect(await after(2 * HOUR)).toEqual([expect.stringContaining(second)]);
    expect((await files()).join()).not.toContain(first);
    expect(await after(10 * DAY)).toEqual([]);
  });

  test('is deleted with its facility, leaving those of others', async () => {
    const [gone, stays] = [await makeHost(rt), await makeHost(rt, { name: 'ほかの家' })];
    await write(gone.id);
    const other = await write(stays.id);
    rt.clock.advance(2 * DAY);
    await removeFacility(rt, gone.id, gone.name);
    expect(await after(0)).toEqual([expect.stringContaining(other)]);
  });

  test('of a test mail stays for a day', async () => {
    expect(await sendTrialMail(rt, 'tameshi@example.jp')).toEqual({ ended: 'written' });
    expect(await after(DAY - HOUR)).toHaveLength(1);
    expect(await after(2 * HOUR)).toEqual([]);
  });

  test('is deleted also beside what cannot be', async () => {
    await write();
    const stuck = '20200101T000000Z-stuck.eml';
    await mkdir(path.join(folder(), stuck));
    expect(await after(42 * DAY)).toEqual([stuck]);
    expect(takeLoggedErrors().map(({ msg }) => msg)).toEqual(['mail file not deleted']);
  });

  test('is deleted too once mails leave by SMTP', async () => {
    await write();
    rt.mailer = mailerOf(() => Promise.resolve());
    expect(await after(42 * DAY)).toEqual([]);
  });

  test("are found even beyond one query's parameters", async () => {
    const id = await write();
    const stamp = (await files())[0]?.slice(0, 16) ?? '';
    for (let n = 0; n < 600; n++) await writeFile(path.join(folder(), `${stamp}-old${n}.eml`), '');
    expect(await after(2 * DAY)).toEqual([expect.stringContaining(id)]);
  });
});

test('foreign files stay, and a missing folder is fine', async () => {
  await maintain(rt);
  await write();
  const own = ['メモ.txt', 'forwarded.eml', '20260101T000000Z-.eml'];
  for (const name of own) await writeFile(path.join(folder(), name), 'keep');
  expect(new Set(await after(60 * DAY))).toEqual(new Set(own));
});
