import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TRIAL_LETTERS_A_DAY } from '#domains/delivery/trial-letters.ts';
import { MAX_UPLOAD_BYTES } from '#domains/photo/photo-limits.ts';
import { paths } from '#lib/paths.ts';
import { newId } from '#server/secrets.ts';
import { askSlot, leaveUploads, makeStrangers, pressSend, putBytes } from '../support/greedy.ts';
import { jpeg } from '../support/pictures.ts';
import type { TestSmtp } from '../support/smtp.ts';
import { startSmtp } from '../support/smtp.ts';
import { announced } from '../support/uploads.ts';
import { useSite } from './site.ts';

const smtp: TestSmtp = await startSmtp();
afterAll(() => smtp.close());
const site = useSite({ SMTP_URL: smtp.url });

/** Staff are told by mail of new browsers. */
const letters = () =>
  smtp.received.filter(({ to }) => to.some((one) => one.startsWith('stranger')));
const greedy = () => ({ url: site().server.url, bearer: site().signed.admin.bearer });
const neighbour = () => ({ url: site().server.url, bearer: site().signed.other.bearer });

describe('unclaimed uploads (P27)', () => {
  let bytes: Buffer;
  beforeAll(async () => {
    bytes = await jpeg();
  });

  test('are accepted up to the limit; beyond it the browser is told to wait', async () => {
    expect(await leaveUploads(greedy(), 1000, 20)).toMatchObject({ taken: 20, refusal: null });
    const { path } = await askSlot(greedy(), bytes);
    const { db } = site().factory;
    const now = new Date().toISOString();
    const row = {
      ...announced(bytes),
      id: newId(),
      host_id: site().world.cast.host.id,
      byte_size: 1000 * 1024 * 1024,
      state: 'stored' as const,
      created_at: now,
      slot_expires_at: now,
    };
    await db.insertInto('blobs').values(row).execute();

    const { answer } = await askSlot(greedy(), bytes);
    const late = await putBytes(greedy(), path, bytes);
    for (const { status, headers, text } of [answer, late]) {
      expect([status, headers['retry-after']]).toEqual([429, '30']);
      expect((JSON.parse(text) as { msg: string }).msg).toContain('少し待つと');
    }
    expect(await leaveUploads(neighbour(), MAX_UPLOAD_BYTES, 1)).toMatchObject({ taken: 1 });

    await db.deleteFrom('blobs').where('id', '=', row.id).execute();
    expect((await putBytes(greedy(), path, bytes)).status).toBe(204);
  });
});

describe('a facility on its trial (P27)', () => {
  const STRANGERS = 121;

  test('sends thirty mails to strangers at once, and shows when the others go', async () => {
    const { world, factory } = site();
    const trialEndsAt = new Date(Date.now() + 20 * 24 * 60 * 60 * 1000).toISOString();
    await factory.db
      .updateTable('hosts')
      .set({ trial_ends_at: trialEndsAt, name: 'みずほの家' })
      .where('id', '=', world.cast.host.id)
      .execute();
    await makeStrangers(factory, world.cast.resident, STRANGERS);
    const pressed = await pressSend(greedy(), world.yearMonth);
    expect([pressed.status, pressed.text]).toEqual([200, expect.stringContaining('121')]);
    await expect.poll(() => letters().length).toBe(TRIAL_LETTERS_A_DAY);
    const waiting = () =>
      factory.db
        .selectFrom('outbox')
        .select('id')
        .where('state', '=', 'queued')
        .where('next_attempt_at', '<=', new Date().toISOString())
        .execute();
    await expect.poll(waiting).toEqual([]);
    expect(letters()).toHaveLength(TRIAL_LETTERS_A_DAY);
    for (const { mail } of letters()) {
      expect(mail.headers['from']?.[0]).toMatch(/^みずほの家（つきだより） </);
    }

    const page = await site().ask('admin', paths.adminDeliveries(world.yearMonth));
    expect(page.text).toContain('1日30通までお送りします。残りの91通も、');
    const settings = await site().ask('admin', paths.deliverySettings);
    expect(settings.text).toContain('いつも「みずほの家」からお送りします');
  });
});
