import { expect, test } from 'vitest';
import { readInvitation, renewInvitation, requireInvitation } from '#domains/account/invite.ts';
import { makeSecrets } from '#server/secrets.ts';
import { invitationOf } from '../../support/accounts.ts';
import { castEachTest, rt, cast, admin } from '../../support/cast-each-test.ts';
import { signedIn } from '../../support/cast.ts';
import { DAY } from '../../support/clock.ts';

castEachTest(['admin']);

const stored = () => rt.db.selectFrom('invitations').selectAll().execute();

test('it can be shown any number of times, with its URL and expiry', async () => {
  expect(await readInvitation(rt, admin)).toBeNull();
  await renewInvitation(rt, admin);
  const shown = await readInvitation(rt, admin);
  expect(shown?.url).toMatch(
    new RegExp(`^${rt.env.PUBLIC_URL}/staffs/new\\?invitation=[A-Za-z0-9]{27}$`),
  );
  expect(shown?.expiresAt).toBe(new Date(Date.now() + 7 * DAY).toISOString());
  expect(await readInvitation(rt, admin)).toEqual(shown);
  rt.clock.advance(7 * DAY);
  expect(await readInvitation(rt, admin)).toBeNull();
});

test('another facility has its own', async () => {
  const other = await signedIn(rt, cast.otherAdmin);
  await renewInvitation(rt, admin);
  expect(await readInvitation(rt, other)).toBeNull();
  await renewInvitation(rt, other);
  const [own, theirs] = [await invitationOf(rt, admin), await invitationOf(rt, other)];
  expect(await requireInvitation(rt, own)).toMatchObject({ hostId: cast.host.id });
  expect(await requireInvitation(rt, theirs)).toMatchObject({ hostId: cast.otherHost.id });
});

test('it is encrypted in the database, differently each time', async () => {
  await renewInvitation(rt, admin);
  const token = await invitationOf(rt, admin);
  const [row] = await stored();
  const sealed = row?.token_sealed ?? '';
  for (const text of [JSON.stringify(row), Buffer.from(sealed, 'base64url').toString('latin1')]) {
    expect(text).not.toContain(token);
  }
  expect(rt.secrets.unseal(sealed)).toBe(token);
  expect(rt.secrets.seal(token)).not.toBe(sealed);
});

test('with another APP_SECRET it cannot be shown, but existing copies still work', async () => {
  await renewInvitation(rt, admin);
  const token = await invitationOf(rt, admin);
  const moved = { ...rt, secrets: makeSecrets('another secret of at least 32 characters') };
  expect(await readInvitation(moved, admin)).toBeNull();
  expect(await requireInvitation(moved, token)).toMatchObject({ hostId: cast.host.id });
  await renewInvitation(moved, admin);
  expect(await invitationOf(moved, admin)).not.toBe(token);
});

test.each(['', 'x', 'A'.repeat(60)])('sealed text changed to %j is null', (sealed) => {
  expect(rt.secrets.unseal(sealed)).toBeNull();
});
