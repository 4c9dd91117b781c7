/** The browser knows passkeys at all, its own or those of a key that is plugged in. */
export const hasPasskeys = (): boolean =>
  'PublicKeyCredential' in globalThis && 'credentials' in navigator;

/** This very device asks for a finger, a face or its lock; in most apps' own browsers none does. */
export async function canAskHere(): Promise<boolean> {
  if (!hasPasskeys()) return false;
  const known: Partial<typeof PublicKeyCredential> = PublicKeyCredential;
  try {
    return (await known.isUserVerifyingPlatformAuthenticatorAvailable?.()) ?? false;
  } catch {
    return false;
  }
}

/** What is offered only where it works (`data-passkeys-here`). */
export async function showOffers(): Promise<void> {
  if (!(await canAskHere())) return;
  for (const offer of document.querySelectorAll<HTMLElement>('[data-passkeys-here]')) {
    offer.hidden = false;
  }
}
