import { describe, expect, test } from 'vitest';
import { runDeliveries } from '#domains/delivery/monthly-run.ts';
import { previewLine } from '#domains/delivery/test-mail.ts';
import { listGivenUpMails, retryGivenUpMails } from '#domains/mail/given-up-mails.ts';
import { readFailedMails } from '#domains/mail/retry-mails.ts';
import { readDemoMails } from '#domains/mail/demo-mails.ts';
import { chooseLastLetter } from '#domains/people/choose-last-letter.ts';
import { updateResident } from '#domains/people/change-resident.ts';
import { HOUR_MS, MINUTE_MS } from '#lib/durations.ts';
import { makeAlerts } from '#domains/operator/alert.ts';
import { keptLine } from '#server/line/open-line.ts';
import type { OutgoingMail } from '../support/sender.ts';
import { tokyo } from '../support/delivery.ts';
import { makeLetter, makeNote } from '../support/factories.ts';
import { lineOfFile } from '../support/line-of-file.ts';
import {
  HANA,
  OCTOBER,
  deliverFirst,
  join,
  makeLineMonth,
  send,
  statesOf,
} from '../support/line-month.ts';

const line = await lineOfFile();

const said = (n = 0): string => JSON.stringify(line.accepted[n]?.messages);

/** Both letters wait for one account. */
async function waiting() {
  const month = await makeLineMonth(line);
  await join(month, month.ofHaru, HANA);
  await join(month, month.ofKiyo, HANA);
  month.rt.clock.set(tokyo('2026-11-01T09:00:00'));
  await runDeliveries(month.rt);
  return month;
}

describe('states of life', () => {
  test.each([
    ['died', { diedOn: '2026-10-30' }],
    ['left', { leftOn: '2026-09-12' }],
    ['is away', { awaySince: '2026-10-12' }],
  ])('of one who %s nothing goes out, and the other letter goes', async (_what, days) => {
    const month = await waiting();
    await updateResident(month.rt, month.admin, month.haru.id, days);
    await send(month);
    expect(line.accepted).toHaveLength(1);
    expect(said()).toContain('鈴木');
    expect(said()).not.toContain('佐藤');
    expect(await statesOf(month)).toMatchObject({ '佐藤 花': { state: 'none' } });
  });

  test('taken back within a day it goes', async () => {
    const month = await waiting();
    const { rt, admin, haru } = month;
    await updateResident(rt, admin, haru.id, { awaySince: '2026-10-12' });
    await send(month);
    rt.clock.advance(HOUR_MS);
    await updateResident(rt, admin, haru.id, { awaySince: null });
    await send(month);
    expect(line.accepted).toHaveLength(2);
    expect(said(1)).toContain('佐藤');
    expect(said(1)).not.toContain('鈴木');
  });

  test('a last letter is a message of its own, in quiet words', async () => {
    const month = await makeLineMonth(line);
    const { rt, admin, haru } = month;
    await join(month, month.ofHaru, HANA);
    await join(month, month.ofKiyo, HANA);
    await updateResident(rt, admin, haru.id, { diedOn: '2026-10-18' });
    await chooseLastLetter(rt, admin, haru.id, { choice: 'last', words: 'お悔やみ申し上げます。' });
    await deliverFirst(month);
    expect(line.accepted).toHaveLength(2);
    const last = line.accepted.findIndex(({ messages }) =>
      JSON.stringify(messages).includes('最後のお便り'),
    );
    expect(said(last)).toContain('謹んでお悔やみ申し上げます');
    expect(said(last)).not.toContain('鈴木');
    expect(said(last)).not.toContain('#b04a00');
    expect(said(1 - last)).not.toContain('佐藤');
  });

  test('chosen after the 1st it goes at once', async () => {
    const month = await makeLineMonth(line);
    const { rt, admin, haru } = month;
    await join(month, month.ofHaru, HANA);
    await updateResident(rt, admin, haru.id, { diedOn: '2026-10-18' });
    await deliverFirst(month);
    expect(line.accepted).toEqual([]);
    await chooseLastLetter(rt, admin, haru.id, { choice: 'last', words: 'お悔やみ申し上げます。' });
    await send(month);
    expect(line.accepted).toHaveLength(1);
    expect(said()).toContain('最後のお便り');
  });
});

test('a letter that becomes one later that day', async () => {
  const month = await makeLineMonth(line);
  const { rt, hostId } = month;
  await join(month, month.ofHaru, HANA);
  await join(month, month.ofKiyo, HANA);
  await rt.db.deleteFrom('letters').execute();
  await makeNote(rt, month.haru, OCTOBER);
  await deliverFirst(month);
  expect(line.accepted).toHaveLength(1);
  rt.clock.advance(HOUR_MS);
  await makeLetter(rt, hostId, OCTOBER);
  await runDeliveries(rt);
  await send(month);
  expect(line.accepted).toHaveLength(2);
  expect(said(1)).toContain('鈴木');
  expect(said(1)).not.toContain('佐藤');
});

test('the operator is told what LINE did not take, and nobody sends it again by mistake', async () => {
  const month = await makeLineMonth(line);
  const { rt, admin } = month;
  await join(month, month.ofHaru, HANA);
  line.limit = 0;
  await deliverFirst(month);
  const [lost, ...others] = await listGivenUpMails(rt);
  expect(others).toEqual([]);
  expect(lost).toMatchObject({ to: 'LINE', reason: '今月LINEで送れる数を使い切りました。' });
  const told: OutgoingMail[] = [];
  const send = (mail: OutgoingMail) => Promise.resolve(void told.push(mail));
  const env = { ...rt.env, OPERATOR_EMAIL: 'info@example.jp', BACKUP_HOUR: null, READY_FREE_MB: 0 };
  const look = makeAlerts({ ...rt, env, mailer: { ...rt.mailer, send } });
  for (let n = 0; n < 12; n++) {
    await look();
    rt.clock.advance(5 * MINUTE_MS);
  }
  expect(told.map(({ text }) => text)).toEqual([expect.stringContaining('送れなかったもの1通')]);
  await expect(retryGivenUpMails(rt, null)).rejects.toMatchObject({ status: 404 });
  expect(await readFailedMails(rt, admin)).toEqual({ mails: [], count: 0 });
});

test('the demo keeps its messages', async () => {
  const month = await makeLineMonth(line);
  await join(month, month.ofHaru, HANA);
  month.rt.line = keptLine();
  month.rt.isDemo = true;
  await deliverFirst(month);
  expect(line.accepted).toEqual([]);
  const [message] = await readDemoMails(month.rt, 'line');
  expect(message?.subject).toContain('佐藤様のご家族へ、10月号');
  expect(message?.text.filter(({ isLink }) => isLink)).toHaveLength(1);
  month.rt.isDemo = false;
  await expect(readDemoMails(month.rt, 'line')).rejects.toMatchObject({ status: 404 });
});

test('an admin sees the message before it goes', async () => {
  const { rt, admin } = await makeLineMonth(line);
  const words = await previewLine(rt, admin);
  expect(words).toMatchObject({ sender: 'ひだまりの家', buttons: [{ label: 'お便りを読む' }] });
  expect(words.title).toContain('9月のお便りができました');
});
