import { atom } from 'nanostores';
import { paths } from '#lib/paths.ts';
import { accountOfPage } from './account.ts';
import { sleep } from './sleep.ts';
import { hasTyped } from './typed.ts';
import { isUnfinished } from './unfinished.ts';

/** The session ended with unsaved work here. `elsewhere`: someone else is signed in. */
export const $signedOut = atom<'ended' | 'elsewhere' | null>(null);

const ASK_AGAIN_MS = 4000;

/** Reloads, which leads to the login; with unsaved work the page stays (domain.md#signing-in). */
export function sessionEnded(): void {
  if (!isUnfinished() && !hasTyped()) {
    location.assign(herePath());
    return;
  }
  if ($signedOut.get() === null) $signedOut.set('ended');
  void untilSignedIn();
}

/** Without a session it redirects to the login and back. */
export const herePath = (): string => `${location.pathname}${location.search}`;

let asking: Promise<void> | null = null;

/** Waits until the person of this page is signed in again, in any tab. */
export const untilSignedIn = (): Promise<void> =>
  (asking ??= ask().finally(() => {
    asking = null;
  }));

async function ask(): Promise<void> {
  for (;;) {
    await sleep(ASK_AGAIN_MS, 'focus', 'pageshow');
    const staffId = await signedInStaff();
    if (staffId !== null && staffId === accountOfPage()) break;
    $signedOut.set(staffId === null ? 'ended' : 'elsewhere');
  }
  $signedOut.set(null);
}

async function signedInStaff(): Promise<string | null> {
  try {
    const response = await fetch(paths.api.user, { credentials: 'same-origin', cache: 'no-store' });
    if (!response.ok) return null;
    const { user } = (await response.json()) as { user: { id: string } };
    return user.id;
  } catch {
    return null;
  }
}
