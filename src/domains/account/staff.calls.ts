import { z } from 'zod';
import { asks, defineCall, names, onlyWhen, READS } from '#server/call.ts';
import {
  addCarer,
  changeRole,
  inviteCarer,
  readStaffs,
  removeStaff,
  updateProfile,
} from './manage-staff.ts';
import { clientOf } from './session/client-of.ts';
import { requireAdminStaff, requireStaff } from './session/guards.ts';
import { EmailOnlyInput, NewCarerInput, ProfileInput, RoleInput, StaffSchema } from './staff.ts';

const StaffOutput = z.object({ staff: StaffSchema });

const PROFILE = onlyWhen(
  names('password'),
  asks.password('staff.profile_changed', 'staff.password_changed'),
);

/** What clients may ask of staff (contract.md#staff). */
export const staffCalls = {
  list: defineCall(asks.nothing(READS), {
    summary: '職員の一覧',
    guard: requireAdminStaff,
    output: z.object({ staffs: z.array(StaffSchema) }),
    run: async ({ rt, actor }) => ({ staffs: await readStaffs(rt, actor) }),
  }),
  add: defineCall(asks.nothing('staff.added'), {
    summary: 'メールアドレスのない職員を加える（共用の端末だけで使う）',
    guard: requireAdminStaff,
    input: NewCarerInput,
    output: StaffOutput,
    status: 201,
    run: async ({ rt, actor, input }) => ({ staff: await addCarer(rt, actor, input) }),
  }),
  invite: defineCall(asks.confirmation('登録のご案内を送る', 'staff.invited'), {
    summary: 'メールアドレスのない職員に、登録のご案内を送る',
    guard: requireAdminStaff,
    input: EmailOnlyInput,
    output: null,
    run: ({ rt, actor, id, input, context }) =>
      inviteCarer(rt, actor, { id, email: input.email, client: clientOf(context) }),
  }),
  changeRole: defineCall(asks.confirmation('役割を変える', 'staff.role_changed'), {
    summary: '職員の役割を変える',
    guard: requireAdminStaff,
    input: RoleInput,
    output: StaffOutput,
    run: async ({ rt, actor, id, input }) => ({
      staff: await changeRole(rt, actor, id, input.role),
    }),
  }),
  remove: defineCall(asks.confirmation('職員を外す', 'staff.deleted'), {
    summary: '職員を外す',
    guard: requireAdminStaff,
    output: null,
    run: ({ rt, actor, id }) => removeStaff(rt, actor, id),
  }),
  updateProfile: defineCall(PROFILE, {
    summary: '自分のお名前やパスワードを変える',
    guard: requireStaff,
    input: ProfileInput,
    output: StaffOutput,
    run: async ({ rt, actor, input }) => ({ staff: await updateProfile(rt, actor, input) }),
  }),
};
