import type { Holder } from '#domains/account/holder.ts';
import { columnsOf, eventOf } from '#domains/account/holder.ts';
import { wayInMail } from '#domains/account/told/told-mails.ts';
import { tell } from '#domains/account/told/told.ts';
import { noteEvent } from '#domains/audit/record-event.ts';
import { MINUTE_MS } from '#lib/durations.ts';
import { AppError } from '#lib/errors.ts';
import { formatWait } from '#lib/format-ja.ts';
import { paths } from '#lib/paths.ts';
import type { Db } from '#server/database.ts';
import { withMinimumDuration } from '#server/minimum-duration.ts';
import { WAY_IN_MINUTES, takeTry } from '#server/rate-limit.ts';
import type { Runtime } from '#server/runtime.ts';
import { hashToken, randomToken } from '#server/secrets.ts';
import { inTransaction } from '#server/transaction.ts';

/**
 * Others' failures hold an address back on browsers that it has not used (P11). Anyone with the
 * right password then gets a mail; its link lets the browser that opens it try. Others cause none.
 */

/** The same whether the password was right, and for addresses that nobody has. */
export const heldBack = (retryAfter: number): AppError =>
  new AppError(
    429,
    `間違いが続いたため、はじめての端末からのログインを、しばらく止めています。メールアドレスとパスワードが合っていれば、この端末でログインするためのリンクを、メールでお送りします。届かないときは、パスワードを決め直すか、${formatWait(retryAfter)}ほどたってから、もう一度お試しください。`,
    { retryAfter },
  );

/** After the right password: an app's codes are used up, by whoever tried them. */
export const codesHeldBack = (retryAfter: number): AppError =>
  new AppError(
    429,
    `6けたの数字の間違いが続いたため、この端末では、認証アプリの数字を${formatWait(retryAfter)}ほど受け付けません。予備のコードかパスキーなら、今すぐログインできます。この端末で数字を使うためのリンクも、メールでお送りします。`,
    { retryAfter },
  );

export const wrongLogin = (): AppError =>
  new AppError(401, 'メールアドレスかパスワードが違います。');

/** Refuses a wrong password, which is no quicker than a right one that is held back. */
export async function refuse(
  { held }: { held: AppError | null },
  note: Promise<unknown>,
): Promise<never> {
  await (held ? withMinimumDuration(note) : note);
  throw held ?? wrongLogin();
}

/** Refuses a right password as if it had been wrong, and mails the way in. */
export async function sendLoginLink(
  rt: Runtime,
  of: { holder: Holder; email: string },
  held: AppError,
): Promise<never> {
  await withMinimumDuration(mailLoginLink(rt, of));
  throw held;
}

const mailLoginLink = (
  rt: Runtime,
  { holder, email }: { holder: Holder; email: string },
): Promise<void> =>
  inTransaction(rt, async (tx) => {
    const now = tx.clock.now();
    const isTold = await takeTry(tx.db, 'waysInByAccount', email, now).then(
      () => true,
      () => false,
    );
    await noteEvent(tx, { action: 'session.held_back', ...targetOf(holder) });
    if (!isTold) return;
    const link = randomToken();
    await tx.db
      .insertInto('sign_in_tickets')
      .values({
        ...{ hash: hashToken(link), purpose: 'browser', ...columnsOf(holder), email },
        expires_at: new Date(now.getTime() + WAY_IN_MINUTES * MINUTE_MS).toISOString(),
      })
      .execute();
    const path = 'operatorId' in holder ? paths.operatorLoginByLink : paths.loginByLink;
    const url = `${tx.env.PUBLIC_URL}${path(link)}`;
    await tell(tx, holder, 'way_in', (to) => wayInMail(to, url, `${WAY_IN_MINUTES}分`));
  });

/** Nobody has signed in, so it is not known who tried. */
const targetOf = (holder: Holder) => {
  const of = eventOf(holder);
  return 'target' in of ? of : { hostId: of.hostId, target: of.staffId };
};

/** Whether the link is one for this address. @returns its name for limits */
export async function findLoginLink(
  { db, clock }: Pick<Runtime, 'db' | 'clock'>,
  link: string | undefined,
  email: string,
): Promise<string | null> {
  if (!link) return null;
  const row = await db
    .selectFrom('sign_in_tickets')
    .select('hash')
    .where((eb) => eb.and({ hash: hashToken(link), purpose: 'browser', email }))
    .where('expires_at', '>', clock.now().toISOString())
    .executeTakeFirst();
  return row?.hash ?? null;
}

/** With the right password: the link works once. @returns false if it was used meanwhile */
export async function useLoginLink(tx: Db, hash: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('sign_in_tickets')
    .where('hash', '=', hash)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
