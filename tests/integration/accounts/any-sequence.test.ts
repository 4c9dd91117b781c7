import fc from 'fast-check';
import { expect, test } from 'vitest';
import { renewInvitation, makeInvitation } from '#domains/account/invite.ts';
import { authenticate, logout, startSession } from '#domains/account/session/session-lifecycle.ts';
import type { Actor } from '#domains/account/session/session.ts';
import { changeRole, removeStaff } from '#domains/account/manage-staff.ts';
import type { Role } from '#domains/account/staff.ts';
import { login } from '../../support/login.ts';
import type { Model } from '../../support/accounts-model/model.ts';
import { endSessions, otherAdmins } from '../../support/accounts-model/model.ts';
import {
  brokenPromises,
  peopleOf,
  readPeople,
  statusOf,
} from '../../support/accounts-model/real.ts';
import * as requests from '../../support/accounts-model/requests.ts';
import { forgetPerson, useLink } from '../../support/accounts-model/uses.ts';
import { invitationOf } from '../../support/accounts.ts';
import { CLIENT } from '../../support/cast.ts';
import { PASSWORD, makeHost, makeStaff } from '../../support/factories.ts';
import type { TestRuntime } from '../../support/runtime.ts';
import { closeRuntimes, makeRuntime } from '../../support/runtime.ts';
import { rounds } from '../../support/in-full.ts';

const RUNS = rounds(5, 12);
const COMMANDS = 80;
const EMAILS = ['ume', 'sakura', 'ajisai', 'momiji', 'tsubaki', 'kiku', 'hagi', 'fuji'].map(
  (name) => `${name}@example.jp`,
);

type Command = fc.AsyncCommand<Model, TestRuntime>;
type Run = (rt: TestRuntime, model: Model, pick: <T>(all: T[]) => T | undefined) => Promise<void>;
/** An index into whatever exists by then. */
const index = fc.nat({ max: 999 });
const email = fc.constantFrom(...EMAILS);

/** A command checks its own result, then every invariant. */
const command = (name: string, n: number, run: Run): Command => ({
  check: () => true,
  async run(model, rt) {
    await run(rt, model, (all) => all[n % all.length]);
    await rt.db.deleteFrom('rate_limits').execute(); // limits have their own tests
    rt.clock.advance(1);
    expect(await readPeople(rt)).toEqual(peopleOf(model));
    expect(await brokenPromises(rt, model)).toEqual([]);
  },
  toString: () => `${name} #${n}`,
});

const make = (name: string, run: Run) => index.map((n) => command(name, n, run));
const makeFor = (name: string, run: (...all: [...Parameters<Run>, string]) => Promise<void>) =>
  fc
    .tuple(index, email)
    .map(([n, to]) => command(`${name} ${to}`, n, (rt, model, pick) => run(rt, model, pick, to)));

const actorFor = (rt: TestRuntime, { sessions }: Model, pick: Parameters<Run>[2]) => {
  const session = pick(sessions);
  return session ? authenticate(rt, session.accessToken) : null;
};
async function adminFor(rt: TestRuntime, model: Model, pick: Parameters<Run>[2]) {
  const actors = model.sessions.map(({ accessToken }) => authenticate(rt, accessToken));
  const admins = (await Promise.all(actors)).filter((actor) => actor?.isAdmin === true);
  return pick(admins.filter((actor): actor is Actor => actor !== null));
}
/** Of the admin's facility, including pending sign-ups. */
const colleagueFor = ({ accounts, pending }: Model, admin: Actor, pick: Parameters<Run>[2]) =>
  pick([...accounts, ...pending].filter(({ hostId }) => hostId === admin.host.id));

const isLastAdmin = (model: Model, id: string): boolean => {
  const account = model.accounts.find((one) => one.id === id);
  return account?.role === 'admin' && otherAdmins(model, account) === 0;
};

const roleChange = (role: Role) =>
  make(`make ${role}`, async (rt, model, pick) => {
    const admin = await adminFor(rt, model, pick);
    const staff = admin && colleagueFor(model, admin, pick);
    if (!admin || !staff) return;
    const refused = role === 'general' && isLastAdmin(model, staff.id);
    expect(await statusOf(changeRole(rt, admin, staff.id, role))).toBe(refused ? 409 : 200);
    if (!refused) staff.role = role;
  });

const useNewest = make('use the newest link', async (rt, model) => {
  const link = model.tokens.findLast(({ state }) => state === 'living');
  if (link) await useLink(rt, model, link);
});

const COMMAND = fc.oneof(
  makeFor('ask for a host', (rt, model, _pick, to) => requests.askForHost(rt, model, to)),
  makeFor('ask again for a host', (rt, model, _pick, to) =>
    requests.askForHostAgain(rt, model, to),
  ),
  makeFor('ask to join', async (rt, model, pick, to) => {
    const admin = await adminFor(rt, model, pick);
    if (!admin) return;
    const invitation = await invitationOf(rt, admin);
    await requests.askToJoinHost(rt, model, { hostId: admin.host.id, invitation, email: to });
  }),
  makeFor('ask again to join', (rt, model, _pick, to) => requests.askToJoinAgain(rt, model, to)),
  makeFor('ask for a reset', (rt, model, _pick, to) => requests.askForReset(rt, model, to)),
  makeFor('ask for an address', async (rt, model, pick, to) => {
    const actor = await actorFor(rt, model, pick);
    if (actor) await requests.askForEmail(rt, model, actor, to);
  }),
  ...Array.from({ length: 3 }, () => useNewest),
  make('use any link', async (rt, model, pick) => {
    const link = pick(model.tokens);
    if (link) await useLink(rt, model, link);
  }),
  make('renew the invitation', async (rt, model, pick) => {
    const admin = await adminFor(rt, model, pick);
    if (admin) await renewInvitation(rt, admin);
  }),
  roleChange('admin'),
  roleChange('general'),
  make('delete', async (rt, model, pick) => {
    const admin = await adminFor(rt, model, pick);
    const staff = admin && colleagueFor(model, admin, pick);
    if (!admin || !staff) return;
    const refused = staff.id === admin.id || isLastAdmin(model, staff.id);
    expect(await statusOf(removeStaff(rt, admin, staff.id))).toBe(refused ? 409 : 200);
    if (!refused) forgetPerson(model, staff.id);
  }),
  make('sign in', async (rt, model, pick) => {
    const account = pick(model.accounts);
    if (!account) return;
    const { access_token } = await login(rt, account, CLIENT);
    model.sessions.push({ accessToken: access_token, staffId: account.id });
  }),
  make('sign out', async (rt, model, pick) => {
    const session = pick(model.sessions);
    if (!session) return;
    await logout(rt, { accessToken: session.accessToken, refreshToken: null });
    model.sessions = model.sessions.filter((one) => one !== session);
    model.ended.push(session.accessToken);
  }),
);

/** Starts with two facilities; commands add more and move people between them. */
async function begin(): Promise<{ model: Model; real: TestRuntime }> {
  const rt = await makeRuntime();
  const model: Model = { accounts: [], pending: [], sessions: [], ended: [], tokens: [] };
  const hosts = [await makeHost(rt), await makeHost(rt)];
  for (const [n, to] of EMAILS.slice(0, 4).entries()) {
    const hostId = hosts[n % 2]?.id ?? '';
    const role = n < 2 ? 'admin' : 'general';
    const { id } = await makeStaff(rt, hostId, { email: to, role });
    model.accounts.push({ id, hostId, email: to, role, password: PASSWORD });
    const { access_token } = await startSession(rt, id, hostId, CLIENT);
    model.sessions.push({ accessToken: access_token, staffId: id });
  }
  for (const { id } of hosts) await makeInvitation(rt, id);
  return { model, real: rt };
}

test('no sequence leaves a facility without an admin, a session without a user, an address with two accounts, or a used link usable', async () => {
  const checked = fc.assert(
    fc.asyncProperty(
      fc.commands([COMMAND], { maxCommands: COMMANDS, size: 'max' }),
      async (all) => {
        const started = await begin();
        try {
          await fc.asyncModelRun(() => started, all);
        } finally {
          await closeRuntimes();
        }
      },
    ),
    { numRuns: RUNS },
  );
  await expect(checked).resolves.toBeUndefined();
}, 120_000);

test('the comparison detects a facility without an admin and an additional session', async () => {
  const { model, real: rt } = await begin();
  const [account] = model.accounts;
  await rt.db
    .updateTable('staffs')
    .set({ role: 'general' })
    .where('id', '=', account?.id ?? '')
    .execute();
  expect(await brokenPromises(rt, model)).toEqual([`host ${account?.hostId ?? ''} has no admin`]);
  endSessions(model, account?.id ?? '');
  expect(await brokenPromises(rt, model)).toHaveLength(2);
  expect(await readPeople(rt)).not.toEqual(peopleOf(model));
});
