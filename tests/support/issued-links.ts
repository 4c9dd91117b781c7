import { readCompanions } from '#domains/people/companions.ts';
import { openLink, readLetterTokens, readLinkKey } from '#domains/letter/link.ts';
import type { Family } from '#domains/people/family.ts';
import { familyPhotoAddresses, mayFamilySeePhoto } from '#domains/letter/photo-access.ts';
import type { LetterTokens } from '#lib/paths.ts';
import { paths } from '#lib/paths.ts';
import type { Runtime } from '#server/runtime.ts';
import { inWords } from './mailbox.ts';

/** A link as the family keeps it, and what it was given with it. */
export interface IssuedLink {
  tokens: LetterTokens;
  familyId: string;
  /** The links, itself among them, that its mailbox had at that moment, and has had ever since. */
  given: Set<string>;
  blobId: string;
  /** Of a photo of its resident. */
  signature: string;
}

/** A link, by its address. */
export const keyOf = ({ lettersUrl }: Pick<Family, 'lettersUrl'>): string => lettersUrl;

/** A family, with the way that holds without LINE. */
export type Registered = Family & { registered: 'email' | 'link' | 'print' };

const isByMail = ({ registered, email }: Registered): boolean =>
  registered === 'email' && email !== null;

/** Also beside LINE. */
const getsMail = (family: Registered): boolean => isByMail(family) || family.alsoByMail;

const shareMailbox = (one: Registered, other: Registered): boolean =>
  isByMail(one) && isByMail(other) && one.email === other.email;

/** @param families all of the facility, at the moment in which the link is issued */
export function issueLink(
  rt: Runtime,
  family: Registered,
  families: readonly Registered[],
  blobId: string,
): IssuedLink {
  const tokens = readLetterTokens(new URL(family.lettersUrl).searchParams);
  if (!tokens) throw new Error(`no link: ${family.lettersUrl}`);
  const mailbox = families.filter((other) => shareMailbox(family, other));
  const link = { ...tokens, familyId: family.id };
  const signature = familyPhotoAddresses(rt.secrets, link)(blobId)('360.webp').split('/')[5] ?? '';
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
  families: readonly Registered[],
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
    for (const other of link.given) {
      const family = live.get(other);
      // Who leaves and comes back has come later.
      if (family && family !== own && !shareMailbox(own, family)) link.given.delete(other);
    }
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

const tokensOf = (url: string): string =>
  JSON.stringify(readLetterTokens(new URL(url).searchParams));

/** Mails that wait hold links that open, of families that get mail there. */
export async function checkMails(rt: Runtime, families: readonly Registered[]): Promise<string[]> {
  const mails = await waitingMails(rt);
  const byMail = new Map(
    families.filter(getsMail).map((family) => [tokensOf(family.lettersUrl), family.email]),
  );
  return mails.flatMap(({ recipient, text }) =>
    [...text.matchAll(LINK)]
      .filter(([url]) => byMail.get(tokensOf(url)) !== recipient)
      .map(([url]) => `a mail to ${recipient} holds ${url}`),
  );
}

const waitingMails = async (rt: Runtime) =>
  inWords(
    await rt.db
      .selectFrom('outbox')
      .select(['recipient', 'text', 'html', 'content'])
      .where('kind', '=', 'delivery')
      .where('channel', '=', 'mail')
      .where('state', '!=', 'sent')
      .execute(),
  );

/** Sends them. @returns which link went to which address */
export async function sendWaiting(rt: Runtime): Promise<string[]> {
  const gone = (await waitingMails(rt)).flatMap(({ recipient, text }) =>
    [...text.matchAll(LINK)].map(([url]) => `${tokensOf(url)} ${recipient}`),
  );
  const sent_at = rt.clock.now().toISOString();
  await rt.db.updateTable('outbox').set({ state: 'sent', sent_at }).execute();
  return gone;
}

/** As `sendWaiting` names them. */
export const wentTo = (family: Family): string => `${tokensOf(family.lettersUrl)} ${family.email}`;

export async function readRegistered(rt: Runtime, families: Family[]): Promise<Registered[]> {
  const rows = await rt.db.selectFrom('families').select(['id', 'delivery']).execute();
  const ways = new Map(rows.map(({ id, delivery }) => [id, delivery]));
  return families.map((family) => ({ ...family, registered: ways.get(family.id) ?? 'link' }));
}

/** Families whose links are renewed with this one's. */
export const togetherWith = (
  { id, registered, email }: Registered,
  own: Registered[],
): string[] => {
  const mailbox = own.filter(
    (one) => registered === 'email' && one.registered === 'email' && one.email === email,
  );
  const isJoint = new Set(mailbox.map(({ residentId }) => residentId)).size > 1;
  return isJoint ? mailbox.map((one) => one.id) : [id];
};
