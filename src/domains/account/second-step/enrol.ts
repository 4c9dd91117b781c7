import { randomBytes, randomInt } from 'node:crypto';
import { base32 } from 'oslo/encoding';
import { createTOTPKeyURI } from 'oslo/otp';
import type { Holder } from '#domains/account/holder.ts';
import { columnsOf, eventOf, heldBy, holderKey } from '#domains/account/holder.ts';
import type { Client } from '#domains/account/session/session.ts';
import { tellChanged } from '#domains/account/told/told.ts';
import { noteEvent } from '#domains/audit/record-event.ts';
import { conflict } from '#lib/errors.ts';
import { countRows } from '#server/lists.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Secrets } from '#server/secrets.ts';
import type { Tx } from '#server/transaction.ts';
import { inTransaction } from '#server/transaction.ts';
import { counterOf } from './app-codes.ts';
import type { CodeOf } from './code-limits.ts';
import { countCode, wrongCode } from './code-limits.ts';
import { endRemembered } from './remembered.ts';
import {
  deleteRecoveryCodes,
  deleteSecondStep,
  findSecondStep,
  saveNextSecret,
  useNextSecret,
} from './second-step-rows.ts';
import type { App } from './second-step.ts';
import { RECOVERY_ALPHABET, RECOVERY_CODES, formatRecoveryCode } from './second-step.ts';

const SECRET_BYTES = 20;
const RECOVERY_LENGTH = 10;

/** A new app's key; one that is in use goes on until the new one's first code. */
export async function beginApp(rt: Runtime, holder: Holder, email: string): Promise<App> {
  const secret = randomBytes(SECRET_BYTES);
  const sealed = rt.secrets.seal(secret.toString('base64url'));
  await inTransaction(rt, (tx) =>
    saveNextSecret(tx.db, holder, sealed, tx.clock.now().toISOString()),
  );
  return appOf(secret, email);
}

/** The key that waits for its first code, for showing it again; null if none does. */
export async function waitingApp(rt: Runtime, holder: Holder, email: string): Promise<App | null> {
  const { next_sealed: sealed = null } = (await findSecondStep(rt.db, holder)) ?? {};
  const secret = sealed === null ? null : rt.secrets.unseal(sealed);
  return secret === null ? null : appOf(Buffer.from(secret, 'base64url'), email);
}

const appOf = (secret: Buffer, email: string): App => ({
  secret: base32.encode(new Uint8Array(secret), { includePadding: false }),
  uri: createTOTPKeyURI('つきだより', email, new Uint8Array(secret).buffer),
});

/**
 * The first code of a new app puts it in use; earlier recovery codes and remembered browsers end.
 * @returns the recovery codes, which are shown once. @throws AppError 409, 422
 */
export async function confirmApp(
  rt: Runtime,
  { holder, email }: CodeOf,
  code: string,
  client: Client,
): Promise<string[]> {
  const forgive = await countCode(rt, { holder, email }, client);
  const { next_sealed: sealed = null } = (await findSecondStep(rt.db, holder)) ?? {};
  if (sealed === null) throw notBegun();
  const counter = await counterOf(rt, sealed, code, rt.clock.now());
  if (counter === null) throw wrongCode();
  const codes = await inTransaction(rt, async (tx) => {
    const row = await findSecondStep(tx.db, holder);
    if (row?.next_sealed !== sealed) throw notBegun();
    await useNextSecret(tx.db, row.id, sealed, counter);
    await endRemembered(tx.db, holder);
    await noteEvent(tx, { action: 'second_step.made', ...eventOf(holder) });
    await tellChanged(tx, holder, 'appMade');
    return makeRecoveryCodes(tx, holder);
  });
  await forgive();
  return codes;
}

const notBegun = () => conflict('もう一度、はじめから行ってください。');

/** Replaces the earlier ones. @throws AppError 409 without an app */
export const renewRecoveryCodes = (rt: Runtime, holder: Holder): Promise<string[]> =>
  inTransaction(rt, async (tx) => {
    if (!(await hasApp(tx, holder))) throw conflict('先に、認証アプリを登録してください。');
    await noteEvent(tx, { action: 'second_step.codes_renewed', ...eventOf(holder) });
    await tellChanged(tx, holder, 'codesRenewed');
    return makeRecoveryCodes(tx, holder);
  });

async function makeRecoveryCodes(tx: Tx, holder: Holder): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, randomCode);
  const created_at = tx.clock.now().toISOString();
  await deleteRecoveryCodes(tx.db, holder);
  const rows = codes.map((code) => ({
    hash: recoveryHash(tx.secrets, holder, code),
    ...columnsOf(holder),
    used_at: null,
    created_at,
  }));
  await tx.db.insertInto('recovery_codes').values(rows).execute();
  return codes.map(formatRecoveryCode);
}

const randomCode = (): string =>
  Array.from(
    { length: RECOVERY_LENGTH },
    () => RECOVERY_ALPHABET[randomInt(RECOVERY_ALPHABET.length)],
  ).join('');

/** Keyed: fifty bits are tried soon against a stolen database. */
export const recoveryHash = (secrets: Secrets, holder: Holder, code: string): string =>
  secrets.sign('recovery', holderKey(holder), code);

/** @throws AppError 409 if it has to stay, or there is none */
export const removeApp = (
  rt: Runtime,
  holder: Holder,
  mustStay: (tx: Tx) => Promise<boolean>,
): Promise<void> =>
  inTransaction(rt, async (tx) => {
    if (await mustStay(tx)) {
      throw conflict(
        '二段階の確認は、必須になっています。スマートフォンを替えるときは、新しいアプリを登録してください。',
      );
    }
    if (!(await deleteSecondStep(tx.db, holder)))
      throw conflict('認証アプリは登録されていません。');
    await endRemembered(tx.db, holder);
    await noteEvent(tx, { action: 'second_step.removed', ...eventOf(holder) });
    await tellChanged(tx, holder, 'appRemoved');
  });

export const hasApp = async ({ db }: Pick<Runtime, 'db'>, holder: Holder): Promise<boolean> =>
  ((await findSecondStep(db, holder))?.secret_sealed ?? null) !== null;

export const recoveryCodesLeft = ({ db }: Pick<Runtime, 'db'>, holder: Holder): Promise<number> =>
  countRows(
    db.selectFrom('recovery_codes').where((eb) => eb.and({ ...heldBy(holder), used_at: null })),
  );
