import { connect } from 'node:net';
import { beforeAll, describe, expect, test } from 'vitest';
import { MASTER } from '#lib/picture-recipe.ts';
import { yearOf } from '#lib/calendar.ts';
import { paths } from '#lib/paths.ts';
import { leftBehind, stateOf } from '../support/broken/state.ts';
import { makeFamily } from '../support/factories.ts';
import { call } from '../support/http.ts';
import { enlargePhoto } from '../support/large-photo.ts';
import { useSite } from './site.ts';

const site = useSite();
const CONNECTIONS = 20;
const PIPELINED = 50;
const photo = () => `/photos/staff/${site().world.items.own.blobId}/${MASTER}`;

beforeAll(() => enlargePhoto(site()));

async function archive(): Promise<string> {
  const { factory, world } = site();
  const { resident } = world.cast;
  const family = await makeFamily(factory, resident);
  const tokens = { residentToken: resident.token, familyToken: family.token };
  return paths.letterArchive(world.yearMonth, tokens);
}

const yearArchive = async (): Promise<string> =>
  (await archive()).replace(
    String(site().world.yearMonth),
    `years/${yearOf(site().world.yearMonth)}`,
  );

const letter = (): string => {
  const { cast, yearMonth } = site().world;
  const { resident, family } = cast;
  return paths.letter(yearMonth, { residentToken: resident.token, familyToken: family.token });
};

/** Requests it repeatedly on one connection, which is reset after the first bytes or before. */
const askAndLeave = (target: string, count: number, after: number): Promise<void> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(site().server.url);
    const Authorization = site().signed.general.bearer;
    const one = `GET ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: ${Authorization}\r\n\r\n`;
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined).once('close', () => resolve());
    socket.write(one.repeat(count), () => {
      if (after < 0) socket.once('data', () => socket.resetAndDestroy());
      else setTimeout(() => socket.resetAndDestroy(), after);
    });
  });

const TARGETS: [string, () => string | Promise<string>, number][] = [
  ['a build file', () => '/icon-512.png', PIPELINED],
  ['a photo', photo, PIPELINED],
  ['an archive', archive, 3],
  ['the archive of a year', yearArchive, 3],
  ['a letter', letter, PIPELINED],
  ['a page', () => paths.items, 5],
];

test.each(TARGETS)('of %s, by resets', async (_what, target, count) => {
  for (const address of [await target(), await target()]) {
    await call(site().server.url, address, {
      fresh: true,
      headers: { Authorization: site().signed.general.bearer },
    });
  }
  const before = await stateOf(site());
  for (const after of [0, 2, 10, -1]) {
    const address = await target();
    const lanes = Array.from({ length: CONNECTIONS / 4 }, () => askAndLeave(address, count, after));
    await Promise.all(lanes);
  }
  expect(await leftBehind(site(), before)).toEqual([]);
});

describe('a range', () => {
  const RANGES = [
    '5-2',
    '0-4',
    '-1',
    '99999999-',
    'a-b',
    '0-0,5-9',
    '-',
    '0-999999999999999999999',
  ];

  test.each(RANGES)('of bytes=%s gets the whole file', async (range) => {
    const whole = await call(site().server.url, '/icon-512.png');
    const headers = { Range: `bytes=${range}`, Authorization: site().signed.general.bearer };
    const answer = await call(site().server.url, '/icon-512.png', { headers });
    expect([answer.status, answer.body.equals(whole.body)]).toEqual([200, true]);
    const { status, body } = await call(site().server.url, photo(), { headers });
    expect(status).toBe(200);
    expect(body.length).toBeGreaterThan(2_000_000);
  });
});

test('excessive pipelining ends its own connection only', async () => {
  await askAndLeave('/icon-512.png', 5000, 50);
  expect((await call(site().server.url, '/healthz')).status).toBe(200);
});

test('pipelined requests are answered in order', async () => {
  const { hostname, port } = new URL(site().server.url);
  const targets = ['/healthz', '/robots.txt', '/healthz', '/nowhere', '/robots.txt'];
  const text = await new Promise<string>((resolve) => {
    const socket = connect(Number(port), hostname);
    let heard = '';
    socket.on('data', (chunk) => (heard += chunk.toString()));
    socket.once('close', () => resolve(heard));
    const asked = targets.map((target, n) => {
      const last = n === targets.length - 1 ? 'Connection: close\r\n' : '';
      return `GET ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\n${last}\r\n`;
    });
    socket.write(asked.join(''));
  });
  const statuses = [...text.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => Number(status));
  expect(statuses).toEqual([200, 200, 200, 404, 200]);
});
