import { mkdirSync } from 'node:fs';
import BetterSqlite3 from 'better-sqlite3';
import { runDeliveries } from '#domains/delivery/monthly-run.ts';
import { tellTrialsEnding } from '#domains/account/trial.ts';
import { dataPaths } from '#server/data-folder.ts';
import { readEnv } from '#server/env.ts';
import { openRuntime } from '#server/runtime.ts';
import { DAY_MS } from '#lib/durations.ts';
import { takeBackup } from '../../commands/backup.ts';
import { verifyDataFolder } from '../../commands/verify.ts';
import { maintain } from '#entry/maintenance.ts';
import type { Sample } from './growth-table.ts';

const TRIES = 5;

export const backupsOf = (dataDir: string): string => `${dataDir}-backups`;

/**
 * What runs by itself, and the operator's commands. Photos are hard links to six, 30 files per
 * facility.
 * @param mails that the delivery run is to queue
 */
export async function samplesOfOffice(dataDir: string, mails: number): Promise<Sample[]> {
  const backups = backupsOf(dataDir);
  mkdirSync(backups);
  const env = readEnv({ DATA_DIR: dataDir, BACKUP_DIR: backups, LOG_LEVEL: 'warn' });
  const rt = await openRuntime(env);
  const delivery = await timed('delivery run', 1, () => runDeliveries(rt), mails);
  const samples = [
    delivery,
    await timed('delivery run with nothing to do', TRIES, () => runDeliveries(rt)),
    await timed('maintenance', TRIES, () => maintain(rt)),
    await timed('notices of trials', TRIES, () => tellTrialsEnding(rt)),
  ];
  await rt.close();
  const all = { readAll: true };
  samples.push(await timed('backup', 1, () => takeBackup(env, all), mails));
  samples.push(await timed('verify', 1, () => verifyDataFolder(dataDir, { graceMs: 0 }), mails));
  const daily = { readAll: false, now: new Date(Date.now() + DAY_MS) };
  samples.push(await timed('backup of the next day', 1, () => takeBackup(env, daily), mails));
  settleMails(dataDir);
  return samples;
}

/** So that the server, which is measured next, has nothing to send. */
function settleMails(dataDir: string): void {
  const sqlite = new BetterSqlite3(dataPaths(dataDir).database);
  sqlite.exec(`UPDATE outbox SET state = 'sent', sent_at = created_at`);
  sqlite.close();
}

async function timed(
  what: string,
  tries: number,
  work: () => unknown,
  answer = 1,
): Promise<Sample> {
  const ms: number[] = [];
  for (let n = 0; n < tries; n++) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    ms.push((user + system) / 1000);
  }
  return { what, ms, answer };
}
