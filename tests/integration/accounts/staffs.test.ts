import { describe, expect, test } from 'vitest';
import { requireAdminStaff, requireSignedIn } from '#domains/account/session/guards.ts';
import { authenticate, refresh, startSession } from '#domains/account/session/session-lifecycle.ts';
import type { TokenPair } from '#domains/account/session/session.ts';
import { changeRole, readStaffs, removeStaff } from '#domains/account/manage-staff.ts';
import { actorOf } from '../../support/accounts.ts';
import { castEachTest, rt, cast, admin } from '../../support/cast-each-test.ts';
import type { Cast } from '../../support/cast.ts';
import { CLIENT, signedIn } from '../../support/cast.ts';
import { makeStaff } from '../../support/factories.ts';

castEachTest(['admin']);

const sessionOf = ({ id, host_id }: Cast['admin']): Promise<TokenPair> =>
  startSession(rt, id, host_id, CLIENT);
/** The result of the next request with this token. */
const ask = async (tokens: TokenPair, guard: typeof requireSignedIn) => {
  const actor = await authenticate(rt, tokens.access_token);
  return () => guard({ locals: { actor } });
};
const roles = async (actor = admin) =>
  Object.fromEntries((await readStaffs(rt, actor)).map(({ id, role }) => [id, role]));

describe('the list', () => {
  test("shows one's own facility, admins first, pending ones last", async () => {
    const pending = await makeStaff(rt, cast.host.id, { confirmed_at: null, role: 'admin' });
    const list = await readStaffs(rt, admin);
    expect(list.map(({ id }) => id)).toEqual([cast.admin.id, cast.general.id, pending.id]);
    expect(list[0]).toEqual({
      id: cast.admin.id,
      name: '高橋 恵',
      nameKana: cast.admin.name_kana,
      email: cast.admin.email,
      role: 'admin',
      confirmedAt: cast.admin.confirmed_at,
      lastSeenAt: new Date().toISOString(),
      createdAt: cast.admin.created_at,
    });
  });
});

describe('the last admin', () => {
  test('keeps the role, and cannot be removed: 409', async () => {
    await makeStaff(rt, cast.host.id, { role: 'admin', confirmed_at: null });
    await expect(changeRole(rt, admin, admin.id, 'general')).rejects.toMatchObject({ status: 409 });
    const second = await makeStaff(rt, cast.host.id, { role: 'admin' });
    const stale = await signedIn(rt, second);
    await changeRole(rt, admin, second.id, 'general');
    await expect(removeStaff(rt, stale, admin.id)).rejects.toMatchObject({ status: 409 });
    expect(await roles()).toMatchObject({ [admin.id]: 'admin' });
  });

  test('of two who demote each other at once, one remains', async () => {
    const second = await signedIn(rt, await makeStaff(rt, cast.host.id, { role: 'admin' }));
    const results = await Promise.allSettled([
      changeRole(rt, admin, second.id, 'general'),
      removeStaff(rt, second, admin.id),
    ]);
    expect(results).toMatchObject([{ status: 'fulfilled' }, { reason: { status: 409 } }]);
  });

  test('may step down once there is another', async () => {
    await changeRole(rt, admin, cast.general.id, 'admin');
    expect(await changeRole(rt, admin, admin.id, 'general')).toMatchObject({ role: 'general' });
    expect(await roles()).toEqual({ [admin.id]: 'general', [cast.general.id]: 'admin' });
  });

  test('remains the last one when made an admin again', async () => {
    expect(await changeRole(rt, admin, admin.id, 'admin')).toMatchObject({ role: 'admin' });
  });
});

test('removing oneself: 409, even with another admin', async () => {
  await changeRole(rt, admin, cast.general.id, 'admin');
  await expect(removeStaff(rt, admin, admin.id)).rejects.toMatchObject({ status: 409 });
  expect(Object.keys(await roles())).toContain(admin.id);
});

test('staff of another facility do not exist: 404, and stay unchanged', async () => {
  const other = await signedIn(rt, cast.otherAdmin);
  const before = await roles(other);
  for (const id of [cast.otherAdmin.id, 'AAAAAAAAAAAAAAAA', '']) {
    await expect(changeRole(rt, admin, id, 'admin')).rejects.toMatchObject({ status: 404 });
    await expect(removeStaff(rt, admin, id)).rejects.toMatchObject({ status: 404 });
  }
  expect(await roles(other)).toEqual(before);
});

describe('the next request with a token that is still valid (P10)', () => {
  const refusal = (status: number): unknown => expect.objectContaining({ status });

  test('of a deleted member is refused, and so is the refresh', async () => {
    const tokens = await sessionOf(cast.general);
    expect(await ask(tokens, requireSignedIn)).not.toThrow();
    await removeStaff(rt, admin, cast.general.id);
    expect(await ask(tokens, requireSignedIn)).toThrow(refusal(401));
    await expect(refresh(rt, tokens.refresh_token)).rejects.toMatchObject({ status: 401 });
    expect(Object.keys(await roles())).toEqual([admin.id]);
  });

  test('of a demoted admin loses admin rights', async () => {
    const second = await makeStaff(rt, cast.host.id, { role: 'admin' });
    const tokens = await sessionOf(second);
    expect(await ask(tokens, requireAdminStaff)).not.toThrow();
    await changeRole(rt, admin, second.id, 'general');
    expect(await ask(tokens, requireAdminStaff)).toThrow(refusal(403));
    expect(await actorOf(rt, tokens)).toMatchObject({ isAdmin: false, scope: ['staff'] });
  });

  test('of a promoted admin has admin rights', async () => {
    const tokens = await sessionOf(cast.general);
    expect(await ask(tokens, requireAdminStaff)).toThrow(refusal(403));
    await changeRole(rt, admin, cast.general.id, 'admin');
    expect(await ask(tokens, requireAdminStaff)).not.toThrow();
  });
});

test("a removed member's uploads stay", async () => {
  const { id } = await rt.db
    .insertInto('blobs')
    .values({
      id: 'AAAAAAAAAAAAAAAA',
      host_id: cast.host.id,
      filename: 'x.jpg',
      content_type: 'image/jpeg',
      byte_size: 1,
      checksum: 'x',
      sha256: null,
      state: 'awaiting',
      width: null,
      height: null,
      color: null,
      exif_taken_on: null,
      created_by: cast.general.id,
      created_at: rt.clock.now().toISOString(),
      slot_expires_at: rt.clock.now().toISOString(),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await removeStaff(rt, admin, cast.general.id);
  expect(await rt.db.selectFrom('blobs').select(['id', 'created_by']).execute()).toEqual([
    { id, created_by: null },
  ]);
});
