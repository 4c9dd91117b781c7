/** Every change in a facility and every export is recorded (P30). */
export type AuditAction =
  | 'host.sign_up_requested'
  | 'host.signed_up'
  | 'host.trial_started'
  | 'host.changed'
  | 'host.continued'
  | 'host.second_step_asked'
  | 'operator.link_made'
  | 'operator.account_made'
  | 'operator.signed_in'
  | 'operator.sign_in_refused'
  | 'operator.code_refused'
  | 'operator.password_changed'
  | 'operator.signed_out'
  | 'operator.session_ended'
  | 'operator.facility_invited'
  | 'operator.test_mail_sent'
  | 'operator.plan_set'
  | 'operator.facility_continued'
  | 'operator.facility_removed'
  | 'operator.facility_exported'
  | 'operator.reset_link_made'
  | 'operator.ways_taken_back'
  | 'operator.jobs_retried'
  | 'operator.letter_opened'
  | 'operator.mails_retried'
  | 'operator.mails_dismissed'
  | 'staff.sign_up_requested'
  | 'staff.signed_up'
  | 'staff.added'
  | 'staff.invited'
  | 'staff.pin_issued'
  | 'staff.pin_chosen'
  | 'staff.pin_removed'
  | 'staff.role_changed'
  | 'staff.deleted'
  | 'staff.profile_changed'
  | 'staff.password_changed'
  | 'staff.password_refused'
  | 'staff.password_reset_requested'
  | 'staff.password_reset'
  | 'staff.email_change_requested'
  | 'staff.email_changed'
  | 'passkey.made'
  | 'passkey.removed'
  | 'second_step.made'
  | 'second_step.removed'
  | 'second_step.codes_renewed'
  | 'second_step.code_used'
  | 'session.started'
  | 'session.started_on_shared'
  | 'session.refused'
  | 'session.code_refused'
  | 'session.held_back'
  | 'session.pin_refused'
  | 'session.pin_locked'
  | 'session.ended'
  | 'session.confirmed'
  | 'session.one_ended'
  | 'session.others_ended'
  | 'session.all_ended'
  | 'session.reuse_detected'
  | 'device.made'
  | 'device.changed'
  | 'device.unlocked'
  | 'device.ended'
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
  | 'photo.put_aside'
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
  | 'export.letters'
  | 'export.facility'
  | 'export.cards'
  | 'export.history'
  | 'archive.taken';

/** Who does something in their own facility. */
export interface Acting {
  id: string;
  host: { id: string };
}

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
  /** How the person signs in; otherwise how they had signed in. */
  way?: string;
}

/** Days that events are kept and shown. */
export const KEPT_DAYS = 400;
export const SHOWN_DAYS = 90;
/** Then only the network is left of an address. */
export const ADDRESS_DAYS = 30;
