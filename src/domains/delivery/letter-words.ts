import type { Holdings } from '#domains/letter/month-contents.ts';
import { familyNameOf } from '#domains/letter/salutation.ts';
import { sama } from '#lib/honorific.ts';

/** A letter of facility-wide photos or a greeting alone is not about the resident. */
export const isAboutResident = ({ ownPhotos, hasNote }: Holdings): boolean =>
  ownPhotos > 0 || hasNote;

/** What there is of the resident comes first. @param who `佐藤様` */
export function subjectOf(
  who: string,
  { ownPhotos, hasNote, hasSharedPhotos }: Holdings,
  month: string,
): string {
  if (ownPhotos > 0) return `${who}の${month}号のお便りをお届けします`;
  if (hasNote) return `${who}の${month}のご様子をお届けします`;
  if (hasSharedPhotos) return `${who}のご家族へ、${month}の施設のようすをお届けします`;
  return `${who}のご家族へ、${month}号のごあいさつをお届けします`;
}

export function whatItHolds(
  { ownPhotos, hasNote, hasSharedPhotos }: Holdings,
  month: string,
): string {
  if (ownPhotos > 0) {
    return hasNote
      ? `写真${ownPhotos}枚と、職員からの文章で、ご様子をお伝えします。`
      : `写真${ownPhotos}枚をお届けします。`;
  }
  if (hasNote) {
    const more = hasSharedPhotos ? '行事などの写真も、ご一緒にどうぞ。' : '';
    return `${month}のご様子を、職員が文章でお伝えします。${more}`;
  }
  if (hasSharedPhotos) return `${month}の施設のようすを、写真でお届けします。`;
  return '施設からのごあいさつをお届けします。';
}

export const phoneLine = (phone: string): string => (phone === '' ? '' : `（電話 ${phone}）`);

interface OfResident {
  residentName: string;
  holds: Holdings;
}

/** A letter may hold nothing about its resident while another's does. */
export function jointSubject(letters: readonly OfResident[], month: string): string {
  const who = namesOf(letters.map(({ residentName }) => residentName));
  const about = letters.filter(({ holds }) => isAboutResident(holds)).length;
  return about > 0 && about < letters.length
    ? `${who}の${month}号のお便りをお届けします`
    : subjectOf(who, together(letters), month);
}

/** `佐藤 ハル 様と鈴木 キヨ 様の`, or `…のご家族へ` where nothing is about them */
export function whoseLetters(letters: readonly OfResident[]): string {
  const who = letters.map(({ residentName }) => sama(residentName, ' ')).join('と');
  return `${who}${letters.some(({ holds }) => isAboutResident(holds)) ? 'の' : 'のご家族へ'}`;
}

/** `佐藤様と鈴木様`: family names only, since a lock screen shows the subject. */
function namesOf(names: readonly string[]): string {
  const families = [...new Set(names.map(familyNameOf))];
  if (names.length === 1) return sama(families[0] ?? '');
  if (families.length === 1) {
    return `${sama(families[0] ?? '')}${names.length === 2 ? 'お二人' : `お${names.length}人`}`;
  }
  return families.map((name) => sama(name)).join(families.length === 2 ? 'と' : '、');
}

const together = (letters: readonly Pick<OfResident, 'holds'>[]): Holdings => ({
  ownPhotos: letters.reduce((sum, { holds }) => sum + holds.ownPhotos, 0),
  hasNote: letters.some(({ holds }) => holds.hasNote),
  hasSharedPhotos: letters.some(({ holds }) => holds.hasSharedPhotos),
});
