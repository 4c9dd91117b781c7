import { readHostName } from '#domains/facility/read-host.ts';
import type { MailContent } from '#domains/mail/mail.ts';
import { queueMail } from '#domains/mail/outbox.ts';
import type { AddressLink } from '#domains/people/address-links.ts';
import { endAddressLinks, makeAddressLink } from '#domains/people/address-links.ts';
import type { FamilyRow } from '#domains/people/family-rows.ts';
import { getsMail } from '#domains/people/family-view.ts';
import { FORMER_DAYS } from '#domains/people/family.ts';
import { DAY_MS } from '#lib/durations.ts';
import type { Tx } from '#server/transaction.ts';

/** They name the facility, and no person: whose mailbox it is, nobody knows. */
const LEFT = {
  address: {
    subject: 'お便りの届け先が変わりました',
    now: 'の届け先が、別のメールアドレスに変わりました。これからは、新しいアドレスにお届けします。',
  },
  paper: {
    subject: 'お便りが紙に変わりました',
    now: 'を、メールではなく、紙で受け取ることになりました。',
  },
  line: {
    subject: 'お便りがLINEに変わりました',
    now: 'を、メールではなく、LINEで受け取ることになりました。',
  },
  pause: {
    subject: 'お便りがお休みになりました',
    now: 'を、しばらくお休みすることになりました。',
  },
  stop: { subject: 'お便りのメールが止まりました', now: 'のメールを、止めることになりました。' },
};
type Left = keyof typeof LEFT;

/**
 * Tells a mailbox that its letters go another way, which it can take back.
 * @param row of before @returns whether there is one to be told
 */
export async function tellMailbox(tx: Tx, row: FamilyRow, left: Left): Promise<boolean> {
  // A registered address is told of another one, whatever it was used for.
  if (!mayBeTold(row) || (left !== 'address' && !getsMail(row))) return false;
  const until = new Date(tx.clock.now().getTime() + FORMER_DAYS * DAY_MS).toISOString();
  const number = row.mailbox_number ?? row.link_number ?? 0;
  await tell(tx, row, left, { email: row.email, expires_at: until, mailbox_number: number });
  return true;
}

/** Not a mailbox whose letters were stopped (P42), nor one from which mails come back. */
const mayBeTold = (row: FamilyRow): row is FamilyRow & { email: string } =>
  row.email !== null && row.stopped_at === null && row.returned_at === null;

/**
 * With a stop end all buttons that were mailed before. Mailboxes that could take the letters back can
 * still do so, by a new one: whoever stopped them may be who took them away.
 * @param by the mailbox that pressed, which is not told
 */
export async function tellOfStop(tx: Tx, row: FamilyRow, by?: string): Promise<void> {
  const ended = await endAddressLinks(tx, row);
  const isTold = by !== undefined || (await tellMailbox(tx, row, 'stop'));
  const others = ended.filter(
    ({ kind, email }) => kind === 'former' && !(isTold && email === row.email),
  );
  await tellAnew(tx, row, 'stop', others);
}

/**
 * With a taking back end all buttons that were mailed before. Who had the letters earlier can still take
 * them back, by a new one: also from this mailbox they had been taken away. The other is told without.
 */
export async function tellOfTakingBack(tx: Tx, row: FamilyRow, link: AddressLink): Promise<void> {
  const ended = await endAddressLinks(tx, row);
  const { email, mailbox_number: number } = link;
  await tellAnew(
    tx,
    row,
    'address',
    ended.filter(
      (one) => one.kind === 'former' && one.email !== email && one.mailbox_number < number,
    ),
  );
  if (!mayBeTold(row) || row.email === email) return;
  await queue(tx, row, row.email, {
    subject: 'お便りの届け先が元に戻りました',
    now: 'の届け先が、前のメールアドレスに戻されました。これからは、前のアドレスにお届けします。',
    more: { paragraphs: ['お心当たりのないときは、施設にお知らせください。'] },
  });
}

/** Each once, and for its days. */
async function tellAnew(
  tx: Tx,
  row: FamilyRow,
  left: Left,
  ended: readonly AddressLink[],
): Promise<void> {
  const last = new Map<string, AddressLink>();
  for (const link of ended) {
    if (link.expires_at > (last.get(link.email)?.expires_at ?? '')) last.set(link.email, link);
  }
  for (const link of last.values()) await tell(tx, row, left, link);
}

async function tell(
  tx: Tx,
  row: FamilyRow,
  left: Left,
  {
    email,
    expires_at,
    mailbox_number,
  }: Pick<AddressLink, 'email' | 'expires_at' | 'mailbox_number'>,
): Promise<void> {
  const url = await makeAddressLink(tx, row, { kind: 'former', email, expires_at, mailbox_number });
  await queue(tx, row, email, {
    ...LEFT[left],
    more: {
      paragraphs: [
        'ご自分で変えたときは、何もしなくてかまいません。お心当たりのないときは、次のページから、このアドレスに戻せます。',
      ],
      button: { label: '元に戻すページを開く', url },
      notes: [`リンクは、はじめにお知らせしたときから${FORMER_DAYS}日間使えます。`],
    },
  });
}

async function queue(
  tx: Tx,
  { host_id: hostId }: FamilyRow,
  to: string,
  { subject, now, more }: { subject: string; now: string; more: Omit<MailContent, 'subject'> },
): Promise<void> {
  const hostName = await readHostName(tx.db, hostId);
  const paragraphs = [`${hostName}のお便り${now}`, ...more.paragraphs];
  await queueMail(tx, {
    kind: 'address_changed',
    hostId,
    hostName,
    to,
    content: { ...more, subject, paragraphs },
  });
}
