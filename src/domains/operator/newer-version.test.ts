import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { findNewerVersion } from './versions.ts';

test.each([
  ['0.1.1', '0.1.0', true],
  ['0.2.0', '0.1.9', true],
  ['0.10.0', '0.9.0', true],
  ['1.0.0', '0.99.99', true],
  ['0.1.0', '0.1.0', false],
  ['0.1.9', '0.2.0', false],
  ['0.9.0', '0.10.0', false],
])('%s is newer than %s: %s', async (version, than, isNewer) => {
  const url = `data:application/json,{"version":"${version}"}`;
  expect(await findNewerVersion(url, than)).toBe(isNewer ? version : null);
});

test.each([
  ['{"version":"0.3.0","notes":"…"}', '0.3.0'],
  ['{"version":"0.2.0"}', null],
])('an address that answers %s tells of %s', async (body, expected) => {
  const server = createServer((_req, res) => res.end(body)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  expect(await findNewerVersion(url, '0.2.0')).toBe(expected);
  server.close();
});

test('an answer of another form is an error', async () => {
  await expect(
    findNewerVersion('data:application/json,{"version":"new"}', '0.1.0'),
  ).rejects.toThrow();
});
