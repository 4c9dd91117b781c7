import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, open, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Entry } from '#domains/paper/archive/send-archive.ts';
import type { FacilityCounts } from '#domains/paper/archive/facility-archive.ts';
import {
  facilityEntries,
  noCounts,
  noteFacilityExport,
} from '#domains/paper/archive/facility-archive.ts';
import { zipOf } from '#domains/paper/archive/zip.ts';
import { size } from '#lib/figures.ts';
import { publish } from '#server/durable-file.ts';
import type { Command } from './command.ts';
import { findFacility } from './facilities.ts';
import { plain } from './print.ts';
import { Refused } from './refused.ts';

export const exporting: Command = {
  takes: '施設の番号 保存先',
  says: '施設のお便りと名簿を、まとめて保存します（保存先が .zip で終わればファイル1つに、それ以外はフォルダーに。上書きはしません）',
  async run(rt, { words: [id, target] }) {
    const facility = await findFacility(rt, id);
    const to = requireNew(target);
    const counts = noCounts();
    const bytes = await write(facilityEntries(rt, facility.id, counts), to);
    await noteFacilityExport(rt, facility.id);
    return [
      `「${plain(facility.name)}」のお便りと名簿を ${to} に保存しました（${size(bytes)}）。`,
      `入居者${counts.residents}人、お便り${counts.letters}通、写真${counts.photos}枚。`,
      ...missing(counts),
    ].join('\n');
  },
};

const missing = ({ missing: count }: FacilityCounts): string[] =>
  count === 0
    ? []
    : [
        `入れられなかった写真が${count}枚あります。どの写真かは、それぞれのお便りに書いてあります。verify で、写真のファイルをお確かめください。`,
      ];

function requireNew(target: string | undefined): string {
  if (!target) throw new Refused('保存先を、施設の番号に続けて入力してください。');
  const to = path.resolve(target);
  const folder = path.dirname(to);
  if (!existsSync(folder)) throw new Refused(`フォルダー ${folder} がありません。`);
  if (existsSync(to)) throw alreadyThere(to);
  if (existsSync(partOf(to))) {
    throw new Refused(
      `途中までの ${partOf(to)} が残っています。削除してから、もう一度お試しください。`,
    );
  }
  return to;
}

const alreadyThere = (to: string): Refused =>
  new Refused(`${to} がもうあります。上書きはしないので、別の名前にしてください。`);

/** What is not complete never has the name that was asked for. */
const partOf = (to: string): string => `${to}.part`;

/** @returns its bytes */
async function write(entries: AsyncIterable<Entry>, to: string): Promise<number> {
  const part = partOf(to);
  const isFile = to.endsWith('.zip');
  if (isFile) await (await open(part, 'wx', 0o600)).close();
  else await mkdir(part, { mode: 0o700 });
  try {
    const bytes = await (isFile ? intoFile : intoFolder)(entries, part);
    if (existsSync(to)) throw alreadyThere(to);
    await publish(part, to);
    return bytes;
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    throw error;
  }
}

async function intoFile(entries: AsyncIterable<Entry>, file: string): Promise<number> {
  await pipeline(zipOf(entries), createWriteStream(file));
  return (await stat(file)).size;
}

async function intoFolder(entries: AsyncIterable<Entry>, folder: string): Promise<number> {
  let bytes = 0;
  for await (const { name, byteSize, open: read } of entries) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    await pipeline(await read(), createWriteStream(file, { flags: 'wx', mode: 0o600 }));
    bytes += byteSize;
  }
  return bytes;
}
