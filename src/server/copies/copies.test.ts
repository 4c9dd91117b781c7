import { describe, expect, test } from 'vitest';
import { parsePlace } from './parse-place.ts';
import { hostKeysOf } from './host-keys.ts';

describe('an address of a place', () => {
  test.each([
    ['file:///mnt/usb', 'file'],
    ['file:///mnt/my%20disk/copies/', 'file'],
    ['sftp://me@nas.local/volume1/copies', 'sftp'],
    ['sftp://me@[fd00::1]:2222/copies', 'sftp'],
    ['s3://bucket', 's3'],
    ['s3://bucket/some/prefix', 's3'],
  ])('%s is taken', (text, kind) => expect(parsePlace(text)).toMatchObject({ kind, text }));

  test.each([
    '',
    '/mnt/usb',
    'usb',
    'file://mnt/usb',
    'file:///',
    'sftp://nas/copies',
    'sftp://me@nas',
    'sftp://me@nas/',
    'sftp://me:password@nas/copies',
    's3://',
    's3://bucket/prefix?x=1',
    'https://bucket/prefix',
  ])('%s is not', (text) => expect(parsePlace(text)).toBeNull());
});

describe('known host keys', () => {
  const key = 'AAAAC3NzaC1lZDI1NTE5AAAAIA==';
  test.each([
    `ssh-ed25519 ${key}`,
    `nas.local ssh-ed25519 ${key} comment`,
    `[nas]:22 ssh-ed25519 ${key}`,
  ])('are read from %s', (text) =>
    expect(hostKeysOf(text)).toEqual({
      keys: [Buffer.from(key, 'base64')],
      algorithms: ['ssh-ed25519'],
    }),
  );
  test('of RSA are asked for with new signatures', () => {
    const { keys, algorithms } = hostKeysOf(`a ssh-rsa ${key}\nb ssh-ed25519 ${key}`);
    expect(keys).toHaveLength(2);
    expect(algorithms).toEqual(['rsa-sha2-512', 'rsa-sha2-256', 'ssh-ed25519']);
  });
  test.each(['', 'nas.local', 'ssh-dss AAAA', 'SHA256:abc'])('%s has none', (text) =>
    expect(hostKeysOf(text)).toEqual({ keys: [], algorithms: [] }),
  );
});
