import { platformAuthenticatorIsAvailable } from '@simplewebauthn/browser';

/** This very device asks for a finger, a face or its lock; in most apps' own browsers none does. */
export async function canAskHere(): Promise<boolean> {
  try {
    return await platformAuthenticatorIsAvailable();
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
