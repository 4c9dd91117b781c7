import { sql } from 'kysely';
import { readMail } from '#domains/mail/kept-words.ts';
import type { NewMail } from '#domains/mail/mail.ts';
import { queueMail } from '#domains/mail/outbox.ts';
import type { Runtime } from '#server/runtime.ts';

interface QueuedMail {
  kind: string;
  recipient: string;
  subject: string;
  text: string;
}

/** Oldest first, including sent ones. */
export const mailsOf = async ({ db }: Pick<Runtime, 'db'>): Promise<QueuedMail[]> =>
  inWords(
    await db
      .selectFrom('outbox')
      .select(['kind', 'recipient', 'subject', 'text', 'html', 'content'])
      .orderBy(sql`rowid`)
      .execute(),
  );

/** Rows of the outbox with what their mails say. */
export const inWords = <Row extends Words>(rows: readonly Row[]) =>
  rows.map((row) => ({ ...row, ...readMail(row) }));

type Words = Parameters<typeof readMail>[0];

/** The first URL in a mail. */
export function linkIn({ text }: { text: string }): string {
  const [link] = /https?:\/\/\S+/.exec(text) ?? [];
  if (link === undefined) throw new Error(`no link in: ${text}`);
  return link;
}

/** Queues a mail as a use case does. @returns its id */
export async function makeMail(
  rt: Pick<Runtime, 'db' | 'clock' | 'env' | 'claimant'>,
  { content, ...mail }: Partial<NewMail> = {},
): Promise<string> {
  await queueMail(rt, {
    kind: 'password_changed',
    hostId: null,
    hostName: null,
    to: 'hanako@example.jp',
    ...mail,
    content: { subject: 'パスワードを変更しました', paragraphs: ['お知らせです。'], ...content },
  });
  const { id } = await rt.db
    .selectFrom('outbox')
    .select('id')
    .orderBy(sql`rowid`, 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return id;
}
