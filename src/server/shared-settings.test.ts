import { expect, test } from 'vitest';
import { readEnv } from './env.ts';
import { requireSharedSettings, withoutFileBackups } from './shared-settings.ts';

const ALL = {
  DATABASE_URL: 'postgres://db.example.jp/tayori',
  PHOTO_STORE: 's3://photos/tayori',
  APP_SECRET: 'x'.repeat(32),
  SMTP_URL: 'smtps://mail.example.jp',
};

test('a file needs none of them', () => {
  expect(() => requireSharedSettings({})).not.toThrow();
  expect(() => requireSharedSettings({ DATABASE_URL: '' })).not.toThrow();
});

test.each(['PHOTO_STORE', 'APP_SECRET', 'SMTP_URL'])('DATABASE_URL needs %s', (name) => {
  expect(() => requireSharedSettings(ALL)).not.toThrow();
  expect(() => requireSharedSettings({ ...ALL, [name]: '' })).toThrow(
    new RegExp(`^${name}: with DATABASE_URL, expected `),
  );
});

test('backups of files, and copies of them, are for a database in a file only', () => {
  const daily = { BACKUP_HOUR: '4', BACKUP_COPY: 'file:///mnt/usb/tayori' };
  expect(withoutFileBackups(readEnv(daily))).toMatchObject({ BACKUP_HOUR: 4 });
  expect(withoutFileBackups(readEnv(daily)).BACKUP_COPY).toHaveLength(1);
  const none = { BACKUP_HOUR: null, BACKUP_COPY: [] };
  expect(withoutFileBackups(readEnv({ ...ALL, ...daily }))).toMatchObject(none);
});
