import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { dismissFailedMail, readFailedMails, retryFailedMail } from '#domains/mail/retry-mails.ts';
import { MAX_FAILED_MAILS } from '#domains/mail/failed-mails.ts';
import type { NewMail } from '#domains/mail/mail.ts';
import { FAMILY_KINDS } from '#domains/mail/mail.ts';
import type { Actor } from '#domains/account/session/session.ts';
import type { Cast } from '../support/cast.ts';
import { makeCast, signedIn } from '../support/cast.ts';
import { DAY, MINUTE } from '../support/clock.ts';
import { makeMail } from '../support/mailbox.ts';
import type { TestRuntime } from '../support/runtime.ts';
import { makeRuntime } from '../support/runtime.ts';
import { mailRow, makeTestSender } from '../support/sender.ts';
import type { TestSmtp } from '../support/smtp.ts';
import { startSmtp } from '../support/smtp.ts';

let rt: TestRuntime;
let smtp: TestSmtp;
let cast: Cast;
let admin: Actor;
let otherAdmin: Actor;
beforeEach(async () => {
  rt = await makeRuntime();
  smtp = await startSmtp();
  smtp.fault = () => 'refuses';
  cast = await makeCast(rt);
  admin = await signedIn(rt, cast.admin);
  otherAdmin = await signedIn(rt, cast.otherAdmin);
});
afterEach(() => smtp.close());

const sender = () => makeTestSender(rt, smtp.url);

/** A mail of our facility that failed for a day. */
async function failedMail(mail: Partial<NewMail> = {}): Promise<string> {
  const id = await makeMail(rt, { hostId: cast.host.id, hostName: cast.host.name, ...mail });
  rt.clock.advance(DAY);
  await sender().drain();
  return id;
}

describe('a mail that failed for a day', () => {
  test("is shown with the reason to the facility's admins only", async () => {
    const at = rt.clock.now().toISOString();
    const id = await failedMail();
    expect(await readFailedMails(rt, admin)).toEqual({
      count: 1,
      mails: [
        {
          id,
          to: 'hanako@example.jp',
          subject: 'パスワードを変更しました',
          reason: 'このあて先には届けられません。アドレスをお確かめください（550）。',
          at,
          advice: null,
          fault: 'address',
          toCorrect: [],
        },
      ],
    });
    expect(await readFailedMails(rt, otherAdmin)).toEqual({ count: 0, mails: [] });
  });

  test('is sent once more, with another day of retries', async () => {
    const id = await failedMail();
    let woken = 0;
    await retryFailedMail({ ...rt, wakeMails: () => woken++ }, admin, id);
    expect(woken).toBe(1);
    expect((await readFailedMails(rt, admin)).count).toBe(0);
    await sender().drain();
    expect(await mailRow(rt, id)).toMatchObject({ state: 'queued', attempts: 1 });
    smtp.fault = () => 'none';
    rt.clock.advance(MINUTE);
    await sender().drain();
    expect((await mailRow(rt, id)).state).toBe('sent');
    expect(smtp.received).toHaveLength(1);
  });

  test('leaves the list when dismissed', async () => {
    const id = await failedMail();
    await dismissFailedMail(rt, admin, id);
    expect((await readFailedMails(rt, admin)).count).toBe(0);
  });

  test('is not resent if its link has expired; the list says what to do', async () => {
    const id = await failedMail({ kind: 'password_reset' });
    const { mails } = await readFailedMails(rt, admin);
    expect(mails[0]?.advice).toContain('もう一度再設定を申し込む');
    await expect(retryFailedMail(rt, admin, id)).rejects.toMatchObject({
      status: 409,
      message: mails[0]?.advice,
    });
    expect((await mailRow(rt, id)).state).toBe('failed');
  });
});

test.each(FAMILY_KINDS)('%s is never sent again without its words', async (kind) => {
  const id = await failedMail({ kind });
  const { text, html, content } = await mailRow(rt, id);
  const isBlank = text + html + content === '';
  const retried = await retryFailedMail(rt, admin, id).then(
    () => true,
    () => false,
  );
  expect(retried).toBe(!isBlank);
});

describe.each([
  ['sending again', retryFailedMail],
  ['dismissing', dismissFailedMail],
])('%s', (_name, change) => {
  test("another facility's mail: as if unknown", async () => {
    const id = await failedMail();
    const refusal = async (target: string) =>
      change(rt, otherAdmin, target).then(
        () => 'done',
        (error: unknown) => ({ ...(error as object), message: (error as Error).message }),
      );
    expect(await refusal(id)).toEqual(await refusal('AAAAAAAAAAAAAAAA'));
    expect(await refusal(id)).toMatchObject({ status: 404 });
    expect((await mailRow(rt, id)).state).toBe('failed');
  });

  test('a mail being retried, or a second request: not found', async () => {
    const queued = await makeMail(rt, { hostId: cast.host.id });
    await expect(change(rt, admin, queued)).rejects.toMatchObject({ status: 404 });
    const id = await failedMail();
    await change(rt, admin, id);
    await expect(change(rt, admin, id)).rejects.toMatchObject({ status: 404 });
  });
});

test('a long list is cut and shows the total', async () => {
  for (let n = 0; n < MAX_FAILED_MAILS + 3; n++) await makeMail(rt, { hostId: cast.host.id });
  await rt.db.updateTable('outbox').set({ state: 'failed' }).execute();
  const { mails, count } = await readFailedMails(rt, admin);
  expect([mails.length, count]).toEqual([MAX_FAILED_MAILS, MAX_FAILED_MAILS + 3]);
});
