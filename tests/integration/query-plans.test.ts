import BetterSqlite3 from 'better-sqlite3';
import { expect, test, vi } from 'vitest';
import { readAnswersPage } from '#domains/letter/answer/staff-answers.ts';
import { readOwnAnswers, sendAnswer } from '#domains/letter/answer/family-answers.ts';
import { readHistoryQuery } from '#domains/dashboard/history/history.ts';
import { readHistory } from '#domains/dashboard/history/read-history.ts';
import { checkWithNote } from '#domains/letter/check/check-with-note.ts';
import { readDashboard } from '#domains/dashboard/read-dashboard.ts';
import { readHandoverList, readLastHandovers } from '#domains/delivery/letters-by-hand.ts';
import { runDeliveries } from '#domains/delivery/monthly-run.ts';
import { previewDelivery } from '#domains/delivery/test-mail.ts';
import { sendLetters } from '#domains/delivery/send-on-request.ts';
import { readDeliverySettings } from '#domains/facility/read-delivery-settings.ts';
import { readDeliveryPage, readLastDelivery } from '#domains/delivery/read-states.ts';
import { chooseResidentsFor, readFamiliesPage } from '#domains/people/families-page.ts';
import { readFamilies, readFamilyEntry } from '#domains/people/manage-families.ts';
import { readInvitation } from '#domains/account/invite.ts';
import { countRestorable, readBin } from '#domains/item/deleted-items.ts';
import { readCounts, readItem, readItems, readHidden } from '#domains/item/list-items.ts';
import { readAdminLetters, readAdminLetterWithItems } from '#domains/letter/desk/edit-letters.ts';
import { readLetterDesk, readLetterList } from '#domains/letter/desk/read-month.ts';
import { readFamilyLetter, readShelf } from '#domains/letter/read-letters.ts';
import { decidePhotos } from '#domains/item/decide-on-photos.ts';
import { facilityEntries, noCounts } from '#domains/paper/archive/facility-archive.ts';
import { readInvitationsQuery } from '#domains/paper/print/invitation-cards.ts';
import { readInvitations } from '#domains/paper/print/read-invitations.ts';
import { readPrintRun } from '#domains/paper/print/read-prints.ts';
import { updateResident } from '#domains/people/change-resident.ts';
import { readRemoval } from '#domains/people/remove-resident.ts';
import { readYearPage } from '#domains/paper/year/year-page.ts';
import { monthsIn } from '#domains/letter/letter.ts';
import { openLink, readLinkKey, readLinkKeyBetween } from '#domains/letter/link.ts';
import { readPreview } from '#domains/letter/desk/preview.ts';
import { readFailedMails } from '#domains/mail/retry-mails.ts';
import { recoverPhotos } from '#domains/photo/make-sizes.ts';
import { readFailedPhotos } from '#domains/photo/retry-photos.ts';
import { saveNote } from '#domains/letter/note/write-notes.ts';
import { requireQuota } from '#domains/photo/quota.ts';
import { mayFamilySeePhoto, mayStaffSeePhoto } from '#domains/letter/photo-access.ts';
import { exportFamilies, exportResidents } from '#domains/people/roster/export-roster.ts';
import { readResidentCard, readResidents } from '#domains/people/read-residents.ts';
import { readOwnSessions } from '#domains/account/session/signed-in-devices.ts';
import type { Actor } from '#domains/account/session/session.ts';
import { readStaffs } from '#domains/account/manage-staff.ts';
import { planLetter } from '#domains/delivery/trial-letters.ts';
import { readItemsStart } from '#domains/item/items-start.ts';
import { dataPaths } from '#server/data-folder.ts';
import { maintain } from '#entry/maintenance.ts';
import type { Cast } from '../support/cast.ts';
import { makeCast, signedIn } from '../support/cast.ts';
import { fillFacility } from '../support/large-facility.ts';
import type { TestRuntime } from '../support/runtime.ts';
import { makeRuntime } from '../support/runtime.ts';
import type { Asked } from '../support/statements.ts';
import { recordStatements } from '../support/statements.ts';

/** Full scans that are allowed, and why. */
const ALLOWED: [RegExp, string][] = [
  [/^SCAN CONSTANT ROW$/, 'reads no table'],
  [/^SCAN similar$/, 'a page of the history, already limited'],
  [/^SCAN counted$/, 'of a list: photos that an index has found'],
  [/^SEARCH facility_endings USING PRIMARY KEY \(host_id=\?\)/, 'at most one row'],
  [/^SCAN (shown|\(subquery-[34]\))$/, 'who has the photos of a page'],
  [/^SCAN seen$/, 'of a shelf: photos that were found by their places'],
  [
    /^SEARCH families USING .*INDEX families_resident \(host_id=\?\)$/,
    'of a photo of 施設全体: until the first family whose letter shows it',
  ],
  [/^SEARCH deleted USING .*INDEX items_deleted \(deleted_at>\?\)$/, 'the deletions of a day'],
];

/** Of what is done once a month or once for a resident. */
const ALLOWED_ONCE: typeof ALLOWED = [
  ...ALLOWED,
  [/^SCAN (hosts|delivery_waits)$/, 'whose hour has come'],
  [/^SCAN some$/, 'as many mails as are sent in some seconds'],
  [
    /^SEARCH items USING INDEX items_by_blob \(host_id=\?\)$/,
    'deleted photos too, when a resident is removed or photos are decided about',
  ],
];

/** Of a sweep, every quarter of an hour. */
const ALLOWED_TO_SWEEPS: typeof ALLOWED = [
  [/^SCAN hosts/, 'for what is deleted in each facility'],
  [
    /^SCAN (staffs|ended_facilities|facility_endings|one_time_tokens|trial_letters|contacts|operator_sessions|remembered_browsers|line_stops)$/,
    'few rows',
  ],
  [/^SCAN blobs USING INDEX blobs_on_disk$/, 'photos that are not ready'],
  [
    /^SEARCH (items|sessions|rate_limits|sign_in_tickets|line_codes|line_events|address_links) .*\((deleted|expires|resets|received)_at<\?\)$/,
    'the expired',
  ],
  [/^SEARCH outbox USING .*INDEX outbox_(sent|given_up) \(\w+_at<\?\)$/, 'the old'],
  [/error_numbers USING (COVERING )?INDEX error_numbers_at/, 'at most 2,000, and the old'],
  [
    /^SEARCH residents USING INDEX sqlite_autoindex_residents_3 \(host_id=\?\)$/,
    'whose portrait is a photo that is not ready, of which there are few',
  ],
  [
    /^SEARCH audit_logs USING INDEX audit_logs_addressed \(created_at<\?\)$/,
    'the old that still have an address',
  ],
];

const MONTH = 202609;
const YEAR = 2026;

/**
 * A whole table, everything on one side of a value, such as all sessions, or each photo of a host
 * with its row. Other statements limited to one host are none of them.
 */
const READS_WHOLE =
  /^SCAN |^SEARCH .*\(\w+[<>]\?|^SEARCH items USING INDEX items_by_\w+ \(host_id=\?\)$/;

interface Step {
  id: number;
  parent: number;
  detail: string;
}

/** All rows of a facility: once is fine, but not for each row of something else. */
const READS_FACILITY = /^SEARCH \w+ USING .*\(host_id=\?\)/;
/** At most one row, so that what follows it is read once. */
const READS_ONE =
  /^SEARCH \w+ USING .*(sqlite_autoindex_\w+ \((host_id=\? AND )?(id|token)=\?\)|_settings_1 \(host_id=\?\))/;

/** Whether a step is repeated: it follows others in a nested loop, or answers for each row. */
function isRepeated(steps: readonly Step[], step: Step): boolean {
  const before = steps.slice(0, steps.indexOf(step));
  const isInner = before.some(
    ({ parent, detail }) =>
      parent === step.parent && /^(SEARCH|SCAN) /.test(detail) && !READS_ONE.test(detail),
  );
  const parent = steps.find(({ id }) => id === step.parent);
  if (isInner || parent === undefined) return isInner;
  return parent.detail.startsWith('CORRELATED') || isRepeated(steps, parent);
}

/** Lines of a plan that read a whole table, or a whole facility again and again. */
function scansOf(
  sqlite: BetterSqlite3.Database,
  { sql, parameters }: Asked,
  exceptions: typeof ALLOWED,
): string[] {
  const steps = sqlite.prepare<unknown[], Step>(`EXPLAIN QUERY PLAN ${sql}`).all(...parameters);
  return steps
    .filter(
      (step) =>
        READS_WHOLE.test(step.detail) ||
        (READS_FACILITY.test(step.detail) &&
          !READS_ONE.test(step.detail) &&
          isRepeated(steps, step)),
    )
    .map(({ detail }) => detail)
    .filter((detail) => !exceptions.some(([allowed]) => allowed.test(detail)));
}

async function fill(rt: TestRuntime): Promise<Cast> {
  const cast = await makeCast(rt);
  fillFacility(
    dataPaths(rt.dataDir).database,
    { hostId: cast.host.id, staffId: cast.admin.id, today: '2026-10-17' },
    { residents: 10, photos: 600, months: 3 },
  );
  return cast;
}

function expectNoScans(rt: TestRuntime, asked: Map<string, Asked>, exceptions = ALLOWED): void {
  vi.restoreAllMocks();
  const sqlite = new BetterSqlite3(dataPaths(rt.dataDir).database, { readonly: true });
  const scans = [...asked.values()].map((one) => ({
    sql: one.sql,
    scans: scansOf(sqlite, one, exceptions),
  }));
  sqlite.close();
  expect(scans.filter(({ scans: found }) => found.length > 0)).toEqual([]);
}

test('no page and no call of staff or families reads a whole table', async () => {
  const rt = await makeRuntime();
  const cast = await fill(rt);
  const asked = recordStatements();
  const admin = await signedIn(rt, cast.admin);
  await readPhotos(rt, admin, cast);
  await readPeople(rt, admin, cast);
  await readLetters(rt, admin, cast);
  await readSettings(rt, admin);
  await readAsFamily(rt, cast);
  expect(asked.size).toBeGreaterThan(40);
  expectNoScans(rt, asked);
});

test('nor does what is printed, exported, sent or decided', async () => {
  const rt = await makeRuntime();
  const cast = await fill(rt);
  const { host, resident, family } = cast;
  rt.clock.set('2026-11-01T03:00:00+09:00');
  const asked = recordStatements();
  const admin = await signedIn(rt, cast.admin);
  await runDeliveries(rt);
  await exportFamilies(rt, admin);
  await readPrintRun(rt, admin, MONTH, { familyId: null });
  await readPrintRun(rt, admin, MONTH, { familyId: family.id });
  await readInvitations(rt, admin, readInvitationsQuery(new URLSearchParams()));
  await readHandoverList(rt, host.id, MONTH);
  await readLastHandovers(rt, admin);
  for await (const { name } of facilityEntries(rt, host.id, noCounts())) expect(name).not.toBe('');
  await updateResident(rt, admin, resident.id, { photoConsent: false });
  await readRemoval(rt, admin, resident.id);
  await decidePhotos(rt, admin, resident.id, { decision: 'delete', itemIds: [] });
  expect(asked.size).toBeGreaterThan(30);
  expectNoScans(rt, asked, ALLOWED_ONCE);
});

test('no sweep reads all photos or events', async () => {
  const rt = await makeRuntime();
  await fill(rt);
  const asked = recordStatements();
  await recoverPhotos(rt);
  await maintain(rt);
  expect(asked.size).toBeGreaterThan(10);
  expectNoScans(rt, asked, ALLOWED_TO_SWEEPS);
});

async function readPhotos(rt: TestRuntime, admin: Actor, { resident }: Cast): Promise<void> {
  const places = [undefined, 'none', resident.id];
  for (const residentId of places) {
    for (const yearMonth of [undefined, MONTH]) {
      for (const page of [1, 9]) {
        await readItems(rt, admin, { page, yearMonth, residentId });
        await readItems(rt, admin, { page, yearMonth, residentId, together: true });
      }
    }
  }
  for (const yearMonth of [undefined, MONTH]) await readCounts(rt, admin, yearMonth);
  for (const place of [undefined, null, resident.id]) {
    await readItemsStart(rt, admin, new URLSearchParams('yearMonth=all'), place);
  }
  const [item] = (await readItems(rt, admin, { page: 1 })).items;
  await readItem(rt, admin, item?.id ?? '');
  await readHidden(rt, admin, resident.id);
  await readBin(rt, admin, 1);
  await countRestorable(rt, admin);
  await mayStaffSeePhoto(rt, admin, 'some');
  await requireQuota(rt, { host_id: admin.host.id, byte_size: 1 });
}

async function readPeople(rt: TestRuntime, admin: Actor, { resident, family }: Cast) {
  await readResidents(rt, admin);
  await readResidentCard(rt, admin, resident.id);
  await exportResidents(rt, admin);
  await readFamilies(rt, admin);
  await readFamilies(rt, admin, resident.id);
  await readFamiliesPage(rt, admin, new URLSearchParams());
  await readFamilyEntry(rt, admin, family.id);
  await chooseResidentsFor(rt, admin, resident.id);
}

async function readLetters(rt: TestRuntime, admin: Actor, { resident }: Cast) {
  await readAdminLetters(rt, admin);
  await readLetterList(rt, admin);
  await readAdminLetterWithItems(rt, admin, MONTH);
  await readLetterDesk(rt, admin, MONTH);
  await readPreview(rt, admin, MONTH, resident.id);
  await saveNote(rt, admin, MONTH, resident.id, { body: 'お元気です。', version: 0 });
  await checkWithNote(rt, admin, MONTH, resident.id, { checked: true, whySkipped: '入院中' });
  await checkWithNote(rt, admin, MONTH, resident.id, { whySkipped: null });
  await readDeliveryPage(rt, admin, MONTH);
  await readLastDelivery(rt, admin);
  for (const yearMonth of [null, MONTH]) await readAnswersPage(rt, admin, { yearMonth, page: 1 });
  await sendLetters(rt, admin, { yearMonth: MONTH, which: 'unsent' });
  const trial = { hostId: admin.host.id, trialEndsAt: '2027-01-01', hour: 9 };
  await planLetter(rt, trial, 'kazoku@example.jp');
}

async function readSettings(rt: TestRuntime, admin: Actor) {
  await readDashboard(rt, admin);
  await readStaffs(rt, admin);
  await readInvitation(rt, admin);
  await readFailedMails(rt, admin);
  await readFailedPhotos(rt, admin);
  await readOwnSessions(rt, admin);
  for (const query of ['', 'kind=photo&page=2', `staff=${admin.id}`]) {
    await readHistory(rt, admin, readHistoryQuery(new URLSearchParams(query)));
  }
  await readDeliverySettings(rt, admin.host.id);
  await previewDelivery(rt, admin);
}

async function readAsFamily(rt: TestRuntime, { family, resident }: Cast) {
  const tokens = { residentToken: resident.token, familyToken: family.token };
  await readLinkKey(rt, tokens);
  await readLinkKeyBetween(rt, tokens, monthsIn(YEAR));
  const link = await openLink(rt, tokens);
  if (!link) throw new Error('the link does not open');
  await readShelf(rt, link);
  await readFamilyLetter(rt, link, MONTH);
  await readFamilyLetter(rt, { ...link, photosHidden: true }, MONTH);
  expect(await readYearPage(rt, link, { year: YEAR, part: 1 })).not.toBeNull();
  expect(await readYearPage(rt, link, { year: null, part: 1 })).not.toBeNull();
  await mayFamilySeePhoto(rt, family.id, 'some', 'signature');
  await readOwnAnswers(rt, link, MONTH);
  await sendAnswer(rt, link, MONTH, 'ありがとう');
}
