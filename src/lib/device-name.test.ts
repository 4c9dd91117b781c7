import { expect, test } from 'vitest';
import { deviceName } from './device-name.ts';

test.each([
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    'iPhone・iPad（Safari）',
  ],
  [
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36',
    'Android（Chrome）',
  ],
  [
    'Mozilla/5.0 (Linux; Android 12; SO-41B) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/119.0.0.0 Mobile Safari/537.36 Line/14.1.0/IAB',
    'Android（LINE）',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0',
    'Windows（Microsoft Edge）',
  ],
  ['', '不明な端末'],
  ['x', '不明な端末'],
  ['evil.example.com/1 x', '不明な端末'],
  [`<b>/${'x '.repeat(8000)}`, '不明な端末'],
])('%s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name);
});
