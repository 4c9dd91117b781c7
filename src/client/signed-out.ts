import { atom } from 'nanostores';
import { paths } from '#lib/paths.ts';
import { sleep } from './sleep.ts';
import { hasTyped } from './typed.ts';
import { isUnfinished } from './unfinished.ts';

/** The session ended with unsaved work here. `elsewhere`: signed in to another facility. */
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

/** Waits for a sign-in to this facility, in any tab. */
export const untilSignedIn = (): Promise<void> =>
  (asking ??= ask().finally(() => {
    asking = null;
  }));

async function ask(): Promise<void> {
  for (;;) {
    await sleep(ASK_AGAIN_MS, 'focus', 'pageshow');
    const hostId = await signedInHost();
    if (hostId !== null && hostId === hostOfPage()) break;
    $signedOut.set(hostId === null ? 'ended' : 'elsewhere');
  }
  $signedOut.set(null);
}

const hostOfPage = (): string | undefined => document.getElementById('main')?.dataset['host'];

async function signedInHost(): Promise<string | null> {
  try {
    const response = await fetch(paths.api.user, { credentials: 'same-origin', cache: 'no-store' });
    if (!response.ok) return null;
    const { user } = (await response.json()) as { user: { host: { id: string } } };
    return user.host.id;
  } catch {
    return null;
  }
}
