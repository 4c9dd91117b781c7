import { describe, expect, test } from 'vitest';
import { paths } from '#lib/paths.ts';
import { systemClock } from '#server/clock.ts';
import { newId } from '#server/secrets.ts';
import { runAdmin } from '../support/admin-command.ts';
import { json } from '../support/http.ts';
import { useSite } from './site.ts';

/** Without OPERATOR_EMAIL, so that messages are not mailed. */
const site = useSite({ READY_FREE_MB: '0' });
const admin = (args: string[], settings = {}) => runAdmin(site(), args, settings);
const QUESTION = {
  name: '田中 一郎',
  email: 'ichiro@example.jp',
  body: '料金を教えてください。\n\n小さな施設です。',
};

describe('contact messages', () => {
  test('are announced at startup: they are not mailed, and how to read them', async () => {
    const told = () =>
      site()
        .server.output()
        .split('\n')
        .find((entry) => entry.includes('OPERATOR_EMAIL'));
    await expect.poll(told).toBeDefined();
    const line = told();
    expect(line).toContain('npm run admin -- contacts');
    expect(JSON.parse(line ?? '')).toMatchObject({ level: 40 });
  });

  test('are shown to the operator, newest first and complete', async () => {
    expect((await admin(['contacts'])).out).toBe('お問い合わせは、まだ届いていません。');
    const sent = await site().ask('anonymous', paths.api.contacts, json(QUESTION));
    expect(sent.status).toBe(204);
    const { out, code } = await admin(['contacts']);
    expect(code).toBe(0);
    expect(out).toMatch(
      /^■ \d{4}-\d\d-\d\d \d\d:\d\d {2}田中 一郎 様 {2}返信先: ichiro@example\.jp\n/,
    );
    expect(out).toContain('\n  料金を教えてください。\n\n  小さな施設です。');
    const later = { ...QUESTION, body: 'もう一つ、質問です。' };
    await site().ask('anonymous', paths.api.contacts, json(later));
    const { out: one } = await admin(['contacts', '1']);
    expect(one).toContain('もう一つ');
    expect(one).not.toContain('小さな施設');
    expect(one).toContain('古いものが1件');
    const { out: both } = await admin(['contacts']);
    expect(both.indexOf('もう一つ')).toBeLessThan(both.indexOf('小さな施設'));
  });

  test('cannot control the terminal', async () => {
    const id = newId();
    const created_at = systemClock.now().toISOString();
    const evil = {
      name: 'x\u001b[2J',
      email: 'x@example.jp',
      body: '一\u001b]0;y\u0007二\u202e三',
    };
    const { db } = site().factory;
    await db
      .insertInto('contacts')
      .values({ id, ...evil, created_at })
      .execute();
    expect((await admin(['contacts'])).out).not.toMatch(/[\u001b\u0007\u202e]/);
    await db.deleteFrom('contacts').where('id', '=', id).execute();
  });

  test.each(['0', '501', 'all', '-1'])('%s is not a valid count', async (word) => {
    const { code, out, err } = await admin(['contacts', '--', word]);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain('件数は1から500まで');
  });

  test('are counted by the status, until there is an address', async () => {
    const { out } = await admin(['status']);
    expect(out).toContain('この30日に2件');
    const told = await admin(['status'], { OPERATOR_EMAIL: 'operator@example.jp' });
    expect(told.out).not.toContain('お問い合わせ');
  });
});
