import { describe, expect, test } from 'vitest';
import { isSessionOver, isUseDue } from './session-age.ts';

const START = Date.parse('2026-10-17T03:00:00.000Z');
const at = (minutes: number) => new Date(START + minutes * 60_000);
const session = (device_id: string | null, usedAfter: number | null = null) => ({
  created_at: at(0).toISOString(),
  device_id,
  used_at: usedAfter === null ? null : at(usedAfter).toISOString(),
});

describe('a session', () => {
  test('of an own device lasts 90 days, used or not', () => {
    expect(isSessionOver(session(null), at(90 * 24 * 60))).toBe(false);
    expect(isSessionOver(session(null), at(90 * 24 * 60 + 1))).toBe(true);
    expect(isUseDue(session(null), at(60))).toBe(false);
  });

  test('of a shared device ends after 15 minutes without use', () => {
    expect(isSessionOver(session('d'), at(15))).toBe(false);
    expect(isSessionOver(session('d'), at(16))).toBe(true);
    expect(isSessionOver(session('d', 20), at(35))).toBe(false);
    expect(isSessionOver(session('d', 20), at(36))).toBe(true);
  });

  test('of a shared device ends after 12 hours, used or not', () => {
    expect(isSessionOver(session('d', 719), at(720))).toBe(false);
    expect(isSessionOver(session('d', 720), at(721))).toBe(true);
  });

  test('of a shared device is recorded as used once a minute', () => {
    expect(isUseDue(session('d'), at(0))).toBe(true);
    expect(isUseDue(session('d', 5), at(5.9))).toBe(false);
    expect(isUseDue(session('d', 5), at(6))).toBe(true);
  });
});
