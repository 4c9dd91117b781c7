import { readCompanions } from '#domains/people/companions.ts';
import { openLink, readLetterTokens, readLinkKey } from '#domains/letter/link.ts';
import type { Family } from '#domains/people/family.ts';
import { familyPhotoAddress, mayFamilySeePhoto } from '#domains/letter/photo-access.ts';
import type { LetterTokens } from '#lib/paths.ts';
import { paths } from '#lib/paths.ts';
import type { Runtime } from '#server/runtime.ts';
import { inWords } from './mailbox.ts';

/** A link as the family keeps it, and what it was given with it. */
export interface IssuedLink {
  tokens: LetterTokens;
  familyId: string;
  /** The links, itself among them, that its mailbox had at that moment. */
  given: ReadonlySet<string>;
  blobId: string;
  /** Of a photo of its resident. */
  signature: string;
}

/** A link, by its address. */
export const keyOf = ({ lettersUrl }: Pick<Family, 'lettersUrl'>): string => lettersUrl;

const isByMail = ({ delivery, email }: Family): boolean => delivery === 'email' && email !== null;

const shareMailbox = (one: Family, other: Family): boolean =>
  isByMail(one) && isByMail(other) && one.email === other.email;

/** @param families all of the facility, at the moment in which the link is issued */
export function issueLink(
  rt: Runtime,
  family: Family,
  families: readonly Family[],
  blobId: string,
): IssuedLink {
  const tokens = readLetterTokens(new URL(family.lettersUrl).searchParams);
  if (!tokens) throw new Error(`no link: ${family.lettersUrl}`);
  const mailbox = families.filter((other) => shareMailbox(family, other));
  const link = { ...tokens, familyId: family.id };
  const signature = familyPhotoAddress(rt.secrets, link, blobId)('360.webp').split('/')[5] ?? '';
  return {
    tokens,
    familyId: family.id,
    given: new Set([keyOf(family), ...mailbox.map(keyOf)]),
    blobId,
    signature,
  };
}

/** Opens each link, and whatever its shelf leads to. @returns what opens and should not, or not */
export async function checkLinks(
  rt: Runtime,
  issued: ReadonlyMap<string, IssuedLink>,
  families: readonly Family[],
): Promise<string[]> {
  const live = new Map(families.map((family) => [keyOf(family), family]));
  const wrong: string[] = [];
  for (const [key, link] of issued) {
    const own = live.get(key);
    const opens = [
      (await openLink(rt, link.tokens)) !== null,
      (await readLinkKey(rt, link.tokens)) !== null,
      await mayFamilySeePhoto(rt, link.familyId, link.blobId, link.signature),
    ];
    if (opens.some((open) => open !== (own !== undefined))) {
      wrong.push(`link, page and photo of ${link.familyId} open: ${opens.join()}`);
    }
    if (!own) continue;
    const more = [...(await reach(rt, link.tokens))].filter((other) => !link.given.has(other));
    if (more.length > 0) wrong.push(`${link.familyId} also sees ${more.join()}`);
    const shelf = (await leadsTo(rt, link.tokens)).map(({ residentName }) => residentName);
    const joined = families.filter(
      (other) =>
        link.given.has(keyOf(other)) &&
        shareMailbox(own, other) &&
        other.residentId !== own.residentId,
    );
    const names = [...new Set(joined.map(({ residentName }) => residentName))];
    if (shelf.sort().join() !== names.sort().join()) {
      wrong.push(`the shelf of ${link.familyId} leads to ${shelf.join()}, not ${names.join()}`);
    }
  }
  return wrong;
}

async function leadsTo(rt: Runtime, tokens: LetterTokens) {
  const link = await openLink(rt, tokens);
  return link ? readCompanions(rt, link) : [];
}

/** All links that open by following shelves. */
async function reach(rt: Runtime, tokens: LetterTokens, found = new Set<string>()) {
  const key = `${rt.env.PUBLIC_URL}${paths.letters(tokens)}`;
  if (found.has(key)) return found;
  found.add(key);
  for (const companion of await leadsTo(rt, tokens)) await reach(rt, companion, found);
  return found;
}

const LINK = /\S+[?&]resident_token=\S+/g;

/** Mails that wait hold links that open, of families that get mail there. */
export async function checkMails(rt: Runtime, families: readonly Family[]): Promise<string[]> {
  const waiting = rt.db.selectFrom('outbox').select(['recipient', 'text', 'html', 'content']);
  const mails = await waiting.where('kind', '=', 'delivery').where('state', '!=', 'sent').execute();
  const tokensOf = (url: string): string =>
    JSON.stringify(readLetterTokens(new URL(url).searchParams));
  const byMail = new Map(
    families.filter(isByMail).map((family) => [tokensOf(family.lettersUrl), family.email]),
  );
  return inWords(mails).flatMap(({ recipient, text }) =>
    [...text.matchAll(LINK)]
      .filter(([url]) => byMail.get(tokensOf(url)) !== recipient)
      .map(([url]) => `a mail to ${recipient} holds ${url}`),
  );
}
