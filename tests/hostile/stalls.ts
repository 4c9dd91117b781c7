import { once } from 'node:events';
import { readdir, readlink } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MASTER } from '#lib/picture-recipe.ts';
import { SECOND_MS } from '#lib/durations.ts';
import { paths } from '#lib/paths.ts';
import { leftBehind, stateOf } from '../support/broken/state.ts';
import { call, json } from '../support/http.ts';
import { enlargePhoto } from '../support/large-photo.ts';
import type { Site } from '../support/open-site.ts';
import { onSite } from './hostile-site.ts';
import { announced } from '../support/uploads.ts';
import type { HostilePart, HostileResult } from './part.ts';

const PHONE_BYTES_PER_SECOND = 20 * 1024;
/** Longer than two windows of body progress. */
const PHONE_SECONDS = 150;
const GIVEN_UP_SECONDS = 330;

interface Ended {
  status: number;
  seconds: number;
}

const noError = (): void => undefined;

/** @returns the response and when the server closed; status 0 without one */
async function ended(socket: Socket): Promise<Ended> {
  const from = performance.now();
  let heard = '';
  socket.on('data', (chunk: Buffer) => (heard += chunk.toString('latin1')));
  const closed = once(socket, 'close').then(() => true);
  const isClosed = await Promise.race([closed, sleep(GIVEN_UP_SECONDS * SECOND_MS, false)]);
  const seconds = Math.round((performance.now() - from) / SECOND_MS);
  return { status: isClosed ? Number(/^HTTP\/1\.1 (\d+)/.exec(heard)?.[1] ?? -1) : 0, seconds };
}

async function say(site: Site, target: string, headers: string[]): Promise<Socket> {
  const socket = connect(Number(new URL(site.server.url).port), '127.0.0.1').on('error', noError);
  await once(socket, 'connect');
  socket.write(`${[target, 'Host: 127.0.0.1', ...headers].join('\r\n')}\r\n\r\n`);
  return socket;
}

async function beginUpload(site: Site, bytes: Buffer): Promise<Socket> {
  const Authorization = site.signed.general.bearer;
  const opening = json({ blob: announced(bytes) }, { Authorization });
  const { text } = await call(site.server.url, paths.api.directUploads, opening);
  const { direct_upload } = JSON.parse(text) as { direct_upload: { url: string } };
  const target = `PUT ${new URL(direct_upload.url).pathname} HTTP/1.1`;
  return say(site, target, ['Content-Type: image/jpeg', `Content-Length: ${bytes.length}`]);
}

async function drip(socket: Socket, bytes: Buffer, perSecond: number): Promise<void> {
  for (let at = 0; at < bytes.length && !socket.destroyed; at += perSecond) {
    socket.write(bytes.subarray(at, at + perSecond));
    await sleep(SECOND_MS);
  }
}

/**
 * Stalled bodies are given up, slow ones are not. Depends on the clock, so only in the long form.
 */
export const stalls: HostilePart = {
  name: 'stalls',
  promise: 'P13',
  says: 'an upload that stalls, one that trickles, one at 20 KB/s, and a reader that stops',
  count: 4,
  async run(): Promise<HostileResult> {
    const { result, faults } = await onSite({}, standStill);
    return { ...result, broken: [...result.broken, ...faults] };
  },
};

async function standStill(site: Site): Promise<HostileResult> {
  const large = await enlargePhoto(site);
  const before = await stateOf(site);
  const phone = Buffer.alloc(PHONE_SECONDS * PHONE_BYTES_PER_SECOND, 'phone');
  const stopped = await beginUpload(site, phone);
  stopped.write(phone.subarray(0, 100_000));
  const trickling = await beginUpload(site, phone);
  void drip(trickling, phone, 100);
  const slow = await beginUpload(site, phone);
  void drip(slow, phone, PHONE_BYTES_PER_SECOND).then(() => slow.end());
  const bearer = `Authorization: ${site.signed.general.bearer}`;
  // Larger than the system's buffers.
  const reader = await say(site, `GET ${large} HTTP/1.1`, [bearer, ...repeated(large, bearer)]);
  reader.pause();
  await sleep(SECOND_MS);
  const isReading = (await openPhotos(site)) === 1;
  const all = await Promise.all([ended(stopped), ended(trickling), ended(slow)]);
  const seconds = await secondsUntilClosed(site);
  reader.destroy();
  const broken = await leftBehind(site, before);
  const statuses = all.map(({ status }) => status);
  if (statuses.join() !== '408,408,204') broken.push(`answers: ${statuses.join(', ')}`);
  if (!isReading || seconds > GIVEN_UP_SECONDS) broken.push('a stopped reader is not disconnected');
  return {
    cases: all.length + 1,
    broken,
    figures: [
      ...all.map(({ status, seconds }, n): [string, string] => [
        ['upload that stops', 'that trickles', 'of 20 KB/s'][n] ?? '',
        `${status} after ${seconds} s`,
      ]),
      ['reader who stops', `given up ${seconds} s after that`],
    ],
  };
}

const repeated = (large: string, bearer: string): string[] =>
  Array.from({ length: 19 }, () => ['', `GET ${large} HTTP/1.1`, 'Host: 127.0.0.1', bearer]).flat();

/** Photo files that the server has open. */
async function openPhotos({ server: { child } }: Site): Promise<number> {
  const folder = `/proc/${child.pid}/fd`;
  const names = await readdir(folder);
  const links = names.map((name) => readlink(path.join(folder, name)).catch(() => ''));
  return (await Promise.all(links)).filter((target) => target.endsWith(MASTER)).length;
}

async function secondsUntilClosed(site: Site): Promise<number> {
  const from = performance.now();
  const seconds = () => Math.round((performance.now() - from) / SECOND_MS);
  while ((await openPhotos(site)) > 0 && seconds() <= GIVEN_UP_SECONDS) await sleep(SECOND_MS);
  return seconds();
}
