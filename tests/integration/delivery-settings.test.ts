import { describe, expect, test } from 'vitest';
import type { DeliverySettings } from '#domains/facility/delivery-settings.ts';
import {
  DEFAULT_SETTINGS,
  DeliverySettingsInput,
  SIGNATURE_MAX_LENGTH,
} from '#domains/facility/delivery-settings.ts';
import { previewDelivery } from '#domains/delivery/test-mail.ts';
import { readDeliverySettings } from '#domains/facility/read-delivery-settings.ts';
import { saveDeliverySettings } from '#domains/delivery/change-settings.ts';
import { openLink } from '#domains/letter/link.ts';
import { castEachTest, rt, cast, admin } from '../support/cast-each-test.ts';
import { parseInput } from '#server/parse-input.ts';

castEachTest(['admin']);

const CHOSEN: DeliverySettings = {
  mailEnabled: false,
  hour: 18,
  senderName: 'ひだまりの家 職員一同',
  signature: 'ひだまりの家\n電話 03-1234-5678',
  earlyLook: true,
  takesAnswers: false,
};
const save = (settings = CHOSEN) => saveDeliverySettings(rt, admin, settings);
const read = (hostId = cast.host.id) => readDeliverySettings(rt, hostId);

test('a facility that chose nothing has the defaults', async () => {
  expect(await read()).toEqual(DEFAULT_SETTINGS);
});

test('settings are saved, changed, and separate for each facility', async () => {
  await save();
  expect(await read()).toEqual(CHOSEN);
  await save({ ...CHOSEN, hour: 7 });
  expect(await read()).toEqual({ ...CHOSEN, hour: 7 });
  expect(await read(cast.otherHost.id)).toEqual(DEFAULT_SETTINGS);
  const events = await rt.db.selectFrom('audit_logs').select(['action', 'staff_id']).execute();
  expect(events.filter(({ action }) => action === 'delivery.settings_changed')).toEqual(
    Array(2).fill({ action: 'delivery.settings_changed', staff_id: admin.id }),
  );
});

test("the early look applies with a family's next request", async () => {
  const tokens = { residentToken: cast.resident.token, familyToken: cast.family.token };
  const before = await openLink(rt, tokens);
  await save();
  const after = await openLink(rt, tokens);
  expect([before?.earlyLook, after?.earlyLook]).toEqual([false, true]);
  expect(after?.contentVersion).toBeGreaterThan(before?.contentVersion ?? Infinity);
});

describe('input', () => {
  const parse = (fields: object) =>
    parseInput(DeliverySettingsInput, { ...CHOSEN, hour: '9', ...fields });

  test('is normalized', () => {
    expect(
      parse({ hour: '9', senderName: null, signature: ' 一行\r\n二行\u0007 \r\n' }),
    ).toMatchObject({
      hour: 9,
      senderName: '',
      signature: '一行\n二行',
    });
  });

  test.each([
    ['an hour at night', { hour: 3 }, 'hour'],
    ['half an hour', { hour: 9.5 }, 'hour'],
    ['no hour', { hour: '' }, 'hour'],
    ['a line break in a name', { senderName: 'ひだまり\nBcc: x@example.jp' }, 'senderName'],
    ['a long signature', { signature: 'あ'.repeat(SIGNATURE_MAX_LENGTH + 1) }, 'signature'],
  ])('%s is refused', (_name, fields, field) => {
    expect(() => parse(fields)).toThrow(
      expect.objectContaining({
        status: 422,
        errors: { [field]: [expect.stringMatching(/。$/)] },
      }) as Error,
    );
  });
});

describe('the preview', () => {
  test("shows the mail with the chosen sender and signature, without a family's name", async () => {
    await save();
    const { paper, written } = await previewDelivery(rt, admin);
    expect(written.subject).toBe(
      '【ひだまりの家 職員一同】（ご入居者のお名前）様の9月号のお便りをお届けします',
    );
    expect(paper).toMatchObject({ from: CHOSEN.senderName, signature: CHOSEN.signature });
    expect(written.text).toContain(CHOSEN.signature);
    for (const { name } of [cast.resident, cast.family]) expect(written.text).not.toContain(name);
  });

  test("uses the facility's name without a chosen sender", async () => {
    expect((await previewDelivery(rt, admin)).paper.from).toBe('ひだまりの家');
  });
});
