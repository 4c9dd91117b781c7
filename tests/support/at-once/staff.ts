import { startSession } from '#domains/account/session/session-lifecycle.ts';
import { issueFirstPin } from '#domains/account/shared-device/first-pins.ts';
import { upsertPin, removePin } from '#domains/account/shared-device/manage-pins.ts';
import {
  inviteCarer,
  changeRole,
  removeStaff,
  updateProfile,
} from '#domains/account/manage-staff.ts';
import type { ProfileInput } from '#domains/account/staff.ts';
import { issueToken } from '#domains/account/one-time/one-time-tokens.ts';
import { inTransaction } from '#server/transaction.ts';
import { CLIENT, signedIn } from '../cast.ts';
import { PASSWORD, makeCarer, makeStaff } from '../factories.ts';
import type { TestRuntime } from '../runtime.ts';
import type { World } from './pairs.ts';
import { pairsOf } from './pairs.ts';
import { confirmEmailChange } from '../change-email.ts';

const NEW_PASSWORD = 'aki-no-kaze-ga-suzushii';

let made = 0;

async function makeColleague({ rt, cast, admin }: World) {
  const row = await makeStaff(rt, cast.host.id);
  const email = `new${++made}@example.jp`;
  const claims = { hostId: cast.host.id, staffId: row.id };
  const toEmail = await inTransaction(rt, (tx) => issueToken(tx, 'email', { ...claims, email }));
  const pin = { staff_id: row.id, host_id: row.host_id, hash: '', is_first: 0 as const };
  await upsertPin(rt.db, { ...pin, expires_at: null, created_at: row.created_at });
  const self = await signedIn(rt, row);
  return { admin, self, row, email, toEmail };
}

type Made = Awaited<ReturnType<typeof makeColleague>>;

const read = async ({ rt }: World, { row, email }: { row: { id: string }; email?: string }) => {
  const rows = rt.db.selectFrom('staffs').selectAll().where('id', '=', row.id);
  const after = await rows.executeTakeFirst();
  return after && { ...after, wanted: email };
};

type After = NonNullable<Awaited<ReturnType<typeof read>>>;

const profile = (input: ProfileInput, counted: (row: After) => boolean) =>
  ({
    apply: (rt: TestRuntime, { self }: Made) => updateProfile(rt, self, input),
    log: 'staff.profile_changed',
    counted,
  }) as const;

const staff = pairsOf({
  make: makeColleague,
  read,
  changes: {
    name: profile({ name: '佐藤 花' }, (row) => row.name === '佐藤 花'),
    kana: profile({ nameKana: 'サトウ ハナ' }, (row) => row.name_kana === 'サトウ ハナ'),
    password: {
      apply: (rt, { self }) =>
        updateProfile(rt, self, { currentPassword: PASSWORD, password: NEW_PASSWORD }),
      log: 'staff.password_changed',
    },
    'new address': {
      apply: (rt, { toEmail }) => confirmEmailChange(rt, toEmail, null),
      log: 'staff.email_changed',
      counted: (row) => row.email === row.wanted,
    },
    role: {
      apply: (rt, { admin, row }) => changeRole(rt, admin, row.id, 'admin'),
      log: 'staff.role_changed',
      counted: (row) => row.role === 'admin',
    },
    'no PIN': {
      apply: (rt, { admin, row }) => removePin(rt, admin, row.id),
      log: 'staff.pin_removed',
    },
    remove: {
      apply: (rt, { admin, row }) => removeStaff(rt, admin, row.id),
      log: 'staff.deleted',
    },
  },
});

const carer = pairsOf({
  make: async ({ rt, cast, admin }) => ({
    ...{ admin, row: await makeCarer(rt, cast.host.id) },
    // Mails of one browser are bounded.
    client: { ...CLIENT, address: `192.0.2.${++made % 250}` },
    email: `carer${++made}@example.jp`,
  }),
  read: (world, { row }) => read(world, { row }),
  changes: {
    invite: {
      apply: (rt, { admin, row: { id }, email, client }) =>
        inviteCarer(rt, admin, { id, email, client }),
      log: 'staff.invited',
    },
    'first PIN': {
      apply: (rt, { admin, row }) => issueFirstPin(rt, admin, row.id),
      log: 'staff.pin_issued',
    },
    session: {
      apply: (rt, { row }) => startSession(rt, row.id, row.host_id, CLIENT),
      log: 'session.started',
    },
    remove: {
      apply: (rt, { admin, row }) => removeStaff(rt, admin, row.id),
      log: 'staff.deleted',
    },
  },
});

export const STAFF = { staff, carer };
