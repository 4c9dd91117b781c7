import type { Actor } from '#domains/account/session/session.ts';
import { noteAct } from '#domains/audit/record-event.ts';
import { readHostContact } from '#domains/facility/read-host.ts';
import { makeCardCodes, readCardCodes } from '#domains/line/join-codes.ts';
import { readFamilyEntries } from '#domains/people/manage-families.ts';
import type { FamilyEntry } from '#domains/people/family-list.ts';
import { civilDateOf } from '#lib/calendar.ts';
import { notFound } from '#lib/errors.ts';
import { sortByName } from '#lib/kana.ts';
import type { PageOf } from '#lib/pages.ts';
import { pageOf } from '#lib/pages.ts';
import type { Runtime } from '#server/runtime.ts';
import type { InvitationCard, InvitationsQuery } from './invitation-cards.ts';
import { LISTED_CARDS } from './invitation-cards.ts';

interface Invitations {
  list: PageOf<InvitationCard>;
  host: { name: string; phone: string };
  /** Cards on this page that could have a code for LINE, and have none that lasts a while. */
  withoutLine: number;
}

/**
 * Invitation cards (domain.md#invitation-cards), by resident; records that links were read, and
 * makes nothing: codes for LINE are made by `addLineToCards`.
 * @throws AppError 404 for an unknown family
 */
export async function readInvitations(
  rt: Runtime,
  actor: Actor,
  query: InvitationsQuery,
): Promise<Invitations> {
  const list = await readCards(rt, actor, query);
  if (list.items.length > 0) {
    await noteAct(rt, actor, { action: 'export.cards', detail: list.items.length });
  }
  const { name, phone } = await readHostContact(rt.db, actor.host.id);
  const codes = await readCardCodes(rt, actor.host.id);
  const items = list.items.map(({ card, mayJoin }) => {
    const code = mayJoin ? codes.get(card.familyId) : undefined;
    return code && rt.line ? { ...card, line: lineOf(rt.line.basicId, code) } : card;
  });
  const open = list.items.filter(
    ({ card, mayJoin }) => rt.line && mayJoin && codes.get(card.familyId)?.lasts !== true,
  );
  return { list: { ...list, items }, host: { name, phone }, withoutLine: open.length };
}

/** Puts a one-time code on each card of a page that can have one. @throws AppError 404 */
export async function addLineToCards(
  rt: Runtime,
  actor: Actor,
  query: InvitationsQuery,
): Promise<void> {
  const { items } = await readCards(rt, actor, query);
  const ids = items.filter(({ mayJoin }) => mayJoin).map(({ card }) => card.familyId);
  await makeCardCodes(rt, actor, ids);
}

interface Listed {
  card: InvitationCard;
  /** Nobody of the family has joined LINE, and letters may come. */
  mayJoin: boolean;
}

async function readCards(
  rt: Runtime,
  actor: Actor,
  query: InvitationsQuery,
): Promise<PageOf<Listed>> {
  const entries = await readFamilyEntries(rt, actor);
  const chosen = entries.filter((entry) => isChosen(entry, query));
  if (query.familyId !== null && chosen.length === 0) throw notFound();
  const byOwnName = sortByName(chosen, ({ family }) => family);
  const cards = sortByName(byOwnName, ({ resident }) => resident).map((entry) => ({
    card: toCard(entry),
    mayJoin: entry.family.lineCount === 0 && entry.resident.state !== 'died',
  }));
  return pageOf(cards, query.page, LISTED_CARDS);
}

const lineOf = (
  basicId: string,
  { code, url, expiresAt }: { code: string; url: string; expiresAt: string },
): InvitationCard['line'] => ({
  basicId,
  code,
  url,
  expiresOn: civilDateOf(new Date(expiresAt)),
});

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
