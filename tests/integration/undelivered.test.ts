import { expect, test } from 'vitest';
import type { NewMail } from '#domains/mail/mail.ts';
import { readUndelivered } from '#domains/mail/undelivered.ts';
import { makeCast } from '../support/cast.ts';
import { makeMail } from '../support/mailbox.ts';
import { makeRuntime } from '../support/runtime.ts';

interface Of {
  kind: NewMail['kind'];
  hostId: string;
  stopped: 0 | 1;
  fault: 'mailbox' | 'way';
}

test('an address is undelivered until a mail sent after the last failure', async () => {
  const rt = await makeRuntime();
  const { host, otherHost } = await makeCast(rt);
  const at = (day: number) => `2026-10-${String(day).padStart(2, '0')}T00:00:00.000Z`;
  const mail = async (
    to: string,
    state: 'sent' | 'failed',
    day: number,
    { kind = 'delivery', hostId = host.id, fault, ...more }: Partial<Of> = {},
  ): Promise<void> => {
    const id = await makeMail(rt, { kind, hostId, to });
    await rt.db
      .updateTable('outbox')
      .set({ state, created_at: at(day), ...more })
      .set(state === 'sent' ? { sent_at: at(day) } : { fault: fault ?? 'address' })
      .where('id', '=', id)
      .execute();
  };
  await mail('still@example.jp', 'failed', 3);
  await mail('still@example.jp', 'sent', 2);
  await mail('again@example.jp', 'failed', 3);
  await mail('again@example.jp', 'failed', 5);
  await mail('again@example.jp', 'sent', 4);
  await mail('mended@example.jp', 'failed', 3);
  await mail('mended@example.jp', 'sent', 4);
  await mail('stopped@example.jp', 'failed', 3, { stopped: 1 });
  await mail('full@example.jp', 'failed', 3, { fault: 'mailbox' });
  await mail('way@example.jp', 'failed', 3, { fault: 'way' });
  await mail('other@example.jp', 'failed', 3, { kind: 'password_changed' });
  await mail('mended@example.jp', 'failed', 9, { hostId: otherHost.id });
  expect([...(await readUndelivered(rt, host.id))].sort()).toEqual([
    'again@example.jp',
    'full@example.jp',
    'still@example.jp',
  ]);
  expect(await readUndelivered(rt, otherHost.id)).toEqual(new Set(['mended@example.jp']));
});
