import { expect, test } from 'vitest';
import { requireSharedSettings } from './shared-settings.ts';

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
