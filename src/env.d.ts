type SignedIn = import('./features/session/session.ts').Actor;
type FamilyLink = import('./features/family-link/link.service.ts').Link;

declare namespace App {
  interface Locals {
    /** The signed-in user, proved by a living session. */
    actor: SignedIn | null;
    /** The family's link, proved by both tokens. */
    link?: FamilyLink;
    /** Why an error page is shown; undefined for an unmatched route. */
    errorStatus?: number;
    /** Seconds after which to try again, if that helps. */
    retryAfter?: number | undefined;
    /** The address cannot be one of ours. */
    isUnmatched?: boolean;
    /** What a family sent with a letter's buttons was refused. */
    isAnswer?: boolean;
    /** The letter that the address hangs below. */
    wayBack?: string | null;
  }
}
