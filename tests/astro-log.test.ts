import { expect, test } from 'vitest';
import { withoutQueries } from '../scripts/astro-log.mjs';

test.each([
  [
    'Could not render http://127.0.0.1:4321/letters/202610?resident_token=abc&family_token=def\nError: x',
    'Could not render http://127.0.0.1:4321/letters/202610\nError: x',
  ],
  ['Could not render /letters/202610?resident_token=abc', 'Could not render /letters/202610'],
  ['Server built in 3.2s? Yes', 'Server built in 3.2s? Yes'],
])('what Astro says keeps no token: %j', (said, kept) => {
  expect(withoutQueries(said)).toBe(kept);
});
