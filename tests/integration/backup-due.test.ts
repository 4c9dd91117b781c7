import { describe, expect, test } from 'vitest';
import { isBackupDue } from '#server/backup-sets.ts';
import { readEnv } from '#server/env.ts';

describe('the daily backup', () => {
  const at = (text: string) => new Date(`${text}+09:00`);

  test.each([
    ['2026-10-17T03:00:05', '2026-10-17T12:00:00', false],
    ['2026-10-16T03:00:05', '2026-10-17T02:59:59', false],
    ['2026-10-16T03:00:05', '2026-10-17T03:00:00', true],
    ['2026-10-16T03:00:05', '2026-10-19T01:00:00', true],
    ['2026-12-31T03:00:05', '2027-01-01T03:00:00', true],
    ['2026-10-17T01:00:00', '2026-10-17T02:00:00', false],
    ['2026-10-17T01:00:00', '2026-10-17T03:00:00', true],
  ])('after one of %s is due at %s: %s', (since, now, due) => {
    expect(isBackupDue(at(since), 3, at(now))).toBe(due);
  });

  test('can be set to another hour, or off', () => {
    expect(readEnv({ BACKUP_HOUR: 'off' }).BACKUP_HOUR).toBeNull();
    expect(readEnv({ BACKUP_HOUR: '0' }).BACKUP_HOUR).toBe(0);
    expect(readEnv({}).BACKUP_HOUR).toBe(3);
    expect(() => readEnv({ BACKUP_HOUR: '24' })).toThrow(/BACKUP_HOUR: expected/);
  });
});
