import { expect, test } from 'vitest';
import { networkOf, wideNetworkOf } from './network.ts';

test.each([
  ['192.0.2.7', '192.0.2.7', '192.0.2.0/24'],
  ['::ffff:192.0.2.7', '192.0.2.7', '192.0.2.0/24'],
  ['::ffff:c000:207', '192.0.2.7', '192.0.2.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/56', '2001:db8:1::/48'],
  ['2001:0DB8:1:2fff::9', '2001:db8:1:2f00::/56', '2001:db8:1::/48'],
  ['1:2:3:4:5:6:7::', '1:2:3::/56', '1:2:3::/48'],
  ['fe80::1%eth0', 'fe80::/56', 'fe80::/48'],
  ['::1', '::/56', '::/48'],
  ['unknown', 'unknown', 'unknown'],
  ['', '', ''],
])('%s is counted as %s, within %s', (address, network, wide) => {
  expect(networkOf(address)).toBe(network);
  expect(wideNetworkOf(network)).toBe(wide);
});

test('the 256 networks of one IPv6 customer count as one', () => {
  const all = Array.from({ length: 256 }, (_, n) =>
    networkOf(`2001:db8:0:ab${n.toString(16).padStart(2, '0')}::1`),
  );
  expect(new Set(all)).toEqual(new Set(['2001:db8:0:ab00::/56']));
});
