import { beforeEach, expect, test } from 'vitest';
import type { AuditAction } from '#domains/audit/audit.ts';
import { readAnswerCards } from '#domains/letter/answer/staff-answers.ts';
import type { CheckChange } from '#domains/letter/check/check.ts';
import { checkWithNote } from '#domains/letter/check/check-with-note.ts';
import { saveNote } from '#domains/letter/note/write-notes.ts';
import { continueFacility, setPlan } from '#domains/operator/facilities.ts';
import { setEnding, takeBackEnding } from '#domains/facility/ending/set-ending.ts';
import { removeFacility } from '#domains/operator/remove-facility.ts';
import { createLetter, updateLetter } from '#domains/letter/desk/edit-letters.ts';
import { noteArchive } from '#domains/paper/archive/make-archive.ts';
import { openLink } from '#domains/letter/link.ts';
import { findAnyLetter } from '#domains/letter/any-letter.ts';
import { tellOfEndings } from '#domains/delivery/ending/tell-of-ending.ts';
import { dismissFailedMail, retryFailedMail } from '#domains/mail/retry-mails.ts';
import { dismissGivenUpMails, retryGivenUpMails } from '#domains/mail/given-up-mails.ts';
import { retryGivenUpJobs } from '#domains/operator/given-up-jobs.ts';
import { readEndingSheets } from '#domains/paper/print/ending-sheets.ts';
import { readInvitations } from '#domains/paper/print/read-invitations.ts';
import { readPrintRun } from '#domains/paper/print/read-prints.ts';
import { decidePhotos } from '#domains/item/decide-on-photos.ts';
import { exportFamilies, exportResidents } from '#domains/people/roster/export-roster.ts';
import { importRoster } from '#domains/people/roster/import-roster.ts';
import { createResident } from '#domains/people/read-residents.ts';
import { declineConsents, keepConsents } from '#domains/people/consent-records/confirm-consents.ts';
import { chooseLastLetter } from '#domains/people/choose-last-letter.ts';
import { removeResident } from '#domains/people/remove-resident.ts';
import { updateResident } from '#domains/people/change-resident.ts';
import { CreateResidentInput } from '#domains/people/resident.ts';
import { makeResetLink } from '#domains/account/password/reset-password.ts';
import { castEachTest, rt, cast, admin } from '../support/cast-each-test.ts';
import { makeAnswer, makeLetter, makeResident } from '../support/factories.ts';
import { makeConsent } from '../support/consents.ts';
import { DAY } from '../support/clock.ts';
import { endingOf } from '../support/endings.ts';
import { makeItem } from '../support/items.ts';
import { makeMail } from '../support/mailbox.ts';
import { readEvents } from '../support/events.ts';
import { uploadPhoto } from '../support/uploads.ts';

/** Accounts, the operator's too, families, answers about photos, photos, delivery, handing over, the log's own export and archives of staff have their own tests. */
type Action = Exclude<
  AuditAction,
  | `host.${string}`
  | `staff.${string}`
  | `device.${string}`
  | `session.${string}`
  | `passkey.${string}`
  | `second_step.${string}`
  | `${'invitation' | 'family'}.${string}`
  | `answer.${string}`
  | `consent.${string}`
  | `delivery.${string}`
  | `handover.${string}`
  | `photo.${string}`
  | `${'sheet' | 'application'}.${string}`
  | `export.${'letters' | 'book' | 'facility' | 'history' | 'consents' | 'sheets'}`
  | `operator.facility_${'confirmed' | 'exported' | 'imported'}`
  | `operator.${'ways_taken_back' | 'session_ended' | 'confirmed' | 'letters_sent_again'}`
  | `operator.${'link_made' | 'account_made' | 'facility_invited' | 'test_mail_sent'}`
  | `operator.${'signed_in' | 'sign_in_refused' | 'signed_out'}`
  | `operator.${'code_refused' | 'password_changed'}`
>;
let residentId: string;

castEachTest(['admin']);
beforeEach(async () => {
  residentId = cast.resident.id;
  await makeItem(rt, cast.host.id, { residentId, takenOn: '2026-09-02' });
  await rt.db.deleteFrom('audit_logs').execute();
});

const MONTH = 202609;
const byAdmin = () => ({ host_id: cast.host.id, staff_id: admin.id });
const byOperator = { host_id: null, staff_id: null };
const ofResident = (target = residentId) => ({ ...byAdmin(), target, resident_id: residentId });
const change = (input: Parameters<typeof updateResident>[3]) =>
  updateResident(rt, admin, residentId, input);

const checkLetter = async (...inputs: CheckChange[]) => {
  for (const input of inputs) await checkWithNote(rt, admin, MONTH, residentId, input);
  return { ...byAdmin(), resident_id: residentId, detail: String(MONTH) };
};

async function failedMail(): Promise<string> {
  const id = await makeMail(rt, { hostId: cast.host.id });
  await rt.db.updateTable('outbox').set({ state: 'failed' }).where('id', '=', id).execute();
  return id;
}
async function failedJob(): Promise<string> {
  await uploadPhoto(rt, admin);
  await rt.db.updateTable('jobs').set({ state: 'failed' }).execute();
  return (await rt.db.selectFrom('jobs').select('id').executeTakeFirstOrThrow()).id;
}

/** What causes each event, and what is recorded. */
const EVENTS: Record<Action, () => Promise<object>> = {
  async 'resident.added'() {
    const { id } = await createResident(rt, admin, CreateResidentInput.parse({ name: '青木' }));
    return { ...byAdmin(), target: id, resident_id: id };
  },
  async 'resident.imported'() {
    await importRoster(rt, admin, 'residents', '氏名\r\n青木 ヨネ\r\n高橋 ハル');
    return { ...byAdmin(), detail: '2' };
  },
  async 'resident.changed'() {
    await change({ name: '田中 梅', birthday: '1935-03-03', room: '' });
    return { ...ofResident(), detail: 'name birthday' };
  },
  async 'resident.state_changed'() {
    await change({ awaySince: '2026-10-03' });
    return { ...ofResident(), detail: 'away_since 2026-10-03' };
  },
  async 'resident.last_letter_chosen'() {
    await change({ diedOn: '2026-10-12' });
    await rt.db.deleteFrom('audit_logs').execute();
    await chooseLastLetter(rt, admin, residentId, { choice: 'last', words: '安らかに。' });
    return { ...ofResident(), detail: 'last 202610' };
  },
  async 'resident.deleted'() {
    const { id } = await makeResident(rt, cast.host.id, { name: 'mistake' });
    await removeResident(rt, admin, id);
    return { ...byAdmin(), target: id, detail: 'mistake' };
  },
  async 'resident.token_rotated'() {
    await change({ rotateToken: true });
    return ofResident();
  },
  async 'resident.consent_changed'() {
    await change({ photoConsent: false });
    return { ...ofResident(), detail: 'withdrawn' };
  },
  async 'resident.consent_declined'() {
    await declineConsents(rt, admin, [await makeConsent(rt, cast.resident)]);
    return { ...ofResident(), detail: 'all' };
  },
  async 'resident.consent_kept'() {
    await keepConsents(rt, admin, [residentId]);
    return { ...ofResident(), detail: null };
  },
  async 'resident.photos_decided'() {
    await change({ photoConsent: false });
    await decidePhotos(rt, admin, residentId, { decision: 'keep', itemIds: [] });
    return { ...ofResident(), detail: 'keep' };
  },
  async 'letter.saved'() {
    const text = { yearMonth: MONTH, title: '秋', body: '涼しくなりました。', coverItemId: null };
    await createLetter(rt, admin, text);
    return { ...byAdmin(), detail: String(MONTH) };
  },
  async 'note.saved'() {
    await saveNote(rt, admin, MONTH, residentId, { body: 'お元気です。', version: 0 });
    return { ...byAdmin(), resident_id: residentId, detail: String(MONTH) };
  },
  'letter.checked': () => checkLetter({ checked: true }),
  'letter.unchecked': () => checkLetter({ checked: true }, { checked: false }),
  'letter.held_back': () => checkLetter({ whySkipped: '入院中のため' }),
  'letter.sent_after_all': () => checkLetter({ whySkipped: '入院中のため' }, { whySkipped: null }),
  async 'mail.retried'() {
    const id = await failedMail();
    await retryFailedMail(rt, admin, id);
    return { ...byAdmin(), target: id };
  },
  async 'mail.dismissed'() {
    const id = await failedMail();
    await dismissFailedMail(rt, admin, id);
    return { ...byAdmin(), target: id };
  },
  async 'export.residents'() {
    await exportResidents(rt, admin);
    return { ...byAdmin(), detail: '2' };
  },
  async 'export.families'() {
    await exportFamilies(rt, admin);
    return { ...byAdmin(), detail: '2' };
  },
  async 'export.answers'() {
    await makeAnswer(rt, cast.family);
    await readAnswerCards(rt, admin, MONTH);
    return { ...byAdmin(), detail: String(MONTH) };
  },
  async 'export.cards'() {
    await readInvitations(rt, admin, { familyId: null, way: '', page: 1 });
    return { ...byAdmin(), detail: '2' };
  },
  async 'export.ending_sheets'() {
    const ending = { ...endingOf(rt, cast.host.id, 0), isShort: true };
    await setEnding(rt, admin, ending);
    rt.clock.advance(DAY);
    await tellOfEndings(rt);
    await readEndingSheets(rt, admin);
    return { ...byAdmin(), detail: '2' };
  },
  async 'export.printed'() {
    await makeLetter(rt, cast.host.id, MONTH);
    await readPrintRun(rt, admin, MONTH, { familyId: cast.family.id });
    return { ...byAdmin(), detail: String(MONTH) };
  },
  async 'archive.taken'() {
    const { token: familyToken } = cast.family;
    const link = await openLink(rt, { residentToken: cast.resident.token, familyToken });
    if (link) await noteArchive(rt, link, MONTH);
    const who = { host_id: cast.host.id, staff_id: null, target: cast.family.id };
    return { ...who, resident_id: residentId, detail: String(MONTH) };
  },
  async 'operator.facility_continued'() {
    await continueFacility(rt, cast.host.id, 'large');
    return { host_id: cast.host.id, staff_id: null, target: 'large' };
  },
  async 'operator.plan_set'() {
    await setPlan(rt, cast.host.id, null);
    return { host_id: cast.host.id, staff_id: null, detail: 'none' };
  },
  async 'operator.ending_set'() {
    const ending = endingOf(rt, cast.host.id, 40);
    await setEnding(rt, null, ending);
    return { host_id: cast.host.id, staff_id: null, detail: ending.endsOn };
  },
  async 'operator.ending_taken_back'() {
    const ending = endingOf(rt, cast.host.id, 40);
    await setEnding(rt, null, ending);
    await rt.db.deleteFrom('audit_logs').execute();
    await takeBackEnding(rt, null, ending);
    return { host_id: cast.host.id, staff_id: null, detail: ending.endsOn };
  },
  async 'operator.facility_removed'() {
    await removeFacility(rt, cast.otherHost.id, cast.otherHost.name);
    return { ...byOperator, target: cast.otherHost.id };
  },
  async 'operator.reset_link_made'() {
    await makeResetLink(rt, cast.general.email);
    return { host_id: cast.host.id, staff_id: null, target: cast.general.id };
  },
  async 'operator.letter_opened'() {
    const { pathname, searchParams } = new URL((await findAnyLetter(rt)) ?? '');
    expect(pathname).toBe('/letters/202609');
    expect(searchParams.get('family_token')).toBe(cast.family.token);
    return { host_id: cast.host.id, staff_id: null, target: cast.family.id };
  },
  async 'operator.jobs_retried'() {
    const id = await failedJob();
    await retryGivenUpJobs(rt, id);
    return { ...byOperator, target: id };
  },
  async 'operator.mails_retried'() {
    await failedMail();
    await retryGivenUpMails(rt, null);
    return { ...byOperator, target: 'all' };
  },
  async 'operator.mails_dismissed'() {
    await failedMail();
    await dismissGivenUpMails(rt, null);
    return { ...byOperator, target: 'all' };
  },
};

test.each(Object.keys(EVENTS) as Action[])(
  '%s is recorded once, without an address or a name',
  async (action) => {
    const expected = await EVENTS[action]();
    const rows = await readEvents(rt);
    expect(rows.filter((row) => row.action === action)).toMatchObject([
      { ...expected, created_at: rt.clock.now().toISOString() },
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/@|example|[ぁ-ん一-龠]/);
  },
);

test('changes without effect, and refusals, are not recorded', async () => {
  await change({ name: cast.resident.name, photoConsent: true });
  await updateLetter(rt, admin, MONTH, { version: 7, title: '秋' }).catch(() => undefined);
  await importRoster(rt, admin, 'residents', '氏名\r\n').catch(() => undefined);
  await retryGivenUpJobs(rt, 'unknown').catch(() => undefined);
  expect((await readEvents(rt)).filter(({ action }) => action !== 'session.started')).toEqual([]);
});
