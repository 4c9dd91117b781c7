import { readHostName } from '#domains/facility/read-host.ts';
import { queueMail } from '#domains/mail/outbox.ts';
import { conflict } from '#lib/errors.ts';
import { paths } from '#lib/paths.ts';
import type { Db } from '#server/database.ts';
import type { Runtime } from '#server/runtime.ts';
import { newId } from '#server/secrets.ts';
import type { Tx } from '#server/transaction.ts';
import { accountExistsMail } from './account-mails.ts';
import type { AccountRow } from './staff-rows.ts';
import { findAccount, insertStaff } from './staff-rows.ts';

/** @throws AppError 409 */
export async function requireFreeEmail(tx: Db, email: string): Promise<void> {
  if (await findAccount(tx, email)) {
    throw conflict(
      'このメールアドレスはすでに登録されています。ログインするか、ほかの施設で使うときは、別のメールアドレスでお申し込みください。',
    );
  }
}

export async function sendAccountExists(
  tx: Tx,
  { host_id: hostId, email, name }: AccountRow,
): Promise<void> {
  const { PUBLIC_URL } = tx.env;
  const hostName = await readHostName(tx.db, hostId);
  await queueMail(tx, {
    ...{ kind: 'account_exists', hostId, hostName, to: email },
    content: accountExistsMail(
      { name, hostName },
      `${PUBLIC_URL}${paths.login}`,
      `${PUBLIC_URL}${paths.newPassword}`,
    ),
  });
}

interface FirstAdmin {
  hostId: string;
  email: string;
  name: string;
  nameKana: string;
  passwordHash: string;
}

/** Whoever signs a facility up becomes its admin (contract.md#facilities). @returns the id */
export async function addFirstAdmin(
  { db, clock }: Pick<Runtime, 'db' | 'clock'>,
  { hostId, email, name, nameKana, passwordHash }: FirstAdmin,
): Promise<string> {
  const id = newId();
  const now = clock.now().toISOString();
  await insertStaff(db, {
    id,
    host_id: hostId,
    email,
    name,
    name_kana: nameKana,
    role: 'admin',
    password_hash: passwordHash,
    confirmed_at: now,
    last_seen_at: null,
    created_at: now,
  });
  return id;
}
