import type { Holdings } from '#domains/letter/month-contents.ts';
import { familyNameOf } from '#domains/letter/salutation.ts';
import { retryKeyOf } from '#domains/line/line-carrier.ts';
import type { LineWords } from '#domains/line/message.ts';
import { keepLine } from '#domains/line/message.ts';
import { HOW_TO_STOP } from '#domains/line/reply-words.ts';
import type { YearMonth } from '#lib/calendar.ts';
import { formatMonth } from '#lib/format-ja.ts';
import { sama } from '#lib/honorific.ts';
import { paths } from '#lib/paths.ts';
import type { Db } from '#server/database.ts';
import { ofOneHost, orNone } from '#server/lists.ts';
import { listAddresseesById } from './addressees.ts';
import type { About, Channel, Paper, Writing } from './channel.ts';
import { jointSubject, phoneLine, whatItHolds, whoseLetters } from './letter-words.ts';
import { goesByLine } from './reasons.ts';

/** One message to each account, about all letters that it gets. */
export const LINE: Channel = {
  way: 'line',
  name: 'line',
  label: 'LINE',
  isJointByHand: false,
  takes: ({ row, reason }) => goesByLine(row, reason),
  async destinationsOf(tx, hostId, letters) {
    if (letters.length === 0) return [];
    const byFamily = new Map(letters.map((letter) => [letter.row.id, letter]));
    const joins = await listJoins(tx.db, hostId, [...byFamily.keys()]);
    return joins.flatMap(({ familyId, account }) => {
      const letter = byFamily.get(familyId);
      return letter ? [{ letter, to: account }] : [];
    });
  },
  accountOf: (account) => account,
  async listSharing(tx, hostId, families, dueAt) {
    const byLine = families.flatMap(({ id, delivery }) => (delivery === 'line' ? [id] : []));
    const ids = byLine.length === 0 ? [] : await listSharingAccounts(tx.db, hostId, byLine);
    const others = ids.length === 0 ? [] : await listAddresseesById(tx.db, hostId, ids);
    return others.filter(({ created_at }) => created_at <= dueAt);
  },
  /** A last letter is a message of its own. */
  inMessages(letters) {
    const usual = letters.filter(({ holds }) => !holds.isLast);
    const last = letters.filter(({ holds }) => holds.isLast);
    return [...(usual.length > 0 ? [usual] : []), ...last.map((letter) => [letter])];
  },
  plan: ({ clock }) => Promise.resolve({ at: clock.now(), mailbox: null }),
  messageIdOf: (_tx, id) => retryKeyOf(id),
  write: (tx, about) => keepLine(wordsOf(tx, about)),
};

/** Names each resident once, however many families an account gets letters for. */
function wordsOf({ env }: Pick<Writing, 'env'>, { paper, yearMonth, letters }: About): LineWords {
  const once = new Map(letters.map((letter) => [letter.row.residentId, letter]));
  const of = [...once.values()].map(({ row, holds }) => ({
    residentName: row.residentName,
    holds,
    url: `${env.PUBLIC_URL}${paths.letter(yearMonth, row)}`,
  }));
  return lineLetterWords(paper, yearMonth, of);
}

interface LineLetter {
  residentName: string;
  holds: Holdings;
  url: string;
}

/**
 * The monthly message: it names all residents, each with a button to the letter.
 * @param letters one or more, each of another resident
 */
export function lineLetterWords(
  { hostName, hostPhone }: Pick<Paper, 'hostName' | 'hostPhone'>,
  yearMonth: YearMonth,
  letters: readonly LineLetter[],
): LineWords {
  const [first] = letters;
  if (first && letters.length === 1 && first.holds.isLast === true) {
    return lastWords(first, hostName, hostPhone);
  }
  const month = formatMonth(yearMonth);
  const isOne = letters.length === 1;
  const what = letters.map(({ residentName, holds }) =>
    isOne ? whatItHolds(holds, month) : `${sama(residentName, ' ')}：${whatItHolds(holds, month)}`,
  );
  return {
    // A lock screen shows it: family names only.
    summary: `【${hostName}】${jointSubject(letters, month)}`,
    sender: hostName,
    title: `${whoseLetters(letters)}、${month}のお便りができました`,
    paragraphs: [what.join('\n')],
    buttons: letters.map(({ residentName, url }) => ({
      label: isOne ? 'お便りを読む' : `${sama(residentName, ' ')}のお便り`,
      url,
    })),
    notes: [
      'ご家族だけのリンクです。ほかの方に送ると、その方にもお便りが見えます。',
      `お問い合わせは、施設までご連絡ください。${phoneLine(hostPhone)}${HOW_TO_STOP}`,
    ],
  };
}

/** Announces the letter after a death, in words that are read in a hard week. */
const lastWords = (
  { residentName, url }: LineLetter,
  hostName: string,
  hostPhone: string,
): LineWords => ({
  isQuiet: true,
  summary: `【${hostName}】${sama(familyNameOf(residentName))}のお便りについて`,
  sender: hostName,
  title: `${sama(residentName, ' ')}のお便りについて`,
  paragraphs: [
    `${sama(residentName, ' ')}のご逝去を悼み、謹んでお悔やみ申し上げます。`,
    '最後のお便りをご用意いたしました。お気持ちの落ち着かれたときに、ご覧ください。',
  ],
  buttons: [{ label: 'お便りを開く', url }],
  notes: [
    'これまでのお便りも、同じページからご覧いただけます。',
    `お問い合わせは、施設までご連絡ください。${phoneLine(hostPhone)}`,
  ],
});

/** Which accounts get which families' letters. */
const listJoins = (db: Db, hostId: string, familyIds: readonly string[]) =>
  db
    .selectFrom('line_accounts')
    .select(['family_id as familyId', 'account'])
    .where('host_id', '=', hostId)
    .where('family_id', 'in', orNone(familyIds))
    .orderBy('account')
    .orderBy('family_id')
    .execute();

/** Families by LINE that share an account with one of these. */
async function listSharingAccounts(
  db: Db,
  hostId: string,
  familyIds: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('line_accounts as own')
    .innerJoin('line_accounts as other', ofOneHost('other.account', 'own.account'))
    .select('other.family_id')
    .distinct()
    .where('own.host_id', '=', hostId)
    .where('own.family_id', 'in', orNone(familyIds))
    .execute();
  return rows.map(({ family_id }) => family_id).filter((id) => !familyIds.includes(id));
}
