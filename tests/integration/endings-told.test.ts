import { describe, expect, test } from 'vitest';
import { tellOfEndings } from '#domains/delivery/ending/tell-of-ending.ts';
import { listUnnotified } from '#domains/delivery/ending/unnotified.ts';
import { runDeliveries } from '#domains/delivery/monthly-run.ts';
import { setEnding, takeBackEnding } from '#domains/facility/ending/set-ending.ts';
import { queueMail } from '#domains/mail/outbox.ts';
import { changeFamily } from '#domains/people/manage-families.ts';
import { HOUR, MINUTE } from '../support/clock.ts';
import { tokyo } from '../support/delivery.ts';
import { endingOf } from '../support/endings.ts';
import { makeFamily } from '../support/factories.ts';
import type { Relatives } from '../support/relatives.ts';
import { YUMI, makeRelatives } from '../support/relatives.ts';
import { sendDue } from '../support/sender.ts';

const WORDS = '長いあいだ、ありがとうございました。';

const set = ({ rt, admin, hostId }: Relatives, days = 40, words = '') =>
  setEnding(rt, admin, { ...endingOf(rt, hostId, days), words });
const back = ({ rt, admin, hostId }: Relatives) => takeBackEnding(rt, admin, { hostId });
/** A minute's sweep, after so long. */
async function tell({ rt }: Relatives, ms = 0) {
  rt.clock.advance(ms);
  await tellOfEndings(rt);
  const mails = await sendDue(rt);
  await tellOfEndings(rt);
  return mails;
}
const unnotified = async ({ rt, hostId }: Relatives) =>
  (await listUnnotified(rt, hostId)).map(({ familyName }) => familyName);

describe('of an ending', () => {
  test('each relative is told once, in one mail for two residents, after an hour', async () => {
    const of = await makeRelatives();
    await set(of, 40, WORDS);
    expect(await tell(of, 59 * MINUTE)).toEqual([]);
    expect(await unnotified(of)).toHaveLength(2);
    const [mail, ...more] = await tell(of, MINUTE);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ to: YUMI.email, isToFamily: true });
    expect(mail?.subject).toContain('お便りは、2026年11月29日(日)までになります');
    expect(mail?.text).toContain(WORDS);
    expect(mail?.text).toContain('2027年1月28日(木)まで');
    for (const name of ['佐藤 ハル 様', '鈴木 キヨ 様']) expect(mail?.text).toContain(name);
    expect(mail?.text.match(/\/letters\?/g)).toHaveLength(2);
    expect(await unnotified(of)).toEqual([]);
    for (let n = 0; n < 50; n++) expect(await tell(of, 12 * HOUR)).toEqual([]);
  });

  test('nobody is woken', async () => {
    const of = await makeRelatives();
    of.rt.clock.set(tokyo('2026-10-20T18:30:00'));
    await set(of);
    expect(await tell(of, HOUR)).toEqual([]);
    of.rt.clock.set(tokyo('2026-10-21T08:59:00'));
    expect(await tell(of)).toEqual([]);
    expect(await tell(of, MINUTE)).toHaveLength(1);
  });

  test('nobody is told of a day that is taken back in time, nor twice of one', async () => {
    const of = await makeRelatives();
    await set(of);
    await back(of);
    expect(await tell(of, 2 * HOUR)).toEqual([]);
    await set(of);
    of.rt.clock.advance(HOUR);
    await tellOfEndings(of.rt);
    await back(of);
    await tellOfEndings(of.rt);
    expect(await sendDue(of.rt)).toEqual([]);
    expect(await tell(of, HOUR)).toEqual([]);
  });

  test('who was told is told once that it was taken back, and anew of another', async () => {
    const of = await makeRelatives();
    for (let round = 0; round < 2; round++) {
      await set(of);
      expect(await tell(of, HOUR)).toHaveLength(1);
      await back(of);
      expect(await tell(of, MINUTE)).toEqual([]);
      const [mail, ...more] = await tell(of, HOUR);
      expect(more).toEqual([]);
      expect(mail?.subject).toContain('お便りは、これからもご覧いただけます');
      expect(await tell(of, HOUR)).toEqual([]);
    }
  });

  test('of another day only if it is earlier', async () => {
    const of = await makeRelatives();
    await set(of, 60);
    expect(await tell(of, HOUR)).toHaveLength(1);
    await set(of, 90);
    expect(await tell(of, 2 * HOUR)).toEqual([]);
    expect(await unnotified(of)).toEqual([]);
    await set(of, 40);
    expect(await unnotified(of)).toHaveLength(2);
    const [mail, ...more] = await tell(of, HOUR);
    expect(more).toEqual([]);
    expect(mail?.text).toContain('より、前になりました');
    expect(await unnotified(of)).toEqual([]);
  });

  test('a taking back that did not go out leaves what was told', async () => {
    const of = await makeRelatives();
    await set(of);
    await tell(of, HOUR);
    await back(of);
    await tellOfEndings(of.rt);
    await set(of);
    expect(await tell(of, 2 * HOUR)).toEqual([]);
    expect(await unnotified(of)).toEqual([]);
  });

  test('who has no way of its own is told by the facility', async () => {
    const of = await makeRelatives();
    const { rt, admin, haru } = of;
    await makeFamily(rt, haru, { name: '手渡し', delivery: 'link' });
    const paused = await makeFamily(rt, haru, {
      ...{ name: 'お休み', email: 'p@example.jp', delivery: 'email' },
    });
    await rt.db
      .updateTable('families')
      .set({ paused_until: 202703 })
      .where('id', '=', paused.id)
      .execute();
    const parked = { name: '戻る', email: 'r@example.jp', delivery: 'email' } as const;
    const { id } = await makeFamily(rt, haru, parked);
    await rt.db
      .updateTable('families')
      .set({ returned_at: rt.clock.now().toISOString(), returned_kind: 'hard' })
      .where('id', '=', id)
      .execute();
    await set(of);
    expect((await tell(of, HOUR)).map(({ to }) => to)).toEqual([YUMI.email]);
    expect((await unnotified(of)).sort()).toEqual(['お休み', '手渡し', '戻る'].sort());
    await changeFamily(rt, admin, id, { email: 'new@example.jp' });
    expect(await tell(of, HOUR)).toEqual([]);
  });

  test('after the last day nobody is mailed', async () => {
    const of = await makeRelatives();
    await setEnding(of.rt, of.admin, { ...endingOf(of.rt, of.hostId, 0), isShort: true });
    of.rt.clock.set(tokyo('2026-10-21T10:00:00'));
    expect(await tell(of)).toEqual([]);
    expect(await unnotified(of)).toHaveLength(2);
  });

  test('what waits at the end does not go', async () => {
    const of = await makeRelatives();
    await setEnding(of.rt, of.admin, { ...endingOf(of.rt, of.hostId, 0), isShort: true });
    of.rt.clock.advance(HOUR);
    await tellOfEndings(of.rt);
    of.rt.clock.set(tokyo('2026-10-21T00:00:00'));
    await tellOfEndings(of.rt);
    expect(await sendDue(of.rt)).toEqual([]);
    expect(await unnotified(of)).toHaveLength(2);
  });
});

test.each(['queued', 'failed'] as const)(
  'a letter that is %s on the last day does not go after it, staff mails do',
  async (state) => {
    const of = await makeRelatives();
    const { rt, admin, hostId } = of;
    rt.clock.set(tokyo('2026-11-01T09:00:00'));
    await runDeliveries(rt);
    await rt.db.updateTable('outbox').set({ state }).execute();
    expect(await rt.db.selectFrom('deliveries').selectAll().execute()).toHaveLength(2);
    await setEnding(rt, admin, { ...endingOf(rt, hostId, 0), isShort: true });
    await tellOfEndings(rt);
    expect(await mailKinds(of)).toEqual(['delivery']);
    rt.clock.set(tokyo('2026-11-02T00:00:00'));
    await queueMail(rt, {
      ...{ kind: 'way_in', hostId, hostName: '', to: 'staff@example.jp' },
      content: { subject: 'ログイン', paragraphs: [] },
    });
    await tellOfEndings(rt);
    expect(await mailKinds(of)).toEqual(['way_in']);
    expect(await rt.db.selectFrom('deliveries').selectAll().execute()).toEqual([]);
  },
);

const mailKinds = async ({ rt }: Relatives): Promise<string[]> =>
  (await rt.db.selectFrom('outbox').select('kind').execute()).map(({ kind }) => kind);
