import { createHash } from 'node:crypto';
import { renderPhoto } from '../../db/seeds/render.ts';
import { paths } from '../../src/lib/paths.ts';
import { LOGIN } from './facility.ts';
import type { Measured } from './process.ts';
import { childrenMb, childrenOf, residentMb } from './process.ts';
import type { Row } from './report.ts';

const AT_ONCE = 3;
const IDLE_MS = 13_000;
const SIZE = { width: 4000, height: 3000 };

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Resident memory idle, at its highest and after uploads of 12-megapixel photos over HTTP. */
export async function measureMemory(
  server: Measured,
  idleMb: number,
  uploads = 200,
): Promise<Row[]> {
  const token = await signIn(server);
  const picture = await renderPhoto({ scene: 'cosmos', seed: 1, ...SIZE, format: 'jpeg' });
  let peak = 0;
  let peakChildren = 0;
  let next = 0;
  const sampling = setInterval(() => {
    peak = Math.max(peak, residentMb(server.pid));
    peakChildren = Math.max(peakChildren, childrenMb(server.pid));
  }, 200);
  const send = async (): Promise<void> => {
    while (next < uploads) await upload(server, token, variantOf(picture, next++));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, send));
  await untilIdle(server);
  clearInterval(sampling);
  return [
    { what: 'memory, idle', value: idleMb, unit: 'MB', budget: 110 },
    { what: `memory, highest during ${uploads} uploads of 12 MP`, value: peak, unit: 'MB' },
    { what: 'memory, its decoders at their highest', value: peakChildren, unit: 'MB' },
    {
      what: `memory, after ${uploads} uploads`,
      value: residentMb(server.pid),
      unit: 'MB',
      budget: 160,
    },
    { what: 'memory, its decoders afterwards', value: childrenMb(server.pid), unit: 'MB' },
  ];
}

/** The decoders end when they have had nothing to do for a while. */
async function untilIdle(server: Measured): Promise<void> {
  do await sleep(IDLE_MS);
  while (childrenOf(server.pid).length > 0);
}

async function signIn(server: Measured): Promise<string> {
  const answer = await post(server, paths.api.login, LOGIN);
  return ((await answer.json()) as { access_token: string }).access_token;
}

const post = (server: Measured, path: string, body: unknown, token?: string) =>
  fetch(server.url + path, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(token && { Authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });

/** The same picture with another comment after its end, so that it is no duplicate. */
const variantOf = (picture: Buffer, index: number): Buffer =>
  Buffer.concat([picture, Buffer.from(`bench ${index}`)]);

async function upload(server: Measured, token: string, bytes: Buffer): Promise<void> {
  const checksum = createHash('md5').update(bytes).digest('base64');
  const blob = { filename: 'a.jpg', content_type: 'image/jpeg', byte_size: bytes.length, checksum };
  const opened = await post(server, paths.api.directUploads, { blob }, token);
  const slot = (await opened.json()) as {
    signed_id: string;
    direct_upload: { url: string; headers: Record<string, string> };
  };
  const { url, headers } = slot.direct_upload;
  await fetch(url, { method: 'PUT', headers, body: new Uint8Array(bytes) });
  const made = await post(
    server,
    paths.api.items,
    { residentId: null, blob: slot.signed_id },
    token,
  );
  if (made.status !== 201) throw new Error(`upload answered ${made.status}: ${await made.text()}`);
}
