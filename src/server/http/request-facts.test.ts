import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { paths } from '#lib/paths.ts';
import { isAnnouncedLonger, maxBodyBytes } from './body-limit.ts';
import { clientAddress } from './client-address.ts';

const asRequest = (parts: object) => parts as unknown as IncomingMessage;

describe("the client's address", () => {
  const from = (forwarded: string | undefined, trusted: number) =>
    clientAddress(
      asRequest({
        socket: { remoteAddress: '10.0.0.1' },
        headers: { 'x-forwarded-for': forwarded },
      }),
      trusted,
    );

  test("is the connection's unless a proxy is trusted", () => {
    expect(from('1.1.1.1', 0)).toBe('10.0.0.1');
    expect(from(undefined, 1)).toBe('10.0.0.1');
    expect(from('', 1)).toBe('10.0.0.1');
  });

  test("is what the trusted proxies saw, never the client's claim", () => {
    expect(from('6.6.6.6, 1.1.1.1', 1)).toBe('1.1.1.1');
    expect(from('6.6.6.6, 1.1.1.1, 10.0.0.2', 2)).toBe('1.1.1.1');
    expect(from('1.1.1.1', 2)).toBe('10.0.0.1');
  });

  test.each([
    ['1.1.1.1:443', '1.1.1.1'],
    [' "1.1.1.1:52814" ', '1.1.1.1'],
    ['[2001:db8:1:2::7]:443', '2001:db8:1::/56'],
    ['[2001:db8:1:2::7]', '2001:db8:1::/56'],
    ['"[2001:db8:1:2::7]:9"', '2001:db8:1::/56'],
    ['2001:db8:1:2::7', '2001:db8:1::/56'],
    ['fe80::1%eth0', 'fe80::/56'],
    ['[::ffff:192.0.2.7]:80', '192.0.2.7'],
    ['unknown', '10.0.0.1'],
    ['_hidden', '10.0.0.1'],
    ['1', '10.0.0.1'],
    ['1.1.1.1 x', '10.0.0.1'],
    ['1.1.1:443', '10.0.0.1'],
    [':443', '10.0.0.1'],
  ])('of %j is %s, as proxies write it', (forwarded, network) => {
    expect(from(forwarded, 1)).toBe(network);
    expect(from(`6.6.6.6, ${forwarded}`, 1)).toBe(network);
  });

  test("is the customer's network for IPv6", () => {
    expect(from('2001:db8:1:2:3:4:5:6', 1)).toBe('2001:db8:1::/56');
    expect(from('::ffff:192.0.2.7', 1)).toBe('192.0.2.7');
  });
});

describe("a body's length", () => {
  test('depends on the path: photos are large, everything else is small', () => {
    const uploads = { photo: 1e9, form: 2e9 };
    const limit = (method: string, url: string) =>
      maxBodyBytes(asRequest({ method, url }), url.split('?', 1).join(''), uploads);
    expect(limit('PUT', '/api/v1/direct_uploads/x')).toBe(1e9);
    expect(limit('POST', paths.uploadForm)).toBe(2e9);
    expect(limit('GET', paths.uploadForm)).toBe(256 * 1024);
    expect(limit('POST', `${paths.uploadForm}?_action=photos.restore`)).toBe(256 * 1024);
    expect(limit('POST', '/api/v1/direct_uploads/x')).toBe(256 * 1024);
    expect(limit('PUT', '/api/v1/actions/items')).toBe(256 * 1024);
  });

  test('announced too long is refused before a byte is read', () => {
    const announced = (length: string) => asRequest({ headers: { 'content-length': length } });
    expect(isAnnouncedLonger(announced('11'), 10)).toBe(true);
    expect(isAnnouncedLonger(announced('10'), 10)).toBe(false);
    expect(isAnnouncedLonger(asRequest({ headers: {} }), 10)).toBe(false);
  });
});
