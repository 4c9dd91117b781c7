/** What is written down about people and their rights (safety, "Protection"; issue of accounts). */
export type AuditAction =
  | 'host.sign_up_requested'
  | 'host.signed_up'
  | 'host.trial_started'
  | 'operator.facility_continued'
  | 'operator.facility_removed'
  | 'staff.sign_up_requested'
  | 'staff.signed_up'
  | 'staff.role_changed'
  | 'staff.deleted'
  | 'staff.profile_changed'
  | 'staff.password_changed'
  | 'staff.password_refused'
  | 'staff.password_reset_requested'
  | 'staff.password_reset'
  | 'staff.email_change_requested'
  | 'staff.email_changed'
  | 'session.started'
  | 'session.refused'
  | 'session.ended'
  | 'session.others_ended'
  | 'session.reuse_detected'
  | 'invitation.renewed'
  | 'family.added'
  | 'family.changed'
  | 'family.link_renewed'
  | 'family.deleted'
  | 'delivery.settings_changed'
  | 'delivery.test_sent'
  | 'delivery.sent_by_hand'
  | 'resident.token_rotated'
  | 'resident.consent_changed'
  | 'resident.photos_decided';

export interface AuditEvent {
  action: AuditAction;
  /** null where nobody is known, as with a wrong e-mail. */
  hostId?: string | null | undefined;
  /** Who did it. */
  staffId?: string | null | undefined;
  /** What it was done to: an id or a role, never an address or a name. */
  target?: string | null | undefined;
}
