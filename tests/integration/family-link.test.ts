import { beforeEach, describe, expect, test } from 'vitest';
import { changeFamily, removeFamily } from '#domains/people/manage-families.ts';
import { readFamilyLetter, readShelf } from '#domains/letter/read-letters.ts';
import { openLink, readLinkKey } from '#domains/letter/link.ts';
import { familyPhotoAddresses, mayFamilySeePhoto } from '#domains/letter/photo-access.ts';
import type { LetterTokens } from '#lib/paths.ts';
import { castEachTest, rt, cast, admin } from '../support/cast-each-test.ts';
import { makeFamily } from '../support/factories.ts';
import { makeItem } from '../support/items.ts';
let item: { id: string; blob_id: string };

castEachTest(['admin']);
beforeEach(async () => {
  item = await makeItem(rt, cast.host.id, {
    residentId: cast.resident.id,
    takenOn: '2026-09-10',
  });
});

const tokensOf = (familyToken: string): LetterTokens => ({
  residentToken: cast.resident.token,
  familyToken,
});

const signatureIn = (addressOf: (file: string) => string): string =>
  addressOf('photo.jpg').split('/')[5] ?? '';

/** A household's URLs of its letter and of a picture in it. */
async function wayOf(family: { id: string; token: string }) {
  const tokens = tokensOf(family.token);
  const link = await openLink(rt, tokens);
  const of = { ...tokens, familyId: family.id };
  const signature = signatureIn(familyPhotoAddresses(rt.secrets, of)(item.blob_id));
  return {
    link,
    page: await readLinkKey(rt, tokens),
    picture: await mayFamilySeePhoto(rt, family.id, item.blob_id, signature),
  };
}
const open = {
  link: expect.anything() as unknown,
  page: expect.any(String) as string,
  picture: true,
};
const shut = { link: null, page: null, picture: false };

test('an address opens one photo, for one family', async () => {
  const { id, token } = cast.family;
  const signed = (blobId: string, familyToken: string): string =>
    signatureIn(
      familyPhotoAddresses(rt.secrets, { ...tokensOf(familyToken), familyId: id })(blobId),
    );
  const opens = (signature: string) => mayFamilySeePhoto(rt, id, item.blob_id, signature);
  expect(await opens(signed(item.blob_id, token))).toBe(true);
  expect(await opens(signed(item.blob_id, 'another'))).toBe(false);
  expect(await opens(signed('another', token))).toBe(false);
});

describe('a revoked link', () => {
  test('by renewal: the old one and its pictures are gone, the new one opens', async () => {
    expect(await wayOf(cast.family)).toEqual(open);
    const { familyToken } = await changeFamily(rt, admin, cast.family.id, { rotateToken: true });
    expect(await wayOf(cast.family)).toEqual(shut);
    expect(await wayOf({ id: cast.family.id, token: familyToken })).toEqual(open);
  });

  test('by deletion: gone, with its 見ました', async () => {
    await removeFamily(rt, admin, cast.family.id);
    expect(await wayOf(cast.family)).toEqual(shut);
    await expect(removeFamily(rt, admin, cast.family.id)).rejects.toMatchObject({ status: 404 });
  });

  test('no cached page is found after any change', async () => {
    const key = () => readLinkKey(rt, tokensOf(cast.family.token));
    const before = await key();
    await changeFamily(rt, admin, cast.family.id, { name: '田中 太郎' });
    expect(await key()).not.toBe(before);
  });
});

describe('two households of one resident', () => {
  test("read the same letter, and nothing of each other's", async () => {
    const sister = await makeFamily(rt, cast.resident, {
      name: '佐藤 秋子',
      email: 'akiko@example.jp',
      relationship: '次女',
    });
    const pairs = [
      [cast.family, sister],
      [sister, cast.family],
    ] as const;
    for (const [own, { id, name, token, ...other }] of pairs) {
      const link = await openLink(rt, tokensOf(own.token));
      if (!link) throw new Error('the link must open');
      const letter = await readFamilyLetter(rt, link, 202609);
      const seen = JSON.stringify([link, await readShelf(rt, link), letter]);
      expect(seen).toContain(item.id);
      const secrets = [id, name, token, other.email ?? id, other.relationship || id];
      expect(secrets.filter((secret) => seen.includes(secret))).toEqual([]);
    }
  });

  test("a picture's URL is only valid for one, and renewing one leaves the other", async () => {
    const sister = await makeFamily(rt, cast.resident, { name: '佐藤 花' });
    const address = ({ id, token }: { id: string; token: string }) =>
      familyPhotoAddresses(rt.secrets, { ...tokensOf(token), familyId: id })(item.blob_id)('x');
    const signature = (at: string): string => at.split('/')[5] ?? '';
    expect(signature(address(sister))).not.toBe(signature(address(cast.family)));
    const borrowed = signature(address(cast.family));
    expect(await mayFamilySeePhoto(rt, sister.id, item.blob_id, borrowed)).toBe(false);
    await changeFamily(rt, admin, cast.family.id, { rotateToken: true });
    expect(await wayOf(sister)).toEqual(open);
    await removeFamily(rt, admin, cast.family.id);
    expect(await wayOf(sister)).toEqual(open);
  });
});
