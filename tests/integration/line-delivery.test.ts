import { describe, expect, test } from 'vitest';
import { runDeliveries } from '#domains/delivery/monthly-run.ts';
import { sendLetter } from '#domains/delivery/send-on-request.ts';
import { readLastDelivery } from '#domains/delivery/read-states.ts';
import { endLine } from '#domains/line/end-line.ts';
import { changeFamily, removeFamily } from '#domains/people/manage-families.ts';
import { tokyo } from '../support/delivery.ts';
import { makeFamily, makeSkipped } from '../support/factories.ts';
import { inWords } from '../support/mailbox.ts';
import { checkWithNote } from '#domains/letter/check/check-with-note.ts';
import { receive } from '../support/line-families.ts';
import { lineOfFile } from '../support/line-of-file.ts';
import { blocked } from '../support/line-platform.ts';
import {
  HANA,
  JIRO,
  OCTOBER,
  deliverFirst,
  handedBy,
  join,
  mailsTo,
  makeLineMonth,
  send,
  statesOf,
} from '../support/line-month.ts';

const line = await lineOfFile();

const MAIL = { email: 'hana@example.jp', delivery: 'email' } as const;
const said = (n = 0): string => JSON.stringify(line.accepted[n]?.messages);
const to = () => line.accepted.map((one) => one.to).sort();

describe('on the 1st', () => {
  test('one message to each account names all its residents, with a button for each', async () => {
    const month = await makeLineMonth(line);
    await join(month, month.ofHaru, HANA);
    await join(month, month.ofKiyo, HANA);
    await join(month, month.ofHaru, JIRO);
    await deliverFirst(month);
    expect(to()).toEqual([HANA, JIRO].sort());
    const hana = line.accepted.findIndex((one) => one.to === HANA);
    expect(said(hana)).toContain('佐藤 ハル 様と鈴木 キヨ 様のご家族へ、10月のお便りができました');
    expect(said(hana).match(/letters\/202610\?/g)).toHaveLength(2);
    expect(said(hana)).not.toContain('image');
    expect(said(1 - hana)).toContain('お便りを読む');
    expect(said(1 - hana)).not.toContain('鈴木');
    expect(await statesOf(month)).toMatchObject({
      '佐藤 花': { state: 'sent', way: 'line' },
      '鈴木 花': { state: 'sent', way: 'line' },
    });
    expect(await handedBy(month)).toEqual({});
    const summary = await readLastDelivery(month.rt, month.admin);
    expect(summary).toMatchObject({ line: { sent: 2, queued: 0, failed: 0 } });
    expect(summary.mails).toMatchObject({ sent: 0, failed: 0 });
    await runDeliveries(month.rt);
    await send(month);
    expect(line.accepted).toHaveLength(2);
  });

  test('also over batches of one family', async () => {
    const month = await makeLineMonth(line);
    await join(month, month.ofHaru, HANA);
    await join(month, month.ofKiyo, HANA);
    await join(month, month.ofKiyo, JIRO);
    month.rt.clock.set(tokyo('2026-11-01T09:00:00'));
    await runDeliveries(month.rt, { batch: 1 });
    await send(month);
    expect(to()).toEqual([HANA, JIRO].sort());
  });

  test('in place of the mail, or beside it where the family wants both', async () => {
    const month = await makeLineMonth(line, MAIL);
    await join(month, month.ofHaru, HANA);
    await join(month, month.ofKiyo, HANA);
    await changeFamily(month.rt, month.admin, month.ofKiyo.id, { alsoByMail: true });
    await deliverFirst(month);
    expect(to()).toEqual([HANA]);
    expect(await mailsTo(month)).toEqual(['hana@example.jp']);
    const [mail] = await month.rt.db
      .selectFrom('outbox')
      .selectAll()
      .where('channel', '=', 'mail')
      .where('kind', '=', 'delivery')
      .execute();
    expect(mail?.subject).toContain('鈴木様');
    expect(mail?.subject).not.toContain('佐藤様');
  });

  test('a mail offers LINE to a family that has not joined', async () => {
    const month = await makeLineMonth(line, MAIL);
    await join(month, month.ofHaru, HANA);
    line.limit = 0;
    await deliverFirst(month);
    const rows = await month.rt.db
      .selectFrom('outbox')
      .select(['subject', 'text', 'html', 'content'])
      .where('channel', '=', 'mail')
      .where('kind', '=', 'delivery')
      .execute();
    const offers = (name: string) =>
      inWords(rows)
        .filter(({ subject }) => subject.includes(name))
        .map(({ text }) => /LINEで/.test(text));
    expect([offers('鈴木様'), offers('佐藤様')]).toEqual([[true], [false]]);
  });

  test('an account of two facilities gets a message of each', async () => {
    const month = await makeLineMonth(line);
    await join(month, month.ofHaru, HANA);
    const { rt } = month;
    const other = await makeLineMonth(line);
    expect(other.rt).not.toBe(rt);
    await deliverFirst(month);
    expect(to()).toEqual([HANA]);
  });

  test('nothing goes for whom it is skipped, and the others of that account get theirs', async () => {
    const month = await makeLineMonth(line);
    await join(month, month.ofHaru, HANA);
    await join(month, month.ofKiyo, HANA);
    await makeSkipped(month.rt, month.kiyo, OCTOBER);
    await deliverFirst(month);
    expect(to()).toEqual([HANA]);
    expect(said()).not.toContain('鈴木');
    expect(await statesOf(month)).toMatchObject({
      '鈴木 花': { state: 'none', reason: 'skipped' },
    });
  });
});

describe('while it waits', () => {
  const waiting = async (family: Parameters<typeof makeLineMonth>[1] = MAIL) => {
    const month = await makeLineMonth(line, family);
    await join(month, month.ofHaru, HANA);
    await join(month, month.ofKiyo, HANA);
    month.rt.clock.set(tokyo('2026-11-01T09:00:00'));
    await runDeliveries(month.rt);
    return month;
  };

  test('an account that ends: mail', async () => {
    const month = await waiting();
    await receive(month.rt, blocked(HANA, { at: month.rt.clock.now().getTime() }));
    await send(month);
    expect(line.accepted).toEqual([]);
    // Of one relative with two residents.
    expect(await mailsTo(month)).toEqual(['hana@example.jp', 'hana@example.jp']);
  });

  test('one family that ends it: the other’s message goes', async () => {
    const month = await waiting({});
    await endLine(month.rt, month.admin, month.ofHaru.id);
    await send(month);
    expect(to()).toEqual([HANA]);
    expect(said()).not.toContain('佐藤');
    expect(Object.keys(await handedBy(month))).toEqual(['佐藤 花']);
  });

  test('a family that is deleted is in no message', async () => {
    const month = await waiting();
    await removeFamily(month.rt, month.admin, month.ofHaru.id);
    await send(month);
    expect(to()).toEqual([HANA]);
    expect(said()).not.toContain('佐藤');
  });

  test('a letter that is skipped is in no message', async () => {
    const month = await waiting();
    await checkWithNote(month.rt, month.admin, OCTOBER, month.haru.id, {
      whySkipped: '入院のため',
    });
    await send(month);
    expect(to()).toEqual([HANA]);
    expect(said()).not.toContain('佐藤');
    expect(said()).toContain('鈴木');
  });

  test('a renewed link takes it back; sent by hand it has the new one', async () => {
    const month = await waiting({});
    const kept = { rotateToken: true, keepLine: true } as const;
    await changeFamily(month.rt, month.admin, month.ofHaru.id, kept);
    await send(month);
    expect(said()).not.toContain('佐藤');
    expect(await statesOf(month)).toMatchObject({ '佐藤 花': { state: 'unsent' } });
    await sendLetter(month.rt, month.admin, { familyId: month.ofHaru.id, yearMonth: OCTOBER });
    await send(month);
    expect(line.accepted).toHaveLength(2);
    expect(said(1)).toContain('佐藤');
  });
});

test('a block that only became known later: what was accepted after it goes by mail', async () => {
  const month = await makeLineMonth(line, MAIL);
  await join(month, month.ofHaru, HANA);
  const at = tokyo('2026-11-01T08:00:00');
  await deliverFirst(month);
  expect(to()).toEqual([HANA]);
  await receive(month.rt, blocked(HANA, { at: Date.parse(at) }));
  await send(month);
  expect(await mailsTo(month)).toHaveLength(2);
  expect(await statesOf(month)).toMatchObject({ '佐藤 花': { state: 'sent', way: 'email' } });
});

test('who ends it after the letter came is not waited for that month', async () => {
  const month = await makeLineMonth(line);
  await join(month, month.ofHaru, HANA);
  await deliverFirst(month);
  await endLine(month.rt, month.admin, month.ofHaru.id);
  expect(Object.keys(await handedBy(month))).toEqual(['鈴木 花']);
});

test('who joins after the 1st gets the next letter', async () => {
  const month = await makeLineMonth(line);
  await deliverFirst(month);
  const late = await makeFamily(month.rt, month.haru, { name: '佐藤 遅' });
  await join(month, late, JIRO);
  await runDeliveries(month.rt);
  await send(month);
  expect(line.accepted).toEqual([]);
});

test('no user id is in the log, the history, the outbox or a delivery', async () => {
  const month = await makeLineMonth(line);
  await join(month, month.ofHaru, HANA);
  line.faultOf = (_to, nth) => (nth === 1 ? { status: 500 } : undefined);
  await deliverFirst(month);
  for (const table of [
    'outbox',
    'deliveries',
    'audit_logs',
    'line_codes',
    'line_events',
  ] as const) {
    const rows = await month.rt.db.selectFrom(table).selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(HANA);
  }
});
