import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { CONSENT_CHOICES, CONSENT_WORDING, consentWording } from './consent-wording.ts';

/** What was read by whom is known by its version alone. */
const VERSIONS: Record<number, string> = {
  1: '2c4209e30b62daa1',
};

test('the words of a version stay as they were read', () => {
  const words = consentWording({ residentName: '山田 ハル', hostName: 'さくら苑' });
  const text = JSON.stringify([words, CONSENT_CHOICES]);
  expect(createHash('sha256').update(text).digest('hex').slice(0, 16)).toBe(
    VERSIONS[CONSENT_WORDING],
  );
  expect(text).toContain('さくら苑では、');
  expect(text).toContain('山田 ハル 様のご家族');
});
