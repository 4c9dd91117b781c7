import { readdir } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeClaimant } from '#server/leases.ts';
import { readMail } from '#domains/mail/kept-words.ts';
import { dataPaths } from '#server/data-folder.ts';
import { maintain } from '#entry/maintenance.ts';
import { makeHost } from '../support/factories.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../support/clock.ts';
import { takeLogged, takeLoggedErrors } from '../support/log.ts';
import { mailsOf, makeMail } from '../support/mailbox.ts';
import type { TestRuntime } from '../support/runtime.ts';
import { makeRuntime } from '../support/runtime.ts';
import { mailRow, makeMailSender, makeTestSender, smtpMailer } from '../support/sender.ts';
import type { TestSmtp } from '../support/smtp.ts';
import { startSmtp } from '../support/smtp.ts';
import { allowUpdates, refuseUpdates } from '../support/refused-updates.ts';
import { mailLanes } from '#domains/mail/send-mails.ts';
import type { Lane } from '#server/lane-worker.ts';
import { makeWorker } from '#server/lane-worker.ts';

let rt: TestRuntime;
let smtp: TestSmtp;
beforeEach(async () => {
  rt = await makeRuntime();
  smtp = await startSmtp();
});
afterEach(() => smtp.close());

const sender = () => makeTestSender(rt, smtp.url);
const secret = { subject: 'パスワードの再設定', paragraphs: ['https://example.jp/?token=abc'] };

describe('a due mail', () => {
  test("is sent in its facility's name, recorded, and loses its text", async () => {
    const host = await makeHost(rt, { plan: null, activated_at: null });
    const id = await makeMail(rt, { hostId: host.id, kind: 'password_reset', content: secret });
    await sender().drain();
    expect(smtp.received).toHaveLength(1);
    expect(smtp.received[0]?.mail.headers['from']?.[0]).toMatch(/^ひだまりの家（つきだより） </);
    expect(smtp.received[0]?.mail.text).toContain('token=abc');
    expect(await mailRow(rt, id)).toMatchObject({
      state: 'sent',
      sent_at: rt.clock.now().toISOString(),
      attempts: 1,
      last_error: null,
      text: '',
      html: '',
      content: '',
    });
  });

  test('is not sent again', async () => {
    await makeMail(rt);
    await sender().drain();
    rt.clock.advance(DAY);
    await sender().drain();
    expect(smtp.received).toHaveLength(1);
  });

  test('is kept as it is written out, where a server of the version before may send it', async () => {
    const beside = { ...rt, claimant: makeClaimant(false) };
    const [own, written] = [
      await mailRow(rt, await makeMail(rt, { content: secret })),
      await mailRow(rt, await makeMail(beside, { content: secret })),
    ];
    expect([own.text, own.html, written.content]).toEqual(
      rt.claimant.isAlone ? ['', '', ''] : [written.text, written.html, ''],
    );
    expect(readMail(own)).toMatchObject({ text: written.text, html: written.html });
    expect([written.subject, written.text.includes('token=abc')]).toEqual([own.subject, true]);
  });

  test('keeps its text if it was only written to a file', async () => {
    const id = await makeMail(rt, { content: secret });
    await makeMailSender(rt).drain();
    expect(await readdir(dataPaths(rt.dataDir).mail)).toHaveLength(1);
    const row = await mailRow(rt, id);
    expect([row.state, readMail(row).text.includes('token=abc')]).toEqual(['sent', true]);
  });
});

/** A mail server that accepts each mail on demand. */
function patient() {
  const waiting: (() => void)[] = [];
  const begun: string[] = [];
  const send = ({ to }: { to: string }) => {
    begun.push(to);
    return new Promise<void>((resolve) => waiting.push(resolve));
  };
  const next = () => waiting.shift()?.();
  return { begun, next, mailer: { ...rt.mailer, send } };
}

/** A lane that counts when its worker looks for room, and when it asks for another mail. */
function watched(of: Lane) {
  const done = { looks: 0, claims: 0 };
  const lane: Lane = {
    ...of,
    get atOnce() {
      done.looks++;
      return of.atOnce ?? 1;
    },
    claim(ending) {
      done.claims++;
      return of.claim(ending);
    },
  };
  return { lane, done };
}

describe('four mails at once', () => {
  test('so one that hangs delays no other', async () => {
    const { begun, next, mailer } = patient();
    const worker = makeMailSender({ ...rt, mailer });
    await makeMail(rt, { to: 'first@example.jp' });
    worker.wake();
    await expect.poll(() => begun).toEqual(['first@example.jp']);
    await makeMail(rt, { to: 'second@example.jp' });
    worker.wake();
    await expect.poll(() => begun).toEqual(['first@example.jp', 'second@example.jp']);
    next();
    next();
    await worker.drain();
  });

  test('and never five', async () => {
    const { begun, next, mailer } = patient();
    for (let n = 0; n < 8; n++) await makeMail(rt);
    const { lane, done } = watched(mailLanes({ ...rt, mailer })[0] as Lane);
    const worker = makeWorker(rt.log, [lane]);
    worker.wake();
    for (let n = 4; n <= 8; n++) {
      await expect.poll(() => begun.length).toBe(n);
      const { looks } = done;
      worker.wake();
      await expect.poll(() => done.looks).toBeGreaterThan(looks);
      // It looked for room, and asked for no fifth mail.
      expect([done.claims, begun.length]).toEqual([n, n]);
      next();
    }
    for (let n = 0; n < 3; n++) next();
    await worker.drain();
  });
});

describe('stopping', () => {
  test('waits for mails in progress and starts no others', async () => {
    const { begun, next, mailer } = patient();
    for (let n = 0; n < 6; n++) await makeMail(rt);
    const worker = makeMailSender({ ...rt, mailer });
    worker.wake();
    await expect.poll(() => begun.length).toBe(4);
    const stopped = worker.stop();
    for (let n = 0; n < 4; n++) next();
    await stopped;
    const sent = await rt.db
      .selectFrom('outbox')
      .select('id')
      .where('state', '=', 'sent')
      .execute();
    expect([begun.length, sent.length]).toEqual([4, 4]);
  });

  test('does not wait for ever, and the mail is sent after the next start', async () => {
    const id = await makeMail(rt);
    const worker = makeMailSender({ ...rt, mailer: patient().mailer, stopMs: 10 });
    worker.wake();
    await expect.poll(async () => (await mailRow(rt, id)).attempts).toBe(1);
    await worker.stop();
    await sender().drain();
    expect(smtp.received).toHaveLength(0);
    rt.clock.advance(3 * MINUTE);
    await sender().drain();
    expect(smtp.received).toHaveLength(1);
  });
});

describe('when the process dies between acceptance and our record', () => {
  test('the mail is sent twice, with one Message-ID, after three minutes', async () => {
    const id = await makeMail(rt);
    const { send } = smtpMailer(rt, smtp.url);
    const dying = {
      ...rt.mailer,
      send: async (...mail: Parameters<typeof send>) => {
        await send(...mail);
        await new Promise(() => undefined);
      },
    };
    const worker = makeMailSender({ ...rt, mailer: dying, stopMs: 1 });
    worker.wake();
    await expect.poll(() => smtp.received.length).toBe(1);
    await worker.stop();

    await sender().drain();
    rt.clock.advance(3 * MINUTE - SECOND);
    await sender().drain();
    expect(smtp.received).toHaveLength(1);
    rt.clock.advance(SECOND);
    await sender().drain();
    expect(smtp.received).toHaveLength(2);
    expect(new Set(smtp.received.map(({ messageId }) => messageId)).size).toBe(1);
    expect((await mailRow(rt, id)).state).toBe('sent');
  });

  test('a failed record is written as soon as possible', async () => {
    const id = await makeMail(rt);
    await refuseUpdates(rt.db, 'outbox', 'state');
    const parts = { ...rt, mailer: smtpMailer(rt, smtp.url) };
    const worker = makeMailSender({ ...parts, noteAgainMs: 5 });
    const drained = worker.drain();
    await expect.poll(() => takeLoggedErrors().length).toBeGreaterThan(0);
    rt.clock.advance(HOUR);
    worker.wake();
    await allowUpdates(rt.db, 'outbox');
    await drained;
    takeLoggedErrors();
    expect(smtp.received).toHaveLength(1);
    expect((await mailRow(rt, id)).state).toBe('sent');
  });
});

describe('old mails', () => {
  test('are deleted six weeks after they were sent, three months after they failed', async () => {
    await makeMail(rt, { to: 'sent@example.jp' });
    await sender().drain();
    const failed = await makeMail(rt, { to: 'failed@example.jp' });
    await rt.db.updateTable('outbox').set({ state: 'failed' }).where('id', '=', failed).execute();
    const left = async () => {
      await maintain(rt);
      return (await mailsOf(rt)).map(({ recipient }) => recipient);
    };
    rt.clock.advance(41 * DAY - HOUR);
    expect(await left()).toEqual(['sent@example.jp', 'failed@example.jp']);
    rt.clock.advance(2 * HOUR);
    expect(await left()).toEqual(['failed@example.jp']);
    rt.clock.advance(49 * DAY);
    expect(await left()).toEqual([]);
  });

  test('the log contains no names or addresses', async () => {
    smtp.fault = () => 'refuses';
    await makeMail(rt);
    await sender().drain();
    const logged = JSON.stringify(takeLogged());
    expect(logged).toContain('mail failed');
    expect(logged).not.toMatch(/hanako|example\.jp/);
  });
});
