import type { Actor } from '#domains/account/session/session.ts';
import { noteAct } from '#domains/audit/record-event.ts';
import { readHostContact } from '#domains/facility/hosts.ts';
import { makeCardCodes } from '#domains/line/join-codes.ts';
import { readFamilyEntries } from '#domains/people/families.ts';
import type { FamilyEntry } from '#domains/people/family-list.ts';
import { civilDateOf } from '#lib/calendar.ts';
import { notFound } from '#lib/errors.ts';
import { sortByName } from '#lib/kana.ts';
import type { PageOf } from '#lib/pages.ts';
import { pageOf } from '#lib/pages.ts';
import type { Runtime } from '#server/runtime.ts';
import type { InvitationCard, InvitationsQuery } from './invitations.ts';
import { LISTED_CARDS } from './invitations.ts';

interface Invitations {
  list: PageOf<InvitationCard>;
  host: { name: string; phone: string };
}

/**
 * Invitation cards (domain.md#invitation-cards), by resident; records that links were read.
 * @throws AppError 404 for an unknown family
 */
export async function readInvitations(
  rt: Runtime,
  actor: Actor,
  query: InvitationsQuery,
): Promise<Invitations> {
  const entries = await readFamilyEntries(rt, actor);
  const chosen = entries.filter((entry) => isChosen(entry, query));
  if (query.familyId !== null && chosen.length === 0) throw notFound();
  const byOwnName = sortByName(chosen, ({ family }) => family);
  const cards = sortByName(byOwnName, ({ resident }) => resident).map(toCard);
  const list = pageOf(cards, query.page, LISTED_CARDS);
  if (list.items.length > 0) {
    await noteAct(rt, actor, { action: 'export.cards', detail: String(list.items.length) });
  }
  const { name, phone } = await readHostContact(rt.db, actor.host.id);
  const items = await withLine(rt, actor, list.items, chosen);
  return { list: { ...list, items }, host: { name, phone } };
}

/** Nobody is invited to letters that have ended, unless that family is asked for. */
const isChosen = (
  { family, resident: { state } }: FamilyEntry,
  { familyId, way }: InvitationsQuery,
): boolean =>
  familyId === null
    ? state !== 'left' && state !== 'died' && (way === '' || family.delivery === way)
    : family.id === familyId;

const toCard = ({ family, resident }: FamilyEntry): InvitationCard => ({
  familyId: family.id,
  familyName: family.name,
  residentName: resident.name,
  url: family.lettersUrl,
  isQuiet: resident.state !== 'here',
  line: null,
});

/** A one-time code for each family on this page that has not joined LINE. */
async function withLine(
  rt: Runtime,
  actor: Actor,
  cards: readonly InvitationCard[],
  entries: readonly FamilyEntry[],
): Promise<InvitationCard[]> {
  const { line } = rt;
  if (line === null) return [...cards];
  const open = new Set(
    entries
      .filter(({ family, resident }) => family.lineCount === 0 && resident.state !== 'died')
      .map(({ family }) => family.id),
  );
  const wanted = cards.map(({ familyId }) => familyId).filter((id) => open.has(id));
  const codes = await makeCardCodes(rt, actor, wanted);
  return cards.map((card) => {
    const made = codes.get(card.familyId);
    if (!made) return card;
    const { code, url, expiresAt } = made;
    const expiresOn = civilDateOf(new Date(expiresAt));
    return { ...card, line: { basicId: line.basicId, code, url, expiresOn } };
  });
}
