import { requireAdminStaff, requireStaff } from '#domains/account/session/guards.ts';
import { asks, defineCall, READS } from '#server/call.ts';
import { updateResident } from './change-resident.ts';
import { removeResident } from './remove-resident.ts';
import {
  CreateResidentInput,
  ResidentOutput,
  ResidentsLongOutput,
  ResidentsOutput,
  UpdateResidentInput,
} from './resident.ts';
import { chooseResidents, createResident, readResidents } from './read-residents.ts';

const CHANGE = asks.nothing(
  'resident.changed',
  'resident.token_rotated',
  'resident.consent_changed',
  'resident.state_changed',
);

/** What clients may ask of residents (contract.md#residents-and-families). */
export const residentCalls = {
  listShort: defineCall(asks.nothing(READS), {
    summary: '入居者の一覧（短い形）',
    guard: requireStaff,
    output: ResidentsOutput,
    run: async ({ rt, actor }) => ({ residents: await chooseResidents(rt, actor) }),
  }),
  list: defineCall(asks.nothing(READS), {
    summary: '入居者の一覧（長い形）',
    guard: requireAdminStaff,
    output: ResidentsLongOutput,
    run: async ({ rt, actor }) => ({ residents: await readResidents(rt, actor) }),
  }),
  create: defineCall(asks.nothing('resident.added'), {
    summary: '入居者を加える',
    guard: requireAdminStaff,
    input: CreateResidentInput,
    output: ResidentOutput,
    status: 201,
    run: async ({ rt, actor, input }) => ({ resident: await createResident(rt, actor, input) }),
  }),
  change: defineCall(CHANGE, {
    summary: '入居者を変える',
    guard: requireAdminStaff,
    input: UpdateResidentInput,
    output: ResidentOutput,
    run: async ({ rt, actor, id, input }) => ({
      resident: await updateResident(rt, actor, id, input),
    }),
  }),
  remove: defineCall(asks.nothing('resident.deleted'), {
    summary: '間違えて登録した入居者を削除する',
    guard: requireAdminStaff,
    output: null,
    run: ({ rt, actor, id }) => removeResident(rt, actor, id),
  }),
};
