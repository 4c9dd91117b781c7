import { beforeEach, expect, test } from 'vitest';
import { previewDelivery, sendTestMail } from '#domains/delivery/test-mail.ts';
import { DEFAULT_SETTINGS } from '#domains/facility/delivery-settings.ts';
import { saveDeliverySettings } from '#domains/delivery/change-settings.ts';
import { continueFacility } from '#domains/operator/facilities.ts';
import type { Actor } from '#domains/account/session/session.ts';
import type { OutgoingMail } from '../support/sender.ts';
import { makeCast, signedIn } from '../support/cast.ts';
import { DAY } from '../support/clock.ts';
import { makeFamily } from '../support/factories.ts';
import type { TestRuntime } from '../support/runtime.ts';
import { makeRuntime } from '../support/runtime.ts';
import { sendDue } from '../support/sender.ts';

const CHOSEN = {
  ...DEFAULT_SETTINGS,
  senderName: 'みずほ銀行',
  signature: '至急ご確認ください。\nｗｗｗ．bank.example',
};

let rt: TestRuntime;
let admin: Actor;
let familyId: string;
beforeEach(async () => {
  rt = await makeRuntime();
  const cast = await makeCast(rt);
  await saveDeliverySettings(rt, await signedIn(rt, cast.admin), CHOSEN);
  const trialEndsAt = new Date(rt.clock.now().getTime() + 20 * DAY).toISOString();
  await rt.db.updateTable('hosts').set({ trial_ends_at: trialEndsAt }).execute();
  admin = await signedIn(rt, cast.admin);
  // What she is told about her second browser.
  await sendDue(rt);
  familyId = (await makeFamily(rt, cast.resident, { email: 'kazoku@example.jp' })).id;
});

async function mailTo(actor: Actor): Promise<OutgoingMail | undefined> {
  await sendTestMail(rt, actor, familyId);
  return (await sendDue(rt))[0];
}

test('on its trial a facility uses its own name, and a signature without links', async () => {
  const mail = await mailTo(admin);
  expect(mail?.hostName).toBe('ひだまりの家');
  expect(mail?.subject).toMatch(/^【ひだまりの家】/);
  expect(JSON.stringify(mail)).not.toMatch(/みずほ|bank|ｗｗｗ/);
  const { written } = await previewDelivery(rt, admin);
  expect(JSON.stringify(written)).not.toMatch(/みずほ|bank/);
});

test('a link in the signature is refused meanwhile, anything else is accepted', async () => {
  await expect(saveDeliverySettings(rt, admin, CHOSEN)).rejects.toMatchObject({
    status: 422,
    errors: { signature: [expect.stringContaining('お試しのあいだ')] },
  });
  await saveDeliverySettings(rt, admin, { ...CHOSEN, signature: '職員一同。' });
  expect((await mailTo(admin))?.text).toContain('職員一同。');
});

test('its settings apply once the operator lifts the limits', async () => {
  await continueFacility(rt, admin.host.id);
  const mail = await mailTo({ ...admin, host: { ...admin.host, trialEndsAt: null } });
  expect(mail?.hostName).toBe('みずほ銀行');
  expect(mail?.text).toContain('ｗｗｗ．bank.example');
});
