import { saveReply } from '#domains/delivery/replies/write-reply.ts';
import { changeAnswer } from '#domains/letter/answer/staff-answers.ts';
import { saveDeliverySettings } from '#domains/delivery/change-settings.ts';
import type { DeliverySettings } from '#domains/facility/delivery-settings.ts';
import { changeFacility } from '#domains/facility/change-facility.ts';
import { confirmFacility, setPlan } from '#domains/operator/facilities.ts';
import { continueUse } from '#domains/account/trial.ts';
import { dismissFailedMail, retryFailedMail } from '#domains/mail/retry-mails.ts';
import { retryGivenUpMails } from '#domains/mail/given-up-mails.ts';
import { queueMail } from '#domains/mail/outbox.ts';
import { newId } from '#server/secrets.ts';
import {
  changeDevice,
  endDevice,
  unlockDevice,
} from '#domains/account/shared-device/manage-devices.ts';
import { signedIn } from '../cast.ts';
import { makeAnswer, makeHost, makeStaff } from '../factories.ts';
import type { TestRuntime } from '../runtime.ts';
import { sharePhone } from '../shared-device.ts';
import type { World } from './pairs.ts';
import { pairsOf } from './pairs.ts';

/** In the last days of its trial. */
async function makeFacility({ rt }: World) {
  const trial_ends_at = new Date(rt.clock.now().getTime() + 1000).toISOString();
  const host = await makeHost(rt, { trial_ends_at });
  const settings = { host_id: host.id, sender_name: host.name };
  await rt.db.insertInto('delivery_settings').values(settings).execute();
  const staff = await makeStaff(rt, host.id, { role: 'admin' });
  return { id: host.id, admin: await signedIn(rt, staff) };
}

type Facility = Awaited<ReturnType<typeof makeFacility>>;

const readFacility = ({ rt }: World, { id }: Facility) =>
  rt.db
    .selectFrom('hosts')
    .innerJoin('delivery_settings', 'delivery_settings.host_id', 'hosts.id')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();

type After = NonNullable<Awaited<ReturnType<typeof readFacility>>>;

const change = (input: Parameters<typeof changeFacility>[2], counted: (after: After) => boolean) =>
  ({
    apply: (rt: TestRuntime, { admin }: Facility) => changeFacility(rt, admin, input),
    log: 'host.changed',
    counted,
  }) as const;

const save = (input: Partial<DeliverySettings>, counted: (after: After) => boolean) =>
  ({
    apply: (rt: TestRuntime, { admin }: Facility) => saveDeliverySettings(rt, admin, input),
    log: 'delivery.settings_changed',
    counted,
  }) as const;

const PHONE = '06-1234-5678';

const facility = pairsOf({
  make: makeFacility,
  read: readFacility,
  changes: {
    name: change({ name: 'こもれびの家' }, (row) => row.name === 'こもれびの家'),
    phone: change({ phone: PHONE }, (row) => row.phone === PHONE),
    town: change({ town: '銀座' }, (row) => row.town === '銀座'),
    'confirmed by the operator': {
      apply: (rt, { id }) => confirmFacility(rt, id),
      log: 'operator.facility_confirmed',
      counted: (row) => row.confirmed_at !== null,
    },
    'plan by the operator': {
      apply: (rt, { id }) => setPlan(rt, id, 'small'),
      log: 'operator.plan_set',
    },
    'going on': {
      apply: (rt, { admin }) => continueUse(rt, admin, 'large'),
      log: 'host.continued',
      counted: (row) => row.continued_at !== null,
    },
    'mails off': save({ mailEnabled: false }, (row) => row.mail_enabled === 0),
    hour: save({ hour: 18 }, (row) => row.hour === 18),
    sender: save({ senderName: '職員一同' }, (row) => row.sender_name === '職員一同'),
    signature: save({ signature: '電話' }, (row) => row.signature === '電話'),
    'early look': save({ earlyLook: true }, (row) => row.early_look === 1),
    'no answers': save({ takesAnswers: false }, (row) => row.takes_answers === 0),
  },
});

const sharedDevice = pairsOf({
  async make({ rt, cast }) {
    const admin = await signedIn(rt, cast.admin);
    const { id } = await sharePhone(rt, admin);
    return { admin, id, staffId: cast.general.id };
  },
  async read({ rt }, { id }) {
    const devices = rt.db.selectFrom('shared_devices').selectAll().where('id', '=', id);
    const people = rt.db.selectFrom('shared_device_people').selectAll().where('device_id', '=', id);
    const device = await devices.executeTakeFirst();
    return device && { ...device, people: await people.execute() };
  },
  changes: {
    name: {
      apply: (rt, { admin, id }) => changeDevice(rt, admin, id, { name: '3階のタブレット' }),
      log: 'device.changed',
      counted: (row) => row.name === '3階のタブレット',
    },
    people: {
      apply: (rt, { admin, id, staffId }) => changeDevice(rt, admin, id, { staffIds: [staffId] }),
      log: 'device.changed',
      counted: (row) => row.is_for_all === 0 && row.people.length === 1,
    },
    unlock: {
      apply: (rt, { admin, id }) => unlockDevice(rt, admin, id),
      log: 'device.unlocked',
    },
    end: { apply: (rt, { admin, id }) => endDevice(rt, admin, id), log: 'device.ended' },
  },
});

const answer = pairsOf({
  make: async ({ rt, cast, admin }) => ({
    admin,
    row: await makeAnswer(rt, cast.family, { body: newId() }),
  }),
  read: ({ rt }, { row }) =>
    rt.db.selectFrom('answers').selectAll().where('id', '=', row.id).executeTakeFirst(),
  changes: {
    'passed on': {
      apply: (rt, { admin, row }) => changeAnswer(rt, admin, row.id, { passedOn: true }),
      log: 'answer.passed_on',
      counted: (row) => row.passed_on_at !== null,
    },
    hidden: {
      apply: (rt, { admin, row }) => changeAnswer(rt, admin, row.id, { hidden: true }),
      log: 'answer.hidden',
      counted: (row) => row.hidden_at !== null,
    },
    replied: {
      apply: (rt, { admin, row }) => saveReply(rt, admin, row.id, { body: 'はい。' }),
      log: 'answer.replied',
      counted: (row) => row.reply === 'はい。',
    },
  },
});

const failedMail = pairsOf({
  async make({ rt, cast, admin }) {
    const id = newId();
    await queueMail(rt, {
      id,
      kind: 'delivery',
      hostId: cast.host.id,
      hostName: null,
      to: 'ichiro@example.jp',
      content: { subject: 'お便り', paragraphs: [] },
    });
    await rt.db.updateTable('outbox').set({ state: 'failed' }).where('id', '=', id).execute();
    return { admin, id };
  },
  read: ({ rt }, { id }) =>
    rt.db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirst(),
  changes: {
    retry: {
      apply: (rt, { admin, id }) => retryFailedMail(rt, admin, id),
      log: 'mail.retried',
      counted: (row) => row.state === 'queued',
    },
    'retry by the operator': {
      apply: (rt, { id }) => retryGivenUpMails(rt, id),
      log: 'operator.mails_retried',
      counted: (row) => row.state === 'queued',
    },
    dismiss: {
      apply: (rt, { admin, id }) => dismissFailedMail(rt, admin, id),
      log: 'mail.dismissed',
    },
  },
});

export const FACILITY = { facility, sharedDevice, answer, failedMail };
