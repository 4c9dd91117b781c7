import { BREAK } from '#lib/break.ts';
import type { Flag } from '#lib/flags.ts';
import { toFlag } from '#lib/flags.ts';
import { sama } from '#lib/honorific.ts';
import type { LifeState } from './life.ts';

type ConsentFlag = Flag | null;

/** null: the family has not been asked. */
export type PhotoConsent = boolean | null;

/** To letters of the own family and of others, of the own family only, or to none. */
export const CONSENT_ANSWERS = ['all', 'own', 'none'] as const;
export type ConsentAnswer = (typeof CONSENT_ANSWERS)[number];
type NarrowAnswer = Exclude<ConsentAnswer, 'all'>;

/** How far a yes reaches. */
export const CONSENT_EXTENTS = ['own', 'all'] as const;
export type ConsentExtent = (typeof CONSENT_EXTENTS)[number];

export const CONSENT_GIVERS = ['person', 'relative', 'guardian'] as const;
export const CONSENT_WAYS = ['paper', 'spoken', 'page'] as const;

export const ANSWER_WORDS: Record<ConsentAnswer, string> = {
  all: '載せてよい',
  own: '本人の家族だけ',
  none: '載せない',
};

const NOT_ASKED = 'まだ伺っていません';

/** In forms, lists and files (domain.md#consent). @param extent of a yes; null: it reaches others too */
export const consentWords = (consent: PhotoConsent, extent: ConsentExtent | null = null): string =>
  consent === null ? NOT_ASKED : ANSWER_WORDS[consent ? (extent ?? 'all') : 'none'];

/** Only an explicit yes. */
export const takesPhotos = ({ photoConsent }: { photoConsent: PhotoConsent }): boolean =>
  photoConsent === true;

export function whyNoPhotos(name: string, consent: PhotoConsent): string | null {
  if (consent === null) {
    return `${sama(name)}の写真を載せてよいか、まだ伺っていません。管理者の方が「載せてよい」にすると、追加できます。`;
  }
  return consent ? null : `${sama(name)}の写真は「載せない」となっているため、追加できません。`;
}

export const placeNote = (consent: PhotoConsent): string | null =>
  consent === null ? '写真の掲載はまだ伺っていません' : consent ? null : '写真は載せない';

/** Also in letters of other residents' families. */
export const allowsOthersLetters = (row: Parameters<typeof toExtent>[0]): boolean =>
  toExtent(row) === 'all';

/** After a photo was left out of the letters by naming them; empty for nobody. */
export const leftOutText = (names: readonly string[]): string =>
  names.length === 0
    ? ''
    : `。${names.map((name) => sama(name)).join('・')}は、ほかのご家族のお便りに載せることに同意されていないため、お便りから外しました。出すかどうかは、管理者の方が決めます`;

/** The same, as long as it is so; without a name: of somebody whose registration is gone. */
export const whyLeftOut = (on: readonly string[], gone: readonly string[]): string =>
  on.length > 0
    ? `${on.map((name) => sama(name)).join('・')}は、ほかのご家族のお便りに載せることに同意されていません。この写真は、お便りから外れています。出すかどうかは、管理者の方が、ご本人やご家族に伺って決めます。写っていないときは、お名前をはずしてください。`
    : `${gone.map((name) => (name === '' ? '写っていた方' : sama(name))).join('・')}をはずしたため、ほかの方のお便りには、まだ載りません。写っていないことを確かめてから、出してください。`;

/** In choosers and on photos. */
export const OWN_FAMILY_ONLY = 'ご本人のご家族だけ';

/** Photos may be shown to the own family only. */
export const isForOwnFamily = ({
  photoConsentExtent,
}: {
  photoConsentExtent: ConsentExtent | null;
}): boolean => photoConsentExtent === 'own';

/** Who sees a photo of several, where some are for their own families only; null: nobody is. */
export function whoSeesText(own: readonly string[]): string | null {
  const [first, ...more] = own.map((name) => sama(name));
  if (first === undefined) return null;
  return more.length === 0
    ? `この写真は、${first}のご家族だけが見られます。ほかの方のお便りには載りません`
    : `${[first, ...more].join('・')}は「${OWN_FAMILY_ONLY}」のため、いっしょの写真はどのご家族にも見えません。お一人ずつの写真にしてください`;
}

/** Why a photo cannot go to 施設全体; null if it can. @param names who is on it and has not agreed */
export const notForAllText = (names: readonly string[]): string | null =>
  names.length === 0
    ? null
    : `${names.map((name) => sama(name)).join('・')}が写っているため、選べません`;

type Named = { name: string; photoConsent: PhotoConsent; photoConsentExtent: ConsentExtent | null };

/** People who must not be on a photo that reaches every family: nothing says who is on it. */
export function whoMustNotBeOn(
  residents: readonly Named[],
): { question: string; groups: { head: string; names: string }[] } | null {
  const groups = (
    [
      [`載せない${BREAK}方`, (one) => one.photoConsent === false],
      [`同意が${BREAK}まだの${BREAK}方`, (one) => one.photoConsent === null],
      [`ご本人の${BREAK}ご家族だけの${BREAK}方`, isForOwnFamily],
    ] satisfies [string, (one: Named) => boolean][]
  )
    .map(([head, isOfIt]) => ({
      head,
      names: residents.filter(isOfIt).map(({ name }) => sama(name)),
    }))
    .filter(({ names }) => names.length > 0);
  if (groups.length === 0) return null;
  const counts = groups.map(({ head, names }) => `${head}：${names.length}人`).join(`・${BREAK}`);
  return {
    question: `${counts}。${BREAK}写って${BREAK}いませんか`,
    groups: groups.map(({ head, names }) => ({ head, names: names.join(`、${BREAK}`) })),
  };
}

interface Asked {
  photoConsent: PhotoConsent;
  state: LifeState;
  /** The month's letter is not sent. */
  heldBack: boolean;
  hasNoFamily: boolean;
}

/**
 * Those away, left, died, skipped or without family are not waited for (domain.md#states-of-life).
 */
const isAwaited = (resident: Asked): boolean =>
  takesPhotos(resident) && resident.state === 'here' && !resident.heldBack && !resident.hasNoFamily;

export const awaitsPhoto = (resident: Asked & { itemsCount: number }): boolean =>
  isAwaited(resident) && resident.itemsCount === 0;

interface ConsentColumns {
  photo_consent: ConsentFlag;
  photo_consent_extent: ConsentExtent;
}
type ObeyedColumns = ConsentColumns & { waiting_consent: NarrowAnswer | null };

export const toConsent = (row: ObeyedColumns): PhotoConsent => {
  const answer = obeyedAnswer(row);
  return answer && answer !== 'none';
};

/** null unless the answer is yes. */
export const toExtent = (row: ObeyedColumns): ConsentExtent | null => {
  const answer = obeyedAnswer(row);
  return answer === 'none' ? null : answer;
};

/** How much a picture may show, least first. */
const WIDTHS: readonly (ConsentAnswer | null)[] = ['none', null, 'own', 'all'];

/** To sort by; null: nobody was asked, and no new photo is taken. */
export const narrowFirst = (one: ConsentAnswer | null, other: ConsentAnswer | null): number =>
  WIDTHS.indexOf(one) - WIDTHS.indexOf(other);

export const isNarrower = (one: ConsentAnswer | null, than: ConsentAnswer | null): boolean =>
  narrowFirst(one, than) < 0;

/** What pictures obey: the answer that holds, or a narrower one of a family's that waits (P49). */
export const obeyedAnswer = (row: ObeyedColumns): ConsentAnswer | null => {
  const held = answerOf(row);
  return row.waiting_consent !== null && isNarrower(row.waiting_consent, held)
    ? row.waiting_consent
    : held;
};

/** The answer that holds; null: none. */
export const answerOf = ({
  photo_consent: flag,
  photo_consent_extent: extent,
}: ConsentColumns): ConsentAnswer | null => (flag === null ? null : flag === 1 ? extent : 'none');

/** As a resident's row repeats it. */
export const toColumns = (answer: ConsentAnswer | null): ConsentColumns => ({
  photo_consent: answer === null ? null : toFlag(answer !== 'none'),
  photo_consent_extent: answer === 'own' ? 'own' : 'all',
});
