import { beforeEach, expect, test } from 'vitest';
import { sendLetter } from '#domains/delivery/send-on-request.ts';
import { changeFamily } from '#domains/people/manage-families.ts';
import { openLink } from '#domains/letter/link.ts';
import type { Actor } from '#domains/account/session/session.ts';
import { resetPassword } from '#domains/account/password/reset-password.ts';
import { changeRole, removeStaff } from '#domains/account/manage-staff.ts';
import { issueToken } from '#domains/account/one-time/one-time-tokens.ts';
import { inTransaction } from '#server/transaction.ts';
import { signedIn } from '../support/cast.ts';
import { makeDelivering, mailbox, tokyo } from '../support/delivery.ts';
import { MINUTE } from '../support/clock.ts';
import { makeFamily, makeResident, makeStaff } from '../support/factories.ts';
import { readMails } from '../support/accounts.ts';
import type { TestRuntime } from '../support/runtime.ts';
import { makeRuntime } from '../support/runtime.ts';
import { secondProcess } from '../support/second-process.ts';

/** Two processes do at once what each may do alone; without one writer each race is lost soon. */
const ROUNDS = 15;

let rt: TestRuntime;
let other: TestRuntime;
let hostId: string;
let residentId: string;
let admin: Actor;

beforeEach(async () => {
  rt = await makeRuntime();
  ({ hostId, residentId } = await makeDelivering(rt, { families: 0 }));
  rt.clock.set(tokyo('2026-11-01T12:00:00'));
  admin = await signedIn(rt, await makeStaff(rt, hostId, { role: 'admin' }));
  other = await secondProcess(rt);
});

async function rounds(race: (round: number) => Promise<void>): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) await race(round);
}

const succeeded = (results: PromiseSettledResult<unknown>[]): number =>
  results.filter(({ status }) => status === 'fulfilled').length;

const makeFamilyOf = (round: number) =>
  makeFamily(rt, { id: residentId, host_id: hostId }, { email: mailbox(round), delivery: 'email' });

const MAIL = { email: 'elsewhere@example.jp', delivery: 'email' } as const;

const countAdmins = async (): Promise<number> => {
  const admins = rt.db.selectFrom('staffs').where('host_id', '=', hostId);
  return (await admins.where('role', '=', 'admin').select('id').execute()).length;
};

test('two admins who unmake or remove each other leave one', () =>
  rounds(async (round) => {
    const colleague = await signedIn(rt, await makeStaff(rt, hostId, { role: 'admin' }));
    const ended = await Promise.allSettled(
      round % 2 === 0
        ? [
            changeRole(rt, admin, colleague.id, 'general'),
            changeRole(other, colleague, admin.id, 'general'),
          ]
        : [removeStaff(rt, admin, colleague.id), removeStaff(other, colleague, admin.id)],
    );
    expect(succeeded(ended)).toBe(1);
    expect(await countAdmins()).toBe(1);
    const [winner] = ended[0].status === 'fulfilled' ? [admin] : [colleague];
    admin = winner;
  }));

test('a one-time link works once', () =>
  rounds(async () => {
    const staff = await makeStaff(rt, hostId);
    const claims = { email: staff.email, hostId, staffId: staff.id };
    const token = await inTransaction(rt, (tx) => issueToken(tx, 'password', claims));
    const password = 'aki-no-kaze-ga-suzushii';
    const used = await Promise.allSettled([
      resetPassword(rt, { token, password }),
      resetPassword(other, { token, password }),
    ]);
    expect(succeeded(used)).toBe(1);
  }));

/** Each family's latest token, and those that its mails lead to. */
async function linksOf(familyId: string, email: string) {
  const { token } = await rt.db
    .selectFrom('families')
    .select('token')
    .where('id', '=', familyId)
    .executeTakeFirstOrThrow();
  const mails = (await readMails(rt)).filter(({ recipient }) => recipient === email);
  return { token, mailed: mails.map(({ text }) => /family_token=([\w-]+)/.exec(text)?.[1]) };
}

test('a link that is renewed while its letter is sent is not in the mail', () =>
  rounds(async (round) => {
    const { id } = await makeFamilyOf(round);
    await Promise.allSettled([
      changeFamily(rt, admin, id, { rotateToken: true }),
      sendLetter(other, admin, { familyId: id, yearMonth: 202610 }),
    ]);
    const { token, mailed } = await linksOf(id, mailbox(round));
    expect(mailed.filter((one) => one !== token)).toEqual([]);
  }));

test('a renewed link does not come back through the shelf of a relative who is entered meanwhile', async () => {
  const kiyo = await makeResident(rt, hostId, { name: '鈴木 キヨ' });
  await rounds(async (round) => {
    const [lost, elsewhere] = [await makeFamilyOf(round), await makeFamily(rt, kiyo, MAIL)];
    await Promise.all([
      changeFamily(rt, admin, lost.id, { rotateToken: true }),
      changeFamily(other, admin, elsewhere.id, { email: mailbox(round) }),
      changeFamily(other, admin, elsewhere.id, { rotateToken: true }),
    ]);
    const old = { residentToken: kiyo.token, familyToken: elsewhere.token };
    expect(await openLink(rt, old)).toBeNull();
    // Who shares a mailbox was renewed together, or does not lead to the other.
    const families = rt.db.selectFrom('families').where('email', '=', mailbox(round));
    const rows = await families.select('token').execute();
    expect(rows.map(({ token }) => token)).not.toContain(lost.token);
    rt.clock.advance(MINUTE);
  });
});
