import type { Migration } from 'kysely/migration';
import * as baseline from './0040_baseline.ts';
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
import * as waitingAnswers from './0064_obey_waiting_answers.ts';
import * as whyLeftOut from './0067_remember_why_left_out.ts';
import * as addressLinks from './0069_end_address_links.ts';
import * as returns from './0070_tell_returns_apart.ts';

/** In order; frozen once landed. */
export const migrations: Record<string, Migration> = {
  '0040_baseline': baseline,
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
  '0064_obey_waiting_answers': waitingAnswers,
  '0067_remember_why_left_out': whyLeftOut,
  '0069_end_address_links': addressLinks,
  '0070_tell_returns_apart': returns,
};
