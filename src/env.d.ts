type SignedIn = import('./features/session/session.ts').Actor;
type FamilyLink = import('./features/letter/link.service.ts').Link;

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
  }
}
