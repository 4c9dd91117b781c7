/** What became of a run's mails, or of all. */
interface Share {
  /** Different mailboxes that were refused in the same way. */
  refused: number;
  /** Mails that were accepted. */
  accepted: number;
}

/** Fewer may be chance. */
const SEVERAL = 3;
/** One in so many: a list typed from paper holds some wrong addresses, but not as many as this. */
const ONE_IN = 10;
/** A bare code says less, so that less is needed to doubt it. */
const ONE_IN_OF_BARE = 50;

const shareOf = (isBare: boolean): number => (isBare ? ONE_IN_OF_BARE : ONE_IN);

/** How many accepted mails decide nothing any more; 0 if none do. */
export const acceptedThatMatter = (refused: number, isBare: boolean): number =>
  refused < SEVERAL - 1 ? 0 : refused * shareOf(isBare) + 1;

/**
 * Whether a refusal that would blame each recipient is the mail server's, since several have it
 * (domain.md#whose-fault-it-is). @param isBare it has no enhanced code
 */
export function isOfTheServer({ refused, accepted }: Share, isBare: boolean): boolean {
  if (refused < SEVERAL) return refused === SEVERAL - 1 && accepted === 0;
  return refused * shareOf(isBare) >= refused + accepted;
}
