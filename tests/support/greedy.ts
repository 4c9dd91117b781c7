import { randomBytes } from 'node:crypto';
import { paths } from '#lib/paths.ts';
import type { Runtime } from '#server/runtime.ts';
import { makeFamily } from './factories.ts';
import type { Answer } from './http.ts';
import { call, json } from './http.ts';
import { announced } from './uploads.ts';

/** A facility that takes what it can get. */
export interface Greedy {
  url: string;
  bearer: string;
}

interface Slot {
  answer: Answer;
  /** The upload URL; empty without a slot. */
  path: string;
}

export async function askSlot({ url, bearer }: Greedy, bytes: Buffer): Promise<Slot> {
  const blob = announced(bytes);
  const asked = json({ blob }, { Authorization: bearer });
  const answer = await call(url, paths.api.directUploads, asked);
  if (answer.status !== 200) return { answer, path: '' };
  const opened = JSON.parse(answer.text) as { direct_upload: { url: string } };
  return { answer, path: new URL(opened.direct_upload.url).pathname };
}

export const putBytes = ({ url }: Greedy, path: string, bytes: Buffer): Promise<Answer> =>
  call(url, path, { method: 'PUT', headers: { 'Content-Type': 'image/jpeg' }, body: bytes });

/** Uploads unclaimed files until one is refused. @returns how many were accepted */
export async function leaveUploads(
  greedy: Greedy,
  byteSize: number,
  most: number,
): Promise<{ taken: number; refusal: Answer | null }> {
  const bytes = Buffer.alloc(byteSize);
  for (let taken = 0; taken < most; taken++) {
    randomBytes(16).copy(bytes);
    const { answer, path } = await askSlot(greedy, bytes);
    const last = path === '' ? answer : await putBytes(greedy, path, bytes);
    if (last.status >= 400) return { taken, refusal: last };
  }
  return { taken: most, refusal: null };
}

/** Strangers' families, each with its own address. */
export async function makeStrangers(
  rt: Pick<Runtime, 'db' | 'clock'>,
  resident: { id: string; host_id: string },
  count: number,
): Promise<void> {
  await rt.db.transaction().execute(async (db) => {
    for (let n = 0; n < count; n++) {
      const email = `stranger${n}@example.jp`;
      await makeFamily({ ...rt, db }, resident, { email, delivery: 'email' });
    }
  });
}

/** Sends a month's mail to every family without one. */
export const pressSend = ({ url, bearer }: Greedy, yearMonth: number): Promise<Answer> =>
  call(url, '/_actions/delivery.sendLetters', {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', Authorization: bearer },
    body: new URLSearchParams({ yearMonth: String(yearMonth), which: 'unsent' }).toString(),
  });
