import { tickTold } from '#domains/delivery/ending/tell-by-hand.ts';
import { tellOfEndings } from '#domains/delivery/ending/tell-of-ending.ts';
import { setEnding } from '#domains/facility/ending/set-ending.ts';
import { HOUR } from '../support/clock.ts';
import { endingOf } from '../support/endings.ts';
import { beforeEach, expect, test } from 'vitest';
import type { AuditAction } from '#domains/audit/audit.ts';
import { DEFAULT_SETTINGS } from '#domains/facility/delivery-settings.ts';
import { sendTestMail } from '#domains/delivery/test-mail.ts';
import { sendOwnLetter } from '#domains/delivery/own-letter.ts';
import { sendLetter } from '#domains/delivery/send-on-request.ts';
import { saveDeliverySettings } from '#domains/delivery/change-settings.ts';
import { addFamily, changeFamily, removeFamily } from '#domains/people/manage-families.ts';
import { FamilyInput } from '#domains/people/family.ts';
import { importRoster } from '#domains/people/roster/import-roster.ts';
import { castEachTest, rt, cast, admin } from '../support/cast-each-test.ts';
import { makeFamily, makeLetter } from '../support/factories.ts';
import { parseInput } from '#server/parse-input.ts';

/** Those by LINE, by families themselves and by mails that come back are tests of their own. */
type Action = Exclude<
  Extract<AuditAction, `family.${string}` | `delivery.${string}`>,
  | `family.line_${string}`
  | 'family.way_chosen'
  | 'family.mail_returned'
  | 'family.address_confirmed'
  | 'delivery.came_back'
  | 'delivery.sent_again'
>;
let id: string;

castEachTest(['admin']);
beforeEach(async () => {
  id = (await makeFamily(rt, cast.resident, { email: 'hana@example.jp' })).id;
  await rt.db.deleteFrom('audit_logs').execute();
});

/** Its families by link are the facility's to tell. */
async function endForAll(): Promise<void> {
  await setEnding(rt, null, endingOf(rt, cast.host.id, 40));
  await rt.db.deleteFrom('audit_logs').execute();
  rt.clock.advance(HOUR);
  await tellOfEndings(rt);
}

/** What causes each event; the id of its target. */
const EVENTS: Record<Action, () => Promise<string | null>> = {
  async 'family.added'() {
    const fields = { residentId: cast.resident.id, name: '田中 花', delivery: 'link' };
    return (await addFamily(rt, admin, parseInput(FamilyInput, fields))).id;
  },
  async 'family.changed'() {
    await changeFamily(rt, admin, id, { name: '田中 華' });
    return id;
  },
  async 'family.imported'() {
    const csv = '氏名,ご家族の氏名\n田中 ウメ,田中 さくら';
    await importRoster(rt, admin, 'families', csv);
    return null;
  },
  async 'family.link_renewed'() {
    await changeFamily(rt, admin, id, { rotateToken: true });
    return id;
  },
  async 'family.deleted'() {
    await removeFamily(rt, admin, id);
    return id;
  },
  async 'family.told_of_ending'() {
    await endForAll();
    await tickTold(rt, admin, { familyId: id, done: 'yes' });
    return id;
  },
  async 'family.telling_taken_back'() {
    await endForAll();
    await tickTold(rt, admin, { familyId: id, done: 'yes' });
    await rt.db.deleteFrom('audit_logs').execute();
    await tickTold(rt, admin, { familyId: id, done: 'no' });
    return id;
  },
  async 'delivery.settings_changed'() {
    await saveDeliverySettings(rt, admin, { ...DEFAULT_SETTINGS, signature: '職員一同' });
    return null;
  },
  async 'delivery.test_sent'() {
    await sendTestMail(rt, admin, id);
    return id;
  },
  async 'delivery.own_sent'() {
    await sendOwnLetter(rt, admin);
    return null;
  },
  async 'delivery.sent_by_hand'() {
    await makeLetter(rt, cast.host.id, 202609);
    await rt.db.updateTable('families').set({ delivery: 'email' }).where('id', '=', id).execute();
    await sendLetter(rt, admin, { familyId: id, yearMonth: 202609 });
    return id;
  },
};

test.each(Object.keys(EVENTS) as Action[])(
  '%s is recorded once, without an address, and a name only if someone was removed',
  async (action) => {
    const target = await EVENTS[action]();
    const rows = await rt.db.selectFrom('audit_logs').selectAll().execute();
    const who = { host_id: cast.host.id, staff_id: admin.id };
    expect(rows).toMatchObject([
      { action, target, ...who, created_at: rt.clock.now().toISOString() },
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/@|example/);
    expect(rows[0]?.detail === '田中 一郎').toBe(action === 'family.deleted');
    expect(rows[0]?.resident_id).toBe(
      /settings_changed|imported|own_sent/.test(action) ? null : cast.resident.id,
    );
  },
);
