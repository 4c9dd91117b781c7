import { beforeEach, describe, expect, test } from 'vitest';
import { sendTestMail } from '#domains/delivery/test-mail.ts';
import { DEFAULT_SETTINGS } from '#domains/facility/delivery-settings.ts';
import { saveDeliverySettings } from '#domains/delivery/change-settings.ts';
import { changeFamily, readFamilyEntries, removeFamily } from '#domains/people/manage-families.ts';
import { castEachTest, rt, cast, admin } from '../support/cast-each-test.ts';
import { signedIn } from '../support/cast.ts';
import { HOUR } from '../support/clock.ts';
import { makeFamily } from '../support/factories.ts';
import { makeItem } from '../support/items.ts';
import { linkIn, mailsOf, makeMail } from '../support/mailbox.ts';
import { mailerOf, makeMailSender } from '../support/sender.ts';
import type { OutgoingMail } from '../support/sender.ts';
let family: { id: string; token: string };

castEachTest(['admin']);
beforeEach(async () => {
  family = await makeFamily(rt, cast.resident, {
    name: '田中 花',
    email: 'hana@example.jp',
    delivery: 'email',
  });
});

/** A mailer that records mails. */
function keptMails() {
  const mails: OutgoingMail[] = [];
  const mailer = mailerOf((mail) => Promise.resolve(void mails.push(mail)));
  return { mails, sender: makeMailSender({ ...rt, mailer }) };
}

describe('a test mail', () => {
  test('goes to the family, marked as a test, with its own link only', async () => {
    let woken = 0;
    rt.wakeMails = () => woken++;
    expect(await sendTestMail(rt, admin, family.id)).toBe('hana@example.jp');
    const [mail, ...others] = await mailsOf(rt);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ kind: 'delivery_test', recipient: 'hana@example.jp' });
    expect(mail?.subject).toBe(
      '【ひだまりの家】（テスト）田中様のご家族へ、9月号のごあいさつをお届けします',
    );
    expect(mail?.text).toContain('田中 花 様');
    expect(mail?.text).toContain('9月のお便りができました。');
    expect(mail?.text).toContain('03-1234-5678');
    expect(linkIn(mail ?? { text: '' })).toBe(
      `${rt.env.PUBLIC_URL}/letters?resident_token=${cast.resident.token}&family_token=${family.token}`,
    );
    expect(mail?.text).not.toContain(cast.family.token);
    expect(mail?.text).not.toContain(cast.family.name);
    expect(woken).toBe(1);
  });

  test("links to last month's letter if there is one", async () => {
    const item = { residentId: cast.resident.id, takenOn: '2026-09-10' };
    await makeItem(rt, cast.host.id, item);
    await makeItem(rt, cast.host.id, { ...item, residentId: null });
    await sendTestMail(rt, admin, family.id);
    const [mail] = await mailsOf(rt);
    expect(linkIn(mail ?? { text: '' })).toMatch(/\/letters\/202609\?resident_token=/);
    expect(mail?.subject).toContain('田中様の9月号のお便りをお届けします');
    expect(mail?.text).toContain('田中 ウメ 様の9月のお便り');
    expect(mail?.text).toContain('写真1枚をお届けします。');
  });

  test('uses the chosen sender, unlike mails about accounts', async () => {
    const senderName = 'ひだまり便り';
    await saveDeliverySettings(rt, admin, { ...DEFAULT_SETTINGS, senderName });
    await sendTestMail(rt, admin, family.id);
    const { mails, sender } = keptMails();
    await sender.drain();
    expect(mails).toMatchObject([{ hostName: senderName, to: 'hana@example.jp' }]);
    await makeMail(rt, { hostId: cast.host.id });
    await sender.drain();
    expect(mails[1]).toMatchObject({ hostName: 'ひだまりの家' });
  });

  test("without an address or to another facility's family: refused", async () => {
    await expect(sendTestMail(rt, admin, cast.family.id)).rejects.toMatchObject({ status: 422 });
    const other = await signedIn(rt, cast.otherAdmin);
    await expect(sendTestMail(rt, other, family.id)).rejects.toMatchObject({ status: 404 });
    expect(await mailsOf(rt)).toEqual([]);
  });

  test('is limited per address and per facility', async () => {
    for (let n = 0; n < 5; n++) await sendTestMail(rt, admin, family.id);
    await expect(sendTestMail(rt, admin, family.id)).rejects.toMatchObject({ status: 429 });
    for (let left = 20 - 5; left > 0; left--) {
      const { id } = await makeFamily(rt, cast.resident, { email: `f${left}@example.jp` });
      await sendTestMail(rt, admin, id);
    }
    const { id } = await makeFamily(rt, cast.resident, { email: 'last@example.jp' });
    await expect(sendTestMail(rt, admin, id)).rejects.toMatchObject({ status: 429 });
    rt.clock.advance(HOUR);
    await sendTestMail(rt, admin, id);
  });
});

describe('a family whose mail bounced', () => {
  const trouble = async () =>
    (await readFamilyEntries(rt, admin)).find((entry) => entry.family.id === family.id)?.trouble;
  const settle = (state: 'failed' | 'sent', at = rt.clock.now().toISOString()) =>
    rt.db
      .updateTable('outbox')
      .set({
        state,
        sent_at: state === 'sent' ? at : null,
        fault: state === 'failed' ? 'address' : null,
      })
      .where('state', '=', 'queued')
      .execute();

  test('is marked until a later mail arrives', async () => {
    await sendTestMail(rt, admin, family.id);
    expect(await trouble()).toBeNull();
    await settle('failed');
    expect(await trouble()).toBe('メールが届きませんでした');
    rt.clock.advance(HOUR);
    await sendTestMail(rt, admin, family.id);
    await settle('sent');
    expect(await trouble()).toBeNull();
  });

  test('is unmarked with a new address or way of delivery', async () => {
    await sendTestMail(rt, admin, family.id);
    await settle('failed');
    await changeFamily(rt, admin, family.id, { delivery: 'link' });
    expect(await trouble()).toBeNull();
    await changeFamily(rt, admin, family.id, { delivery: 'email', email: 'new@example.jp' });
    expect(await trouble()).toBeNull();
  });
});

describe('a waiting mail', () => {
  const waiting = async () => (await mailsOf(rt)).map(({ recipient }) => recipient);
  const sister = () => makeFamily(rt, cast.resident, { email: 'hana@example.jp' });
  const deliver = async () => {
    await sendTestMail(rt, admin, family.id);
    const { id } = await rt.db.selectFrom('outbox').select('id').executeTakeFirstOrThrow();
    await rt.db
      .insertInto('deliveries')
      .values({
        host_id: cast.host.id,
        family_id: family.id,
        year_month: 202609,
        outbox_id: id,
        created_at: rt.clock.now().toISOString(),
      })
      .execute();
  };
  const deliveries = () => rt.db.selectFrom('deliveries').select('family_id').execute();

  test.each([
    ['a new link', () => changeFamily(rt, admin, family.id, { rotateToken: true })],
    ['another address', () => changeFamily(rt, admin, family.id, { email: 'x@example.jp' })],
    [
      'another resident',
      () => changeFamily(rt, admin, family.id, { residentId: cast.neighbour.id }),
    ],
    ['the end of the household', () => removeFamily(rt, admin, family.id)],
  ])('is withdrawn with %s, and counts as not delivered', async (_name, work) => {
    await deliver();
    await sendTestMail(rt, admin, (await sister()).id);
    await work();
    expect(await waiting()).toEqual(['hana@example.jp']);
    expect(await deliveries()).toEqual([]);
  });

  test('stays with any other change, and so does a sent one', async () => {
    await deliver();
    await changeFamily(rt, admin, family.id, { name: '田中 華', email: 'hana@example.jp' });
    await rt.db.updateTable('outbox').set({ state: 'sent' }).execute();
    await changeFamily(rt, admin, family.id, { rotateToken: true });
    expect(await waiting()).toEqual(['hana@example.jp']);
    expect(await deliveries()).toHaveLength(1);
  });
});
