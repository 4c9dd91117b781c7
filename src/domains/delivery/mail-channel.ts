import { keepMail } from '#domains/mail/kept-words.ts';
import { messageIdOf } from '#domains/mail/outbox.ts';
import { makeReturnId } from '#domains/mail/return-id.ts';
import { isOn } from '#lib/flags.ts';
import { paths } from '#lib/paths.ts';
import { listSharingEmails } from './addressees.ts';
import type { About, Channel, ReadyLetter, Writing } from './channel.ts';
import { deliveryMail, jointMail } from './monthly-mail.ts';
import { planLetter } from './trial-letters.ts';

/** One mail to an address, about letters of different residents. */
export const MAIL: Channel = {
  way: 'email',
  name: 'mail',
  label: 'メール',
  isJointByHand: true,
  takes: ({ reason }) => reason === null,
  destinationsOf: (_tx, _hostId, letters) =>
    Promise.resolve(letters.map((letter) => ({ letter, to: addressOf(letter) }))),
  accountOf: () => '',
  listSharing: (tx, hostId, families, dueAt) =>
    listSharingEmails(tx.db, hostId, families.flatMap(mailedAt), dueAt),
  inMessages: ofDifferentResidents,
  plan: planLetter,
  // What comes back names it, where nothing else of the letter does.
  messageIdOf: (tx, id, at) => messageIdOf(tx, makeReturnId(tx, id, at) ?? id),
  write: (tx, about) => keepMail(tx, about.paper.hostName, contentOf(tx, about)),
};

const addressOf = ({ row }: Pick<ReadyLetter, 'row'>): string => row.email ?? '';

const mailedAt = ({ email, delivery, alsoByMail }: ReadyLetter['row']): string[] =>
  email && (delivery === 'email' || (delivery === 'line' && isOn(alsoByMail))) ? [email] : [];

/** A last letter is a mail of its own (domain.md#one-relative-several-residents). */
function ofDifferentResidents<
  T extends { row: { residentId: string }; holds: ReadyLetter['holds'] },
>(letters: readonly T[]): T[][] {
  const mails = new Map<string, T[]>();
  const count = new Map<string, number>();
  for (const [at, letter] of letters.entries()) {
    const { residentId } = letter.row;
    const turn = count.get(residentId) ?? 0;
    count.set(residentId, turn + 1);
    const key = letter.holds.isLast ? `last ${at}` : String(turn);
    mails.set(key, [...(mails.get(key) ?? []), letter]);
  }
  return [...mails.values()];
}

function contentOf({ env, line }: Writing, { paper, yearMonth, letters }: About) {
  const { hostPhone, signature } = paper;
  const addressed = letters.map(({ row, holds }) => ({
    familyName: row.name,
    residentName: row.residentName,
    holds,
    url: `${env.PUBLIC_URL}${paths.letter(yearMonth, row)}`,
    receiveUrl: `${env.PUBLIC_URL}${paths.letterReceive(row)}`,
  }));
  const offersLine =
    line !== null &&
    letters.every(
      ({ row }) => row.delivery !== 'line' && row.isLost !== true && row.leftOn === null,
    );
  const words = { yearMonth, hostPhone, signature, offersLine };
  const [only] = addressed;
  return only && addressed.length === 1
    ? deliveryMail({ ...only, ...words })
    : jointMail({ ...words, letters: addressed });
}
