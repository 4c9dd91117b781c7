import { findAnyLetter } from '#domains/letter/any-letter.ts';
import type { Env } from '#server/env.ts';
import { openBeside } from '../admin/open.ts';

const ANSWER_MS = 5 * 60_000;
const PHOTO = /\/photos\/family\/[\w/.-]+/g;

/**
 * Opens a family's newest letter with all its photos, as a browser would.
 * @param env of the server on the restored data
 * @returns how many photos; null if no family has a letter yet
 * @throws Error with one line, without the letter's address
 */
export async function openALetter(env: Env): Promise<number | null> {
  const rt = await openBeside(env);
  const address = await findAnyLetter(rt).finally(() => rt.close());
  if (address === null) return null;
  const letter = await get(address, 'a letter');
  const photos = new Set((await letter.text()).match(PHOTO));
  if (photos.size === 0) throw new Error('a letter opened without its photos');
  for (const photo of photos) {
    const answer = await get(env.PUBLIC_URL + photo, 'a photo of a letter');
    const isPicture = answer.headers.get('content-type')?.startsWith('image/') ?? false;
    const { byteLength } = await answer.arrayBuffer();
    if (!isPicture || byteLength === 0) throw new Error('a photo of a letter is empty');
  }
  return photos.size;
}

async function get(address: string, what: string): Promise<Response> {
  const answer = await fetch(address, { signal: AbortSignal.timeout(ANSWER_MS) });
  if (answer.status === 200) return answer;
  await answer.body?.cancel();
  throw new Error(`${what} was answered with ${answer.status}`);
}
