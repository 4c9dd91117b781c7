import type { Agent } from 'node:http';
import { get } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';

/** That a letter shows at once. */
export const PICTURES = 3;
const PICTURE = /\/photos\/family\/[^" ]+\/720\.webp/g;

/** As browsers send it. */
export const BROWSER = { 'Accept-Encoding': 'gzip, deflate, br' };

/** The first pictures of a letter. @throws Error if it has too few */
export function picturesOf(letter: Buffer): string[] {
  const html = gunzipSync(letter).toString();
  const pictures = [...new Set(html.match(PICTURE))].slice(0, PICTURES);
  if (pictures.length < PICTURES) throw new Error(`${pictures.length} pictures in the letter`);
  return pictures;
}

/** @throws Error unless it is there */
export function read(url: string, agent: Agent): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: BROWSER }, (answer) => {
      if (answer.statusCode === 200) buffer(answer).then(resolve, reject);
      else reject(new Error(`${answer.statusCode} for ${new URL(url).pathname}`));
    }).on('error', reject);
  });
}
