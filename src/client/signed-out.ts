import { atom } from 'nanostores';
import type { User } from '#features/session/session.ts';
import { paths } from '#lib/paths.ts';
import { accountOfPage, hostOfPage } from './account.ts';
import { sleep } from './sleep.ts';
import { hasTyped } from './typed.ts';
import { isUnfinished } from './unfinished.ts';

/**
 * The session ended with unsaved work here. `elsewhere`: signed in to another facility; `other`: a
 * colleague, who must not send what is here.
 */
export const $signedOut = atom<'ended' | 'elsewhere' | 'other' | null>(null);

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

/** Waits until the account of this page has signed in, in any tab. */
export const untilSignedIn = (): Promise<void> =>
  (asking ??= ask().finally(() => {
    asking = null;
  }));

async function ask(): Promise<void> {
  for (;;) {
    await sleep(ASK_AGAIN_MS, 'focus', 'pageshow');
    const user = await signedInUser();
    if (user !== null && user.id === accountOfPage()) break;
    $signedOut.set(whoIsThere(user));
  }
  $signedOut.set(null);
}

function whoIsThere(user: SignedIn | null): 'ended' | 'elsewhere' | 'other' {
  if (user === null) return 'ended';
  return user.host.id === hostOfPage() ? 'other' : 'elsewhere';
}

type SignedIn = Pick<User, 'id' | 'host'>;

async function signedInUser(): Promise<SignedIn | null> {
  try {
    const response = await fetch(paths.api.user, { credentials: 'same-origin', cache: 'no-store' });
    if (!response.ok) return null;
    return ((await response.json()) as { user: SignedIn }).user;
  } catch {
    return null;
  }
}
