import { paths } from '#lib/paths.ts';
import type { Answer, Call } from '../support/http.ts';
import { call, json } from '../support/http.ts';
import { vary } from '../support/pictures.ts';
import { announced, sha256 } from '../support/uploads.ts';
import type { Ledger } from './ledger.ts';

export interface Target {
  url: string;
  bearer: string;
  picture: Buffer;
  /** Where its photos go; by default to all, today. */
  place?: { residentId: string; takenOn: string };
  /** Answers of a proxy whose server died. */
  away?: readonly number[];
  /** For one answer. Milliseconds. */
  patienceMs?: number;
}

const UPLOADERS = 3;

/** The server died; nothing unacknowledged was promised. */
export class CutOff extends Error {}

async function ask(
  { url, bearer, away = [], patienceMs }: Target,
  ledger: Ledger,
  path: string,
  options: Call,
  expected: number[],
): Promise<Answer> {
  const headers = { Authorization: bearer, ...options.headers };
  const answer = await call(url, path, { ...options, headers, patienceMs }).catch(
    (error: unknown) => {
      ledger.cut++;
      throw new CutOff(String(error));
    },
  );
  if (away.includes(answer.status)) {
    ledger.cut++;
    throw new CutOff(`answered ${answer.status}`);
  }
  ledger.answers++;
  if (!expected.includes(answer.status)) {
    ledger.wrong.push(`${options.method ?? 'GET'} ${path}: ${answer.status} ${answer.text}`);
    throw new CutOff('unexpected answer');
  }
  return answer;
}

interface Slot {
  id: string;
  signed_id: string;
  direct_upload: { url: string; headers: Record<string, string> };
}

/** One photo from slot to item. */
export async function uploadOne(target: Target, ledger: Ledger): Promise<void> {
  const bytes = vary(target.picture);
  const opening = json({ blob: announced(bytes) });
  const opened = await ask(target, ledger, paths.api.directUploads, opening, [200]);
  const slot = JSON.parse(opened.text) as Slot;
  const { pathname } = new URL(slot.direct_upload.url);
  const put = { method: 'PUT', headers: slot.direct_upload.headers, body: bytes };
  await ask(target, ledger, pathname, put, [204]);
  ledger.uploads.set(slot.id, { sha256: sha256(bytes), signedId: slot.signed_id });
  await claim(target, ledger, slot.id, slot.signed_id);
}

/** Creates an upload's item; if it exists since before the crash, the response is the same. */
async function claim(target: Target, ledger: Ledger, blobId: string, blob: string): Promise<void> {
  const body = json({ residentId: null, ...target.place, caption: 'はじめ', blob });
  const { text } = await ask(target, ledger, paths.api.items, body, [201]);
  const { item } = JSON.parse(text) as { item: { id: string; caption: string } };
  ledger.items.set(item.id, { blobId, captions: new Set([item.caption]) });
  ledger.uploads.delete(blobId);
}

let revision = 0;

export async function saveOne(target: Target, ledger: Ledger): Promise<void> {
  // One whose last change was cut off may still be changed by a server that stood still.
  const ids = [...ledger.items]
    .filter(([, { captions }]) => captions.size === 1)
    .map(([key]) => key);
  const id = ids[Math.floor(Math.random() * ids.length)];
  const item = id === undefined ? undefined : ledger.items.get(id);
  if (id === undefined || !item) return uploadOne(target, ledger);
  const caption = `変更 ${++revision}`;
  // Until the response, both captions are valid.
  item.captions.add(caption);
  const body = { ...json({ caption }), method: 'PATCH' };
  await ask(target, ledger, paths.api.item(id), body, [200]);
  item.captions = new Set([caption]);
}

/** Uploads without an item: the client retries after the crash. */
export async function claimLeftovers(target: Target, ledger: Ledger): Promise<void> {
  for (const [blobId, { signedId }] of [...ledger.uploads]) {
    await claim(target, ledger, blobId, signedId);
  }
}

/** Parallel uploads and saves until the server has died or `stopped`. */
export async function load(target: Target, ledger: Ledger, stopped: () => boolean): Promise<void> {
  const repeat = async (work: () => Promise<void>): Promise<void> => {
    try {
      while (!stopped()) await work();
    } catch (error) {
      if (!(error instanceof CutOff)) throw error;
    }
  };
  await Promise.all([
    ...Array.from({ length: UPLOADERS }, () => repeat(() => uploadOne(target, ledger))),
    // Only one writer: with two the last caption would be unknown.
    repeat(() => saveOne(target, ledger)),
  ]);
}
