/** Every change in a facility and every export is recorded (P30). */
export type AuditAction =
  | 'host.sign_up_requested'
  | 'host.signed_up'
  | 'host.trial_started'
  | 'host.changed'
  | 'host.continued'
  | 'operator.plan_set'
  | 'operator.facility_continued'
  | 'operator.facility_removed'
  | 'operator.reset_link_made'
  | 'operator.jobs_retried'
  | 'operator.letter_opened'
  | 'operator.mails_retried'
  | 'operator.mails_dismissed'
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
  | 'resident.added'
  | 'resident.imported'
  | 'resident.changed'
  | 'resident.deleted'
  | 'resident.token_rotated'
  | 'resident.consent_changed'
  | 'resident.photos_decided'
  | 'resident.state_changed'
  | 'resident.last_letter_chosen'
  | 'family.added'
  | 'family.imported'
  | 'family.changed'
  | 'family.link_renewed'
  | 'family.deleted'
  | 'photo.added'
  | 'photo.moved'
  | 'photo.copied'
  | 'photo.deleted'
  | 'photo.restored'
  | 'photo.dated'
  | 'photo.answered'
  | 'photo.captioned'
  | 'photo.turned'
  | 'photo.left_out'
  | 'photo.let_in'
  | 'photo.ordered'
  | 'photo.retried'
  | 'letter.saved'
  | 'answer.sent'
  | 'answer.passed_on'
  | 'answer.taken_back'
  | 'answer.hidden'
  | 'answer.shown'
  | 'letter.checked'
  | 'letter.unchecked'
  | 'letter.held_back'
  | 'letter.sent_after_all'
  | 'handover.done'
  | 'handover.taken_back'
  | 'note.saved'
  | 'delivery.settings_changed'
  | 'delivery.test_sent'
  | 'delivery.sent_by_hand'
  | 'mail.retried'
  | 'mail.dismissed'
  | 'export.residents'
  | 'export.families'
  | 'export.printed'
  | 'export.answers'
  | 'export.cards'
  | 'archive.taken';

export interface AuditEvent {
  action: AuditAction;
  /** null if unknown, as with a wrong e-mail address. */
  hostId?: string | null | undefined;
  staffId?: string | null | undefined;
  /** An id or a role, never an address or a name. */
  target?: string | null | undefined;
  residentId?: string | null | undefined;
  /** What ids do not say: a month, field names, the name of something removed. */
  detail?: string | null | undefined;
}

/** Days that events are kept and shown. */
export const KEPT_DAYS = 400;
export const SHOWN_DAYS = 90;
