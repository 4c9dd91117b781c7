import { beforeEach, describe, expect, test } from 'vitest';
import { runDeliveries } from '#domains/delivery/monthly-run.ts';
import { sendTestMail } from '#domains/delivery/test-mail.ts';
import { foresee, planLetter } from '#domains/delivery/trial-letters.ts';
import { newId } from '#server/secrets.ts';
import { DAY, HOUR } from '../support/clock.ts';
import { tokyo } from '../support/delivery.ts';
import { makeLetter, makeStaff } from '../support/factories.ts';
import { makeLineAccount } from '../support/line-families.ts';
import { lineUser } from '../support/line-platform.ts';
import type { TestRuntime } from '../support/runtime.ts';
import { makeRuntime } from '../support/runtime.ts';
import { sendDue } from '../support/sender.ts';
import { makeFacility } from '../support/trial.ts';

let rt: TestRuntime;
beforeEach(async () => {
  rt = await makeRuntime();
});

const onTrial = (families: number) => makeFacility(rt, families, tokyo('2026-11-25T12:00:00'));
const setEmail = (id: string, email: string) =>
  rt.db.updateTable('families').set({ email }).where('id', '=', id).execute();

describe('a mailbox that has proven itself', () => {
  const strangers = async (hostId: string) => {
    const { sum } = await rt.db
      .selectFrom('trial_letters')
      .select(({ fn }) => fn.sum<number>('to_strangers').as('sum'))
      .where('host_id', '=', hostId)
      .executeTakeFirstOrThrow();
    return sum;
  };
  const month = async (hostId: string) => {
    await makeLetter(rt, hostId, 202611);
    rt.clock.set(tokyo('2026-12-01T09:00:00'));
    await rt.db.deleteFrom('trial_letters').execute();
    await runDeliveries(rt);
    return strangers(hostId);
  };
  const answer = (hostId: string, familyId: string, residentId: string, at: Date) =>
    rt.db
      .insertInto('consents')
      .values({
        ...{ id: newId(), host_id: hostId, resident_id: residentId, family_id: familyId },
        ...{ answer: 'all', given_by: 'relative', answered_on: null, way: 'page', wording: 1 },
        ...{ recorded_by: null, confirmed_at: null, created_at: at.toISOString() },
      })
      .execute();

  test('by an answer about photos, or by joining LINE, after a letter went there', async () => {
    const { hostId, familyIds } = await makeFacility(rt, 6, tokyo('2027-01-02T00:00:00'));
    const [one = '', two = '', three = ''] = familyIds;
    const of = rt.db.selectFrom('families').selectAll();
    const [first, second, third] = await Promise.all(
      [one, two, three].map((id) => of.where('id', '=', id).executeTakeFirstOrThrow()),
    );
    // Before any letter: it came by a link that was handed over.
    const before = new Date(rt.clock.now().getTime() - HOUR);
    if (first) await answer(hostId, one, first.resident_id, before);
    await runDeliveries(rt);
    expect(await strangers(hostId)).toBe(6);
    rt.clock.advance(DAY);
    if (second) await answer(hostId, two, second.resident_id, rt.clock.now());
    if (third) await makeLineAccount(rt, third, lineUser(1));
    await rt.db.updateTable('families').set({ by_line: 0 }).execute();
    expect(await month(hostId)).toBe(4);
  });

  test('by the button in a mail that asked for it', async () => {
    const { hostId, familyIds } = await onTrial(6);
    const [one = ''] = familyIds;
    const proved = { email_proved_at: rt.clock.now().toISOString() };
    await rt.db.updateTable('families').set(proved).where('id', '=', one).execute();
    await runDeliveries(rt);
    expect(await strangers(hostId)).toBe(5);
  });

  test("as a colleague's, who signed up with it: a letter to oneself, too", async () => {
    const { hostId, admin, familyIds } = await onTrial(31);
    const [own = '', invited = ''] = familyIds;
    await setEmail(own, admin.email ?? '');
    await makeStaff(rt, hostId, { email: 'invited@example.jp', confirmed_at: null });
    await setEmail(invited, 'invited@example.jp');
    await sendTestMail(rt, admin, own);
    expect(await strangers(hostId)).toBe(0);
    await runDeliveries(rt);
    expect(await sendDue(rt)).toHaveLength(32);
    expect(await strangers(hostId)).toBe(30);
  });

  test('is foreseen as it is sent', async () => {
    const { hostId, admin } = await onTrial(0);
    const sending = { hostId, trialEndsAt: tokyo('2026-11-25T12:00:00'), hour: 9 };
    const row = { host_id: hostId, day: '2026-11-01', mailbox: 'x', letters: 30, to_strangers: 30 };
    await rt.db.insertInto('trial_letters').values(row).execute();
    const place = await foresee(rt.db, sending, rt.clock.now());
    for (const email of [admin.email ?? '', 'stranger@example.jp']) {
      const foreseen = place(email);
      expect(foreseen).toEqual((await planLetter(rt, sending, email))?.at);
    }
    expect(await strangers(hostId)).toBe(31);
  });
});
