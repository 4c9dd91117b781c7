import type { CDPSession, Page } from '@playwright/test';

/** A phone's own, which asks for a finger. */
export async function addAuthenticator(page: Page): Promise<{ cdp: CDPSession; id: string }> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const options = {
    ...({ protocol: 'ctap2', transport: 'internal' } as const),
    ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
    automaticPresenceSimulation: true,
  };
  const { authenticatorId: id } = await cdp.send('WebAuthn.addVirtualAuthenticator', { options });
  return { cdp, id };
}
