import { describe, expect, test } from 'vitest';
import { runAdmin } from '../support/admin-command.ts';
import { useSite } from './site.ts';

const site = useSite();
const admin = (...args: string[]) => runAdmin(site(), args);

describe('after a leak', () => {
  const since = '2020-01-01';

  test('every facility is listed with its events, without anybody to reach', async () => {
    const { cast } = site().world;
    const { code, out } = await admin('affected', '--since', since);
    expect(code).toBe(0);
    for (const { id } of [cast.host, cast.otherHost]) expect(out).toContain(`（${id}）`);
    for (const said of ['お便りのリンクをひらいた人', 'お問い合わせ: ', 'すでに削除した施設の方']) {
      expect(out).toContain(said);
    }
    expect(out).not.toContain(cast.general.email);
  });

  test('those of one facility are listed by name, without their links', async () => {
    const { cast } = site().world;
    const { out } = await admin('affected', '--since', since, '--facility', cast.host.id);
    expect(out).toContain(cast.general.email);
    expect(out).not.toContain(cast.otherHost.id);
    for (const { token } of [cast.family, cast.resident]) expect(out).not.toContain(token);
  });

  test.each([
    [],
    ['--since', 'yesterday'],
    ['--since', '2026-11-02', '--until', '2026-11-01'],
    ['--since', since, '--until', 'soon'],
    ['--since', since, '--facility', 'unknown'],
    ['--since', since, 'foo'],
    ['--since', '2026-02-30'],
    ['--since', since, '--until', '2026-02-30'],
    ['--since', '2026-11-24 09:00 10:00'],
  ])('%s %s %s %s is refused in one line', async (...args) => {
    const { code, out, err } = await admin('affected', ...args);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err.trim().split('\n')).toHaveLength(1);
  });

  test.each(['affected', 'logs'])(
    '%s begins in the past, and takes no other words',
    async (name) => {
      const { err } = await admin(name, '--since', '2999-01-01');
      expect(err).toBe('--since は、今より前にしてください。');
      const words = await admin(name, '--since', since, '09:00');
      expect(words.err).toContain('「09:00」が余分です。');
    },
  );
});
