import { AppError } from '#lib/errors.ts';
import { formatWait } from '#lib/format-ja.ts';
import { mailboxOf } from '#lib/mail-address.ts';
import { wideNetworkOf } from '#server/network.ts';
import { takeTry, waitOf } from '#server/rate-limit.ts';
import type { Tx } from '#server/transaction.ts';

interface From {
  address: string;
}

/** Counts a new facility, in its transaction (P27). @throws AppError 429 */
export async function allowFacility(
  { db, clock }: Tx,
  email: string,
  { address }: From,
): Promise<void> {
  const now = clock.now();
  await takeTry(db, 'facilitiesByMailbox', mailboxOf(email), now).catch(inWords);
  await takeTry(db, 'facilitiesByAddress', address, now).catch(inWords);
  await takeTry(db, 'facilitiesByNetwork', wideNetworkOf(address), now).catch(inWords);
}

/** Counts a trial that begins, in its transaction (P27). @throws AppError 429 */
export async function allowTrial({ db, clock }: Tx, { address }: From): Promise<void> {
  const now = clock.now();
  await takeTry(db, 'trialsByAddress', address, now).catch(inWords);
  await takeTry(db, 'trialsByNetwork', wideNetworkOf(address), now).catch(inWords);
}

function inWords(error: unknown): never {
  const retryAfter = waitOf(error);
  throw new AppError(
    429,
    `同じ場所からの新しい施設のお申し込みが続いたため、今日はこれ以上お受けできません。メールのリンクはそのまま使えますので、${formatWait(retryAfter)}ほどたってから、もう一度お試しください。続けて登録したいときは、お問い合わせください。`,
    { retryAfter },
  );
}
