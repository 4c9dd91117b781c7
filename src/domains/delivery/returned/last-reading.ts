import type { MailboxTrouble } from '#server/mailbox.ts';
import type { Runtime } from '#server/runtime.ts';

/** How the mailbox of returned mails was, when it was last read. */
interface LastReading {
  /** Instant of the last try. */
  at: string;
  /** Instant of the last one that went well; null before the first. */
  goodAt: string | null;
  /** What was wrong the last time. */
  trouble: MailboxTrouble | null;
  /** Messages that nobody has understood, so far. */
  unclear: number;
  /** The test that came back last. */
  lastTestId: string | null;
}

type Parts = Pick<Runtime, 'db' | 'clock'>;

const MAILBOX = 'returned';

/** @returns null before the first reading, or without `BOUNCE_URL` */
export async function lastReading({
  db,
  env,
}: Pick<Runtime, 'db' | 'env'>): Promise<LastReading | null> {
  if (env.BOUNCE_URL === undefined) return null;
  const row = await db
    .selectFrom('mailbox_readings')
    .selectAll()
    .where('mailbox', '=', MAILBOX)
    .executeTakeFirst();
  if (!row) return null;
  const { read_at: at, good_at: goodAt, trouble, unclear, last_mail_id: lastTestId } = row;
  return { at, goodAt, trouble, unclear, lastTestId };
}

/** For all servers: whichever reads next. */
export async function noteReading(
  { db, clock }: Parts,
  read: Pick<LastReading, 'trouble' | 'unclear' | 'lastTestId'>,
): Promise<void> {
  const { trouble, unclear, lastTestId } = read;
  const now = clock.now().toISOString();
  const noted = {
    read_at: now,
    trouble,
    ...(trouble === null && { good_at: now }),
    ...(lastTestId !== null && { last_mail_id: lastTestId }),
  };
  await db
    .insertInto('mailbox_readings')
    .values({ mailbox: MAILBOX, unclear, ...noted })
    .onConflict((conflict) =>
      conflict.column('mailbox').doUpdateSet((eb) => ({
        ...noted,
        unclear: eb('mailbox_readings.unclear', '+', unclear),
      })),
    )
    .execute();
}
