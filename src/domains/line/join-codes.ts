import type { Actor } from '#domains/account/session/session.ts';
import { noteAct } from '#domains/audit/record-event.ts';
import type { Link } from '#domains/letter/link.ts';
import { requireStillOpen } from '#domains/letter/link.ts';
import { DAY_MS } from '#lib/durations.ts';
import { orMissing } from '#lib/errors.ts';
import type { LetterTokens } from '#lib/paths.ts';
import type { Line } from '#server/line/line.ts';
import { inPieces } from '#server/lists.ts';
import { takeTry } from '#server/rate-limit.ts';
import type { Runtime } from '#server/runtime.ts';
import { hashToken } from '#server/secrets.ts';
import { inTransaction } from '#server/transaction.ts';
import type { LineCodeUse } from './code.ts';
import { LINE_CODE_MS, joinAddress, randomCode } from './code.ts';
import type { CodeRow } from './line-rows.ts';
import { findJoinable, insertCodes, listCardCodes, listJoinables } from './line-rows.ts';

interface LineCode {
  /** `12345-67890-12345-67890-12345` */
  code: string;
  /** Opens LINE with the message written: a button, or a QR code. */
  url: string;
  expiresAt: string;
}

/** A one-time code with which a family joins an account. @throws AppError 404, also without LINE */
export async function makeLineCode(
  rt: Runtime,
  actor: Actor,
  familyId: string,
  use: LineCodeUse,
): Promise<LineCode> {
  const line = orMissing(rt.line);
  return inTransaction(rt, async (tx) => {
    const hostId = actor.host.id;
    const family = orMissing(await findJoinable(tx.db, hostId, familyId));
    await takeTry(tx.db, 'lineCodesByFamily', familyId, tx.clock.now());
    const { residentId } = family;
    await noteAct(tx, actor, { action: 'family.line_code_made', target: familyId, residentId });
    return makeOne(tx, line, { hostId, family }, use);
  });
}

/** Longer than a letter takes to come: the family need not hurry. */
const CARD_LASTS_MS = 30 * DAY_MS;

/** Codes for the cards of these families, where none is there that lasts. */
export async function makeCardCodes(
  rt: Runtime,
  actor: Actor,
  familyIds: readonly string[],
): Promise<void> {
  const line = orMissing(rt.line);
  const hostId = actor.host.id;
  await inTransaction(rt, async (tx) => {
    const lasting = new Date(tx.clock.now().getTime() + CARD_LASTS_MS).toISOString();
    const there = await readCardCodes(tx, hostId, lasting);
    const families = await listJoinables(tx.db, hostId, familyIds);
    const wanted = families.filter(({ id }) => !there.has(id));
    const made = wanted.map((family) => {
      const { code, row } = newCode(tx, line, { hostId, family }, 'card');
      return { ...row, sealed: tx.secrets.seal(code) };
    });
    for (const rows of inPieces(made)) await insertCodes(tx.db, rows);
    if (made.length === 0) return;
    await noteAct(tx, actor, { action: 'family.line_cards_made', detail: made.length });
  });
}

/**
 * The codes that cards show, by family: they are kept encrypted, so that a card can be printed again
 * without making another. None that was used, or whose link has ended.
 * @param after good for longer; now if not given
 */
export async function readCardCodes(
  { db, line, secrets, clock }: Pick<Runtime, 'db' | 'line' | 'secrets' | 'clock'>,
  hostId: string,
  after = clock.now().toISOString(),
): Promise<Map<string, LineCode & { lasts: boolean }>> {
  const codes = new Map<string, LineCode & { lasts: boolean }>();
  if (line === null) return codes;
  const lasting = new Date(clock.now().getTime() + CARD_LASTS_MS).toISOString();
  const rows = await listCardCodes(db, hostId, after);
  const ids = [...new Set(rows.flatMap(({ familyId }) => familyId ?? []))];
  const families = new Map((await listJoinables(db, hostId, ids)).map((row) => [row.id, row]));
  for (const { familyId, link, sealed, expiresAt } of rows) {
    const family = families.get(familyId ?? '');
    const code = sealed === null ? null : secrets.unseal(sealed);
    if (!family || code === null || link !== linkOf(family)) continue;
    const url = joinAddress(line.basicId, code, 'card');
    codes.set(family.id, { code, url, expiresAt, lasts: expiresAt > lasting });
  }
  return codes;
}

/** A family's own, from its letter. @throws AppError 401, 404 without LINE; 429 */
export async function makeOwnLineCode(rt: Runtime, link: Link): Promise<LineCode> {
  const line = orMissing(rt.line);
  const { hostId, familyId } = link;
  return inTransaction(rt, async (tx) => {
    await requireStillOpen(tx.db, link);
    await takeTry(tx.db, 'lineCodesByFamily', familyId, tx.clock.now());
    return makeOne(tx, line, { hostId, family: { ...link, id: familyId } }, 'page');
  });
}

/** The operator's, to try the channel: it joins nothing. @throws AppError 404 without LINE */
export async function makeTestCode(rt: Runtime): Promise<LineCode> {
  return makeOne(rt, orMissing(rt.line), null, 'page');
}

type Parts = Pick<Runtime, 'db' | 'clock'>;
type Whose = { hostId: string; family: LetterTokens & { id: string } } | null;

async function makeOne(rt: Parts, line: Line, whose: Whose, use: LineCodeUse): Promise<LineCode> {
  const { row, ...code } = newCode(rt, line, whose, use);
  await insertCodes(rt.db, [row]);
  return code;
}

/** With the row that remembers it. */
function newCode(
  { clock }: Parts,
  { basicId }: Line,
  whose: Whose,
  use: LineCodeUse,
): LineCode & { row: CodeRow } {
  const now = clock.now();
  const code = randomCode();
  const expiresAt = new Date(now.getTime() + LINE_CODE_MS[use]).toISOString();
  const row = {
    hash: hashCode(code),
    host_id: whose?.hostId ?? null,
    family_id: whose?.family.id ?? null,
    account: null,
    link: whose && linkOf(whose.family),
    expires_at: expiresAt,
    created_at: now.toISOString(),
  };
  return { code, url: joinAddress(basicId, code, use), expiresAt, row };
}

/** The link that a code is taken with: resident and family, as they are at that moment. */
export const linkOf = ({ residentToken, familyToken }: LetterTokens): string =>
  hashToken(`${residentToken} ${familyToken}`);

/** Of its figures, however they are written. */
export const hashCode = (code: string): string => hashToken(code.replaceAll(/\D/g, ''));
