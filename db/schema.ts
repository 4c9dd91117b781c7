import type { Insertable, Selectable, Updateable } from 'kysely';
import type { AnswerTable } from './schema/answers.ts';
import type {
  PinTable,
  PinTryTable,
  SharedDevicePersonTable,
  SharedDeviceTable,
} from './schema/devices.ts';
import type {
  EndedFacilityTable,
  EndedLinkTable,
  EndingTellingTable,
  FacilityEndingTable,
} from './schema/endings.ts';
import type { ApplicationTable, SheetTable } from './schema/joining.ts';
import type { ErrorNumberTable, FigureTable, LevelTable } from './schema/figures.ts';
import type {
  DeliveryRunTable,
  DeliverySettingTable,
  DeliveryTable,
  DeliveryWaitTable,
  HandoverTable,
  LetterCheckTable,
  LetterNoteTable,
  LetterReadTable,
  LetterTable,
  TrialLetterTable,
} from './schema/letters.ts';
import type {
  AuditLogTable,
  ContactTable,
  JobTable,
  LeaseTable,
  MailboxReadingTable,
  OutboxTable,
  RateLimitTable,
  TroubleTable,
} from './schema/operations.ts';
import type { LegalTextTable, OperatorSessionTable, OperatorTable } from './schema/operator.ts';
import type {
  AddressLinkTable,
  ConsentTable,
  FamilyTable,
  HostTable,
  InvitationTable,
  OneTimeTokenTable,
  ResidentTable,
  SessionTable,
  StaffTable,
  TrialNoticeTable,
} from './schema/people.ts';
import type {
  BlobFileTable,
  BlobTable,
  ItemTable,
  PicturePersonTable,
  WithheldPictureTable,
} from './schema/photos.ts';
import type {
  PasskeyTable,
  RecoveryCodeTable,
  RememberedBrowserTable,
  SecondStepTable,
  SignInTicketTable,
} from './schema/sign-in.ts';

import type {
  LineAccountTable,
  LineCodeTable,
  LineEventTable,
  LineStopTable,
} from './schema/line.ts';

export type { Flag } from './schema/types.ts';
export type { Channel } from './schema/operations.ts';
export type { BlobState } from './schema/photos.ts';

export interface Database {
  hosts: HostTable;
  facility_endings: FacilityEndingTable;
  ending_tellings: EndingTellingTable;
  ended_facilities: EndedFacilityTable;
  ended_links: EndedLinkTable;
  staffs: StaffTable;
  sessions: SessionTable;
  shared_devices: SharedDeviceTable;
  shared_device_people: SharedDevicePersonTable;
  pins: PinTable;
  pin_tries: PinTryTable;
  passkeys: PasskeyTable;
  second_steps: SecondStepTable;
  recovery_codes: RecoveryCodeTable;
  remembered_browsers: RememberedBrowserTable;
  sign_in_tickets: SignInTicketTable;
  one_time_tokens: OneTimeTokenTable;
  invitations: InvitationTable;
  residents: ResidentTable;
  consents: ConsentTable;
  families: FamilyTable;
  address_links: AddressLinkTable;
  sheets: SheetTable;
  applications: ApplicationTable;
  blobs: BlobTable;
  blob_files: BlobFileTable;
  items: ItemTable;
  withheld_pictures: WithheldPictureTable;
  picture_people: PicturePersonTable;
  letters: LetterTable;
  letter_reads: LetterReadTable;
  answers: AnswerTable;
  letter_notes: LetterNoteTable;
  letter_checks: LetterCheckTable;
  delivery_settings: DeliverySettingTable;
  deliveries: DeliveryTable;
  delivery_runs: DeliveryRunTable;
  delivery_waits: DeliveryWaitTable;
  handovers: HandoverTable;
  trial_letters: TrialLetterTable;
  trial_notices: TrialNoticeTable;
  line_accounts: LineAccountTable;
  line_codes: LineCodeTable;
  line_events: LineEventTable;
  line_stops: LineStopTable;
  outbox: OutboxTable;
  jobs: JobTable;
  leases: LeaseTable;
  rate_limits: RateLimitTable;
  contacts: ContactTable;
  troubles: TroubleTable;
  mailbox_readings: MailboxReadingTable;
  audit_logs: AuditLogTable;
  figures: FigureTable;
  levels: LevelTable;
  error_numbers: ErrorNumberTable;
  operators: OperatorTable;
  operator_sessions: OperatorSessionTable;
  legal_texts: LegalTextTable;
}

export type ResidentRow = Selectable<ResidentTable>;
export type BlobRow = Selectable<BlobTable>;
export type NewBlobRow = Insertable<BlobTable>;
export type BlobUpdate = Updateable<BlobTable>;
export type ItemRow = Selectable<ItemTable>;
export type NewItemRow = Insertable<ItemTable>;
export type LetterRow = Selectable<LetterTable>;
export type LetterNoteRow = Selectable<LetterNoteTable>;
