import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { dataPaths } from '#server/data-folder.ts';
import { openDatabase } from '#server/sqlite/database.ts';
import { sendPicture } from '../support/send-picture.ts';
import { signIn } from '../support/http.ts';
import { SECRET, mutatedPictures } from '../support/mutated-pictures.ts';
import { startServer } from '../support/server.ts';
import { inspectStored } from '../support/stored-photo.ts';
import { makeWorld } from '../support/world.ts';
import type { HostileOptions, HostilePart, HostileResult } from './part.ts';
import { readEnv } from '#server/env.ts';
import { storedFiles } from '../support/stored-files.ts';

const AT_ONCE = 4;

async function run({ seed, count }: HostileOptions): Promise<HostileResult> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tsukidayori-pictures-'));
  const { cast } = await makeWorld(folder);
  const server = await startServer(folder, { TRUST_PROXY: '1' });
  const broken: string[] = [];
  const answers = new Map<number, number>();
  try {
    const { bearer } = await signIn(server.url, cast.general.email);
    const pictures = await mutatedPictures(seed, count);
    const send = async (): Promise<void> => {
      for (let next = pictures.pop(); next; next = pictures.pop()) {
        const { status, text } = await sendPicture(server.url, bearer, next.bytes, next.type);
        answers.set(status, (answers.get(status) ?? 0) + 1);
        if (status !== 201 && status !== 422) broken.push(`${next.name}: ${status} ${text}`);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, send));
    broken.push(...(await undoneJobs(folder)));
  } finally {
    const code = await server.stop();
    if (code !== 0) broken.push(`the server exited with ${code}`);
    broken.push(...server.errors());
  }
  const { files, faults } = await inspectStored(storedFiles(readEnv({ DATA_DIR: folder })), [
    SECRET,
  ]);
  broken.push(...faults);
  await rm(folder, { recursive: true, force: true });
  return {
    cases: count,
    broken,
    figures: [
      ['taken', answers.get(201) ?? 0],
      ['refused', answers.get(422) ?? 0],
      ['stored files checked', files],
    ],
  };
}

/** Waits until all variants are made. @returns failed jobs */
async function undoneJobs(folder: string): Promise<string[]> {
  const db = openDatabase(dataPaths(folder).database);
  try {
    for (;;) {
      const jobs = await db.selectFrom('jobs').selectAll().execute();
      const failed = jobs.filter(({ last_error }) => last_error !== null);
      if (jobs.length === failed.length) return failed.map((job) => JSON.stringify(job));
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  } finally {
    await db.destroy();
  }
}

export const pictures: HostilePart = {
  name: 'pictures',
  promise: 'P5',
  says: 'damaged pictures are accepted or refused, crash nothing, and leave no metadata behind',
  count: 1000,
  run,
};
