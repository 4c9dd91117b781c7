import type { Insertable } from 'kysely';
import type { Database } from '#db/schema.ts';
import {
  endTokens,
  issueToken,
  readToken,
  useToken,
} from '#domains/account/one-time/one-time-tokens.ts';
import { TOKEN_LIFETIMES } from '#domains/account/one-time/token.ts';
import { requireNoOwnWords } from '#domains/account/password/own-words.ts';
import { hashPassword, placeOfLink, withPasswords } from '#domains/account/password/password.ts';
import { allowLogin, placeOf } from '#domains/account/session/login-limits.ts';
import type { Client, LoginInput } from '#domains/account/session/session.ts';
import { refuse } from '#domains/account/session/login-link.ts';
import { tellChanged } from '#domains/account/told/told.ts';
import { noteEvent } from '#domains/audit/record-event.ts';
import { AppError, forbidden } from '#lib/errors.ts';
import { paths } from '#lib/paths.ts';
import type { Db } from '#server/database.ts';
import type { Runtime } from '#server/runtime.ts';
import { newId } from '#server/secrets.ts';
import { inTransaction } from '#server/transaction.ts';
import { hasFacility } from './facilities.ts';
import type { OperatorAccountInput } from './operator-cookie.ts';
import type { Operator } from './operator.ts';
import { startOperatorSession } from './operator-sessions.ts';

/** One-time addresses belong to no mailbox: whoever may read the log or run commands gets them. */
const NO_MAILBOX = '';
const CLAIMS = { email: NO_MAILBOX, hostId: null, staffId: null };

/** Also a name for limits, so that staff with the same address have their own. */
export const operatorName = (email: string): string => `operator ${email}`;

const hasOperator = async ({ db }: Pick<Runtime, 'db'>): Promise<boolean> =>
  (await findOperator(db)) !== undefined;

/** Before there is an account, no one can tell that they exist (domain.md#the-operators-pages). */
export const areOperatorPagesOpen = async (rt: Pick<Runtime, 'db' | 'env'>): Promise<boolean> =>
  rt.env.OPERATOR_PAGES === 'on' && (await hasOperator(rt));

/**
 * Makes the one-time address that makes or replaces the operator's account; earlier ones end.
 * @throws AppError 403 if the pages are closed
 */
export const makeOperatorLink = (rt: Runtime): Promise<string> =>
  inTransaction(rt, async (tx) => {
    if (tx.env.OPERATOR_PAGES === 'off') {
      throw forbidden('運営者の画面は閉じています（OPERATOR_PAGES=off）。');
    }
    await endTokens(tx, 'operator', { email: NO_MAILBOX });
    const token = await issueToken(tx, 'operator', CLAIMS);
    await noteEvent(tx, { action: 'operator.link_made' });
    return `${tx.env.PUBLIC_URL}${paths.operatorAccount(token)}`;
  });

/** @throws AppError 404 if unknown, 410 if used or expired */
export const checkOperatorLink = async (rt: Runtime, token: string): Promise<void> => {
  await readToken(rt, 'operator', token);
};

/**
 * Makes the account, or replaces it and ends its sessions.
 * @returns the session's token. @throws AppError 404, 410
 */
export async function makeOperatorAccount(
  rt: Runtime,
  { token, email, password }: OperatorAccountInput,
  client: Client,
): Promise<string> {
  await checkOperatorLink(rt, token);
  requireNoOwnWords(password, { email });
  const passwordHash = await hashPassword(placeOfLink(operatorName(email)), password);
  return inTransaction(rt, async (tx) => {
    await useToken(tx, 'operator', token);
    const before = await findOperator(tx.db);
    if (before) await tellChanged(tx, { operatorId: before.id }, 'replaced');
    const id = newId();
    await replaceOperator(tx.db, {
      ...{ id, email, password_hash: passwordHash },
      created_at: tx.clock.now().toISOString(),
    });
    await noteEvent(tx, { action: 'operator.account_made', target: id });
    return startOperatorSession(tx, id, client, 'password');
  });
}

/** @throws AppError 401, 429; 503 if too many wait */
export async function proveOperator(rt: Runtime, input: LoginInput, client: Client) {
  const { email, password, link } = input;
  const name = operatorName(email);
  const { isRight, known, ...allowed } = await withPasswords(
    placeOf(rt, name, client),
    async ({ verify }) => {
      const allowed = await allowLogin(rt, { email: name, link }, client);
      const row = await findOperator(rt.db);
      const known = row?.email === email ? row : undefined;
      return { ...allowed, known, isRight: await verify(known?.password_hash ?? null, password) };
    },
  );
  if (isRight && known) return { id: known.id, ...allowed };
  return refuse(allowed, noteEvent(rt, { action: 'operator.sign_in_refused' }));
}

/** For what cannot be undone, or opens an account. @throws AppError 422, 429 */
export async function requireOperatorPassword(
  rt: Runtime,
  { email }: Operator,
  password: string,
  client: Client,
): Promise<void> {
  const proven = await proveOperator(rt, { email, password }, client).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.status !== 401) throw error;
    const msg = '今のパスワードが違います。';
    throw new AppError(422, msg, { errors: { currentPassword: [msg] } });
  });
  await proven.forgive();
}

export const findOperator = (db: Db) => db.selectFrom('operators').selectAll().executeTakeFirst();

export const updateOperatorPassword = (tx: Db, id: string, password_hash: string) =>
  tx.updateTable('operators').set({ password_hash }).where('id', '=', id).execute();

/** With its sessions, passkeys and second step. */
async function replaceOperator(tx: Db, row: Insertable<Database['operators']>) {
  await tx.deleteFrom('operators').execute();
  await tx.insertInto('operators').values(row).execute();
}

/**
 * What a start without a facility prints: a new one-time address, once the operator has an account
 * where its pages are. Empty if there is a facility.
 */
export async function firstSteps(rt: Runtime): Promise<string> {
  if (await hasFacility(rt)) return '';
  const { PUBLIC_URL, ADMIN_COMMAND, OPERATOR_PAGES } = rt.env;
  const start = `つきだよりが ${PUBLIC_URL} で動いています。施設はまだありません。\n`;
  const byCommand = `最初の施設を作るには、別の画面で: ${ADMIN_COMMAND} new-facility ご自分のメールアドレス\n`;
  if (OPERATOR_PAGES === 'off' || rt.isDemo) return start + byCommand;
  if (await hasOperator(rt)) {
    return `${start}最初の施設は、運営者の画面で作れます: ${PUBLIC_URL}${paths.operator}\n`;
  }
  return (
    `${start}はじめに、次のアドレスをブラウザで開いて、運営者のアカウントを作ってください` +
    `（${TOKEN_LIFETIMES.operator.text}、一度だけ使えます。ほかの人に見せないでください）。\n\n` +
    `  ${await makeOperatorLink(rt)}\n\n` +
    `期限が切れたら: ${ADMIN_COMMAND} operator-link\n`
  );
}
