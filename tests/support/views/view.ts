import type { Page } from '@playwright/test';
import type { LetterTokens } from '#lib/paths.ts';

/** Who looks at a page; a family needs no account. */
export const VIEWERS = [
  'visitor',
  'inactive',
  'ending',
  'over',
  'closing',
  'closed',
  'beginner',
  'general',
  'admin',
  'shared',
  'operator',
  'family',
] as const;
export type Viewer = (typeof VIEWERS)[number];

export interface Person {
  email: string;
  password: string;
}

/** The ids in URLs of a filled data folder. */
export interface Places {
  people: Record<Exclude<Viewer, 'visitor' | 'family' | 'shared'>, Person>;
  /** A shared device, and the names on it by state. */
  shared: Record<'deviceId' | 'token' | 'readyId' | 'firstId' | 'lockedId' | 'noneId', string>;
  /** The newest published month. */
  yearMonth: number;
  residentId: string;
  familyId: string;
  /** Of a word, without a reply and with one. */
  answers: Record<'newId' | 'repliedId', string>;
  itemId: string;
  reader: LetterTokens;
  /** A family without letters. */
  newReader: LetterTokens;
  /** Residents whose family has not been asked about photos, or said no. */
  withoutYes: { notAskedId: string; refusedId: string };
  /** A resident who died, with a last letter of the newest published month. */
  died: { residentId: string; reader: LetterTokens };
  /** With the longest name, and 200 photos. */
  full: { residentId: string; familyId: string; reader: LetterTokens };
  parked: { familyId: string; reader: LetterTokens };
  /** A sheet's code, and relatives' own pages in every state. */
  joining: Record<'code' | 'waiting' | 'unproved' | 'taken' | 'refused' | 'proof', string>;
  /** Links of letters that stop the mails to an address that gets some, or none. */
  stops: Record<'mailed' | 'stopped', string>;
  /** Facilities whose end is announced, and over, with a family's link. */
  closing: { hostId: string; reader: LetterTokens };
  closed: Places['closing'];
  /** Of a facility that was deleted after its end. */
  deletedReader: LetterTokens;
  /** A facility as the operator sees it, an unused one-time address, and the key of the app. */
  operator: { hostId: string; token: string; secret: string };
  tokens: Record<'hostSignUp' | 'staffSignUp' | 'password' | 'email' | 'invitation', string>;
}

/** One page in one state. */
export interface View {
  /** Also the name of its screenshot. */
  name: string;
  /** Its file under src/pages, as the router names it; null for an unmatched path. */
  route: string | null;
  who: Viewer;
  path: (places: Places) => string;
  /** 200 by default. */
  status?: number;
  /** Brings about the state. */
  act?: (page: Page) => Promise<unknown>;
  /** Only a demo has the page. */
  demo?: true;
}

type Path = View['path'];
type Named = (
  name: string,
  route: string | null,
  path: string | Path,
  more?: Partial<View>,
) => View;

/** Views of one person, one line each. */
export const of =
  (who: Viewer): Named =>
  (name, route, path, more = {}) => ({
    name,
    route,
    who,
    path: typeof path === 'string' ? () => path : path,
    ...more,
  });

/** Submits the page's last form with an unreadable body. */
export async function unreadable(page: Page): Promise<void> {
  const form = page.locator('main form[method=post]').last();
  await form.evaluate((element: HTMLFormElement) => {
    element.enctype = 'text/plain';
  });
  await refused(page);
}

/** Submits the page's last form past the browser's own validation. */
export async function refused(page: Page): Promise<void> {
  const form = page.locator('main form[method=post]').last();
  const answered = page.waitForEvent('load');
  await form.evaluate((element: HTMLFormElement) => {
    element.noValidate = true;
    element.requestSubmit();
  });
  await answered;
}
