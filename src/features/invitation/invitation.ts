/** How long a QR code for colleagues holds (domain.md#facilities). */
export const INVITATION_DAYS = 7;

/** What an admin shows to colleagues. */
export interface ShownInvitation {
  url: string;
  /** An instant. */
  expiresAt: string;
}
