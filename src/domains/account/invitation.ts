export const INVITATION_DAYS = 7;

export interface ShownInvitation {
  url: string;
  expiresAt: string;
}
