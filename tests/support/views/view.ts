import type { Page } from '@playwright/test';
import type { LetterTokens } from '#lib/paths.ts';

/** Whose eyes a page is seen with; a family needs no account. */
export const VIEWERS = [
  'nobody',
  'inactive',
  'ending',
  'over',
  'beginner',
  'general',
  'admin',
  'family',
] as const;
export type Viewer = (typeof VIEWERS)[number];

export interface Person {
  email: string;
  password: string;
}

/** What the addresses of a filled data folder are made of. */
export interface Places {
  people: Record<Exclude<Viewer, 'nobody' | 'family'>, Person>;
  /** The newest delivered month. */
  yearMonth: number;
  residentId: string;
  familyId: string;
  itemId: string;
  reader: LetterTokens;
  /** A family to whom nothing has come yet. */
  newReader: LetterTokens;
  /** Residents whose family has not been asked about photos, or said no. */
  withoutYes: { notAskedId: string; refusedId: string };
  /** One with the longest name, and 200 photos. */
  full: { residentId: string; familyId: string; reader: LetterTokens };
  tokens: Record<'hostSignUp' | 'staffSignUp' | 'password' | 'email' | 'invitation', string>;
}

/** One page in one state, as it must look right. */
export interface View {
  /** Also the name of its picture. */
  name: string;
  /** Its file under src/pages, as the router names it; null where no file matches. */
  route: string | null;
  who: Viewer;
  path: (places: Places) => string;
  /** 200 unless said. */
  status?: number;
  /** Brings the state about. */
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

/** Views of one person, in one line each. */
export const of =
  (who: Viewer): Named =>
  (name, route, path, more = {}) => ({
    name,
    route,
    who,
    path: typeof path === 'string' ? () => path : path,
    ...more,
  });

/** Sends the page's last form in a way that no form of ours is sent. */
export async function unreadable(page: Page): Promise<void> {
  const form = page.locator('main form[method=post]').last();
  await form.evaluate((element: HTMLFormElement) => {
    element.enctype = 'text/plain';
  });
  await refused(page);
}

/** Sends the page's last form as it stands; the browser's own checks would hide ours. */
export async function refused(page: Page): Promise<void> {
  const form = page.locator('main form[method=post]').last();
  const answered = page.waitForEvent('load');
  await form.evaluate((element: HTMLFormElement) => {
    element.noValidate = true;
    element.requestSubmit();
  });
  await answered;
}
