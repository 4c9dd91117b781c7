/** How long a QR code for colleagues holds (design, "Invitation"). */
export const INVITATION_DAYS = 7;

/** What an admin shows to colleagues. */
export interface ShownInvitation {
  url: string;
  /** An instant. */
  expiresAt: string;
}
