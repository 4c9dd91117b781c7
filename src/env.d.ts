type SignedIn = import('./domains/account/session/session.ts').Actor;
type SignedInOperator = import('./domains/operator/operator.ts').Operator;
type LetterPage = import('./domains/letter/letter-page.ts').LetterPage;
type FamilyLink = import('./domains/letter/link.ts').Link;
type AskedToConfirm = import('./middleware/confirm-first.ts').Confirming;
type AskingAct = import('./server/call.ts').Act;
type ShownSite = import('./server/site.ts').Site;

declare namespace App {
  /** All that is recorded, for those who write it: each domain declares its own (events.ts). */
  type Events = typeof import('./domains/dashboard/history/events.ts').EVENTS;

  interface Locals {
    site: ShownSite;
    /** Verified by a session. */
    actor: SignedIn | null;
    /** Counts families' words for the menu; absent on error pages: the database may be away. */
    newAnswers?: (() => Promise<number>) | undefined;
    /** The month whose letter the end of a trial stops; absent on error pages, too. */
    missedMonth?: (() => Promise<number | null>) | undefined;
    /** With this request. */
    hasSignedOut?: boolean;
    /** Kanji are shown with their readings. */
    furigana?: boolean;
    /** After the guard of a call or a form: throws where it asks for a fresh sign-in. */
    requireFresh?: (act: AskingAct, sent: { input: unknown; id: string }) => void;
    /** Before a file: the page that asks for a confirmation; null to go on. */
    confirmFirst: (act: AskingAct) => Promise<Response | null>;
    /** What waits until the person has confirmed the sign-in. */
    confirming?: AskedToConfirm;
    /** On the operator's pages only. */
    operator?: SignedInOperator | null;
    /** Verified by both tokens. */
    link?: FamilyLink;
    /** Already read, for a shell (letter-shell.ts): there is no link then. */
    letterPage?: LetterPage;
    /** undefined for an unmatched route. */
    errorStatus?: number;
    /** In seconds. */
    retryAfter?: number | undefined;
    /** What a link says whose facility ended. */
    endedWords?: string | undefined;
    /** A malformed path. */
    isUnmatched?: boolean;
    /** The request was an answer to a letter. */
    isAnswer?: boolean;
    typed?: string;
    /** The letter above this path. */
    wayBack?: string | null;
  }
}
