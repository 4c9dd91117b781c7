import { atom } from 'nanostores';
import { paths } from '#lib/paths.ts';
import { accountOfPage, notedAccount } from './account.ts';
import { sleep } from './sleep.ts';
import { hasTyped } from './typed.ts';
import { isUnfinished } from './unfinished.ts';

/** The session ended with unsaved work here. `elsewhere`: someone else is signed in. */
export const $signedOut = atom<'ended' | 'elsewhere' | null>(null);

const ASK_AGAIN_MS = 4000;

/** Reloads, which leads to the login; with unsaved work the page stays (domain.md#signing-in). */
export function sessionEnded(): void {
  if (!isUnfinished() && !hasTyped()) return location.assign(herePath());
  if ($signedOut.get() === null) $signedOut.set('ended');
  void untilSignedIn();
}

/** Without a session it redirects to the login and back. */
export const herePath = (): string => `${location.pathname}${location.search}`;

/** Words, and below them the way to the login, in another tab. */
export function loginNotice(className: string, words: string, label: string): HTMLElement {
  const notice = document.createElement('div');
  notice.className = className;
  const text = document.createElement('p');
  text.textContent = words;
  const link = document.createElement('a');
  Object.assign(link, { href: herePath(), target: '_blank', textContent: label });
  notice.append(text, link);
  return notice;
}

let asking: Promise<void> | null = null;

/** Waits until the person of this page is signed in again, in any tab. */
export const untilSignedIn = (): Promise<void> => (asking ??= ask().finally(() => (asking = null)));

async function ask(): Promise<void> {
  for (;;) {
    await sleep(ASK_AGAIN_MS, 'focus', 'pageshow');
    const staffId = await whoIsSignedIn();
    if (staffId && staffId === accountOfPage()) break;
    $signedOut.set(staffId ? 'elsewhere' : 'ended');
  }
  $signedOut.set(null);
}

/** Asking uses the session, which on a shared device would never end for want of use. */
async function whoIsSignedIn(): Promise<string | null | undefined> {
  const noted = notedAccount();
  return noted === null || noted === accountOfPage() ? signedInStaff() : noted || null;
}

/** @returns null for nobody; undefined without an answer */
export async function signedInStaff(): Promise<string | null | undefined> {
  try {
    const response = await fetch(paths.api.user, { credentials: 'same-origin', cache: 'no-store' });
    if (response.status === 401) return null;
    if (!response.ok) return undefined;
    const { user } = (await response.json()) as { user: { id: string } };
    return user.id;
  } catch {
    return undefined;
  }
}
