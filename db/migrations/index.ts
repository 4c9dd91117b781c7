import type { Migration } from 'kysely/migration';
import * as people from './0001_create_people.ts';
import * as photos from './0002_create_photos.ts';
import * as letters from './0003_create_letters.ts';
import * as operations from './0004_create_operations.ts';
import * as contentVersion from './0005_raise_content_version.ts';
import * as adminTotals from './0006_keep_admin_totals.ts';
import * as itemLists from './0007_cover_item_lists.ts';
import * as lastReads from './0008_cover_last_reads.ts';
import * as replyAddress from './0009_keep_reply_address.ts';
import * as deliveryRuns from './0010_keep_delivery_runs.ts';
import * as answersOut from './0011_leave_answers_out.ts';
import * as jobTurns from './0012_take_jobs_in_turn.ts';
import * as bounds from './0013_bound_facilities.ts';
import * as whatWasDone from './0015_say_what_was_done.ts';
import * as heldPhotos from './0017_hold_photos.ts';
import * as goingOn from './0019_continue_facilities.ts';
import * as consent from './0020_ask_for_consent.ts';
import * as failures from './0021_count_failures.ts';
import * as notes from './0022_write_notes.ts';
import * as answers from './0023_keep_answers.ts';
import * as statesOfLife from './0024_keep_states_of_life.ts';
import * as photoOrder from './0025_order_photos.ts';
import * as sharedPhotos from './0026_withhold_shared_photos.ts';
import * as handovers from './0027_hand_over_letters.ts';
import * as sharedDevices from './0028_share_devices.ts';
import * as oldMails from './0029_find_old_mails.ts';
import * as troubles from './0030_tell_the_operator.ts';
import * as claimedWork from './0031_claim_work.ts';
import * as operator from './0032_sign_the_operator_in.ts';
import * as numberedLinks from './0033_number_links.ts';
import * as waiting from './0035_remember_what_waits.ts';
import * as twoFactors from './0036_sign_in_with_two_factors.ts';
import * as whereFrom from './0037_say_where_from.ts';
import * as line from './0038_join_line.ts';
import * as figures from './0039_keep_figures.ts';
import * as words from './0040_keep_words.ts';
import * as codesOfLinks from './0041_bind_codes_to_links.ts';
import * as faults from './0046_tell_faults_apart.ts';
import * as consents from './0047_keep_consents.ts';
import * as others from './0048_withhold_from_others.ts';
import * as photosOnce from './0049_show_photos_once.ts';
import * as joining from './0050_let_families_in.ts';
import * as knownFacilities from './0051_know_facilities.ts';
import * as firstSteps from './0054_take_first_steps.ts';
import * as pauses from './0055_let_families_pause.ts';
import * as parked from './0056_park_addresses.ts';
import * as replies from './0057_answer_families.ts';
import * as readings from './0058_note_readings.ts';
import * as endings from './0059_end_facilities.ts';
import * as tellings from './0060_tell_of_endings.ts';
import * as legalTexts from './0062_date_legal_texts.ts';
import * as ownEndings from './0063_keep_own_endings.ts';

/** In order; frozen once landed. */
export const migrations: Record<string, Migration> = {
  '0001_create_people': people,
  '0002_create_photos': photos,
  '0003_create_letters': letters,
  '0004_create_operations': operations,
  '0005_raise_content_version': contentVersion,
  '0006_keep_admin_totals': adminTotals,
  '0007_cover_item_lists': itemLists,
  '0008_cover_last_reads': lastReads,
  '0009_keep_reply_address': replyAddress,
  '0010_keep_delivery_runs': deliveryRuns,
  '0011_leave_answers_out': answersOut,
  '0012_take_jobs_in_turn': jobTurns,
  '0013_bound_facilities': bounds,
  '0015_say_what_was_done': whatWasDone,
  '0017_hold_photos': heldPhotos,
  '0019_continue_facilities': goingOn,
  '0020_ask_for_consent': consent,
  '0021_count_failures': failures,
  '0022_write_notes': notes,
  '0023_keep_answers': answers,
  '0024_keep_states_of_life': statesOfLife,
  '0025_order_photos': photoOrder,
  '0026_withhold_shared_photos': sharedPhotos,
  '0027_hand_over_letters': handovers,
  '0028_share_devices': sharedDevices,
  '0029_find_old_mails': oldMails,
  '0030_tell_the_operator': troubles,
  '0031_claim_work': claimedWork,
  '0032_sign_the_operator_in': operator,
  '0033_number_links': numberedLinks,
  '0035_remember_what_waits': waiting,
  '0036_sign_in_with_two_factors': twoFactors,
  '0037_say_where_from': whereFrom,
  '0038_join_line': line,
  '0039_keep_figures': figures,
  '0040_keep_words': words,
  '0041_bind_codes_to_links': codesOfLinks,
  '0046_tell_faults_apart': faults,
  '0047_keep_consents': consents,
  '0048_withhold_from_others': others,
  '0049_show_photos_once': photosOnce,
  '0050_let_families_in': joining,
  '0051_know_facilities': knownFacilities,
  '0054_take_first_steps': firstSteps,
  '0055_let_families_pause': pauses,
  '0056_park_addresses': parked,
  '0057_answer_families': replies,
  '0058_note_readings': readings,
  '0059_end_facilities': endings,
  '0060_tell_of_endings': tellings,
  '0062_date_legal_texts': legalTexts,
  '0063_keep_own_endings': ownEndings,
};
