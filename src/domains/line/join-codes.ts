import type { Actor } from '#domains/account/session/session.ts';
import { noteAct } from '#domains/audit/record-event.ts';
import type { Link } from '#domains/letter/link.ts';
import { orMissing } from '#lib/errors.ts';
import type { Line } from '#server/line/line.ts';
import { takeTry } from '#server/rate-limit.ts';
import type { Runtime } from '#server/runtime.ts';
import { hashToken } from '#server/secrets.ts';
import { inTransaction } from '#server/transaction.ts';
import type { LineCodeUse } from './code.ts';
import { LINE_CODE_MS, joinAddress, randomCode } from './code.ts';
import { deleteExpiredCodes, findJoinable, insertCodes } from './line-rows.ts';

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
    const family = orMissing((await findJoinable(tx.db, hostId, familyId)) ?? null);
    await takeTry(tx.db, 'lineCodesByFamily', familyId, tx.clock.now());
    const { residentId } = family;
    await noteAct(tx, actor, { action: 'family.line_code_made', target: familyId, residentId });
    return makeOne(tx, line, { hostId, familyId }, use);
  });
}

/** The same for several cards at once. @returns them by family; none without LINE */
export async function makeCardCodes(
  rt: Runtime,
  { host }: Actor,
  familyIds: readonly string[],
): Promise<Map<string, LineCode>> {
  const { line } = rt;
  const codes = new Map<string, LineCode>();
  if (line === null) return codes;
  return inTransaction(rt, async (tx) => {
    for (const familyId of familyIds) {
      if (!(await findJoinable(tx.db, host.id, familyId))) continue;
      codes.set(familyId, await makeOne(tx, line, { hostId: host.id, familyId }, 'card'));
    }
    return codes;
  });
}

/** A family's own, from its letter. @throws AppError 404 without LINE; 429 */
export async function makeOwnLineCode(rt: Runtime, { hostId, familyId }: Link): Promise<LineCode> {
  const line = orMissing(rt.line);
  return inTransaction(rt, async (tx) => {
    await takeTry(tx.db, 'lineCodesByFamily', familyId, tx.clock.now());
    return makeOne(tx, line, { hostId, familyId }, 'page');
  });
}

/** The operator's, to try the channel: it joins nothing. @throws AppError 404 without LINE */
export async function makeTestCode(rt: Runtime): Promise<LineCode> {
  return makeOne(rt, orMissing(rt.line), null, 'page');
}

async function makeOne(
  { db, clock }: Pick<Runtime, 'db' | 'clock'>,
  { basicId }: Line,
  whose: { hostId: string; familyId: string } | null,
  use: LineCodeUse,
): Promise<LineCode> {
  const now = clock.now();
  const code = randomCode();
  const expiresAt = new Date(now.getTime() + LINE_CODE_MS[use]).toISOString();
  await insertCodes(db, [
    {
      hash: hashCode(code),
      host_id: whose?.hostId ?? null,
      family_id: whose?.familyId ?? null,
      account: null,
      expires_at: expiresAt,
      created_at: now.toISOString(),
    },
  ]);
  return { code, url: joinAddress(basicId, code, use), expiresAt };
}

/** Of its figures, however they are written. */
export const hashCode = (code: string): string => hashToken(code.replaceAll(/\D/g, ''));

export const forgetOldCodes = ({ db, clock }: Pick<Runtime, 'db' | 'clock'>) =>
  deleteExpiredCodes(db, clock.now().toISOString());
