import { expect, test } from 'vitest';
import { paths } from '#lib/paths.ts';
import { randomToken } from '#server/secrets.ts';
import { useSite } from './site.ts';

/** Photos in the server's memory. */
const site = useSite();
const ask = (address: string, options = {}) => site().ask('anonymous', address, options);
const db = () => site().factory.db;

async function firstPhoto(): Promise<string> {
  const { cast, yearMonth } = site().world;
  const tokens = { residentToken: cast.resident.token, familyToken: cast.family.token };
  const { text } = await ask(paths.letter(yearMonth, tokens));
  return /\/photos\/family\/[\w/-]+\/720\.webp/.exec(text)?.[0] ?? '';
}

/** Differ from answer to answer, or say that the connection stays open. */
const OF_ONE_ANSWER = ['date', 'x-request-id', 'keep-alive', 'connection'];
const lasting = (headers: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_ONE_ANSWER.includes(name)));

test('a hot photo has the headers, the bytes and the refusals of a cold one', async () => {
  const address = await firstPhoto();
  const cold = await ask(address);
  const hot = await ask(address);
  expect(cold.status).toBe(200);
  expect(lasting(hot.headers)).toEqual(lasting(cold.headers));
  expect(hot.body.equals(cold.body)).toBe(true);
  expect(hot.headers['x-request-id']).not.toBe(cold.headers['x-request-id']);
  const head = await ask(address, { method: 'HEAD' });
  expect([head.status, head.body.length]).toEqual([200, 0]);
  expect(lasting(head.headers)).toEqual(lasting(hot.headers));
  const known = await ask(address, { headers: { 'If-None-Match': String(hot.headers['etag']) } });
  expect([known.status, known.body.length]).toEqual([304, 0]);
  const others = await ask(address, { headers: { Host: 'elsewhere.example' } });
  expect(others.status).toBe(421);
  expect((await ask(address.replace(/[^/]+(?=\/720)/, 'a'.repeat(22)))).status).toBe(404);
});

test('… and its permission is read again for each answer', async () => {
  const address = await firstPhoto();
  const { family } = site().world.cast;
  const [blobId] = /\w+(?=\/[\w-]+\/720)/.exec(address) ?? [''];
  expect((await ask(address)).status).toBe(200);
  const hide = (withheld: 0 | 1) =>
    db().updateTable('blobs').set({ withheld }).where('id', '=', blobId).execute();
  await hide(1);
  expect((await ask(address)).status).toBe(404);
  await hide(0);
  expect((await ask(address)).status).toBe(200);
  const renew = (token: string) =>
    db().updateTable('families').set({ token }).where('id', '=', family.id).execute();
  await renew(randomToken());
  expect((await ask(address)).status).toBe(404);
  await renew(family.token);
  expect((await ask(address)).status).toBe(200);
});
