import type { Actor } from '#domains/account/session/session.ts';
import { noteAct } from '#domains/audit/record-event.ts';
import { requireResidentRoom } from '#domains/facility/resident-room.ts';
import type { Address } from '#domains/facility/address.ts';
import { findAddresses, listCities } from '#domains/facility/find-address.ts';
import { columnsOf, readFamilies } from '#domains/people/manage-families.ts';
import { insertFamilies, listStops, nextLinkNumber } from '#domains/people/family-rows.ts';
import type { FamilyInput } from '#domains/people/family.ts';
import { toConsent, toExtent } from '#domains/people/consent.ts';
import { isHere } from '#domains/people/life-days.ts';
import { recordFirstConsents } from '#domains/people/consent-records/record-consent.ts';
import { parkAsOthers } from '#domains/people/parked.ts';
import { insertResidents, listPeople } from '#domains/people/resident-rows.ts';
import { listedFacts } from '#domains/people/resident-facts.ts';
import type { CreateResidentInput } from '#domains/people/resident.ts';
import { toNewRow } from '#domains/people/read-residents.ts';
import { civilDateOf } from '#lib/calendar.ts';
import { decodeCsv } from '#lib/csv.ts';
import type { AppError } from '#lib/errors.ts';
import { invalid } from '#lib/errors.ts';
import type { Db } from '#server/database.ts';
import { takeTry } from '#server/rate-limit.ts';
import type { Runtime } from '#server/runtime.ts';
import { newId, randomToken } from '#server/secrets.ts';
import type { Tx } from '#server/transaction.ts';
import { inTransaction } from '#server/transaction.ts';
import { FROM_LIST, fillResidents } from './fill-residents.ts';
import type { AddressBook } from './list-addresses.ts';
import { NO_ADDRESSES, byBeginning } from './list-addresses.ts';
import type { ImportAnswers, KnownPerson, PlannedRow } from './plan-import.ts';
import { NO_ANSWERS, planImport } from './plan-import.ts';
import type { Roster, RosterFile } from './roster.ts';
import { refuseStopped } from './stopped-addresses.ts';
import { IMPORT_MAX_BYTES, addressesAsked, readRosterCsv, wrongLinesCsv } from './roster-csv.ts';

/** Preview of an import; nothing has been written. */
export interface ImportTrial {
  /** The file's text, for the import itself: a form cannot resubmit a file. */
  csv: string;
  rows: PlannedRow[];
  ignored: string[];
}

/** Parses a file and reports errors by line. @throws AppError 422 for the whole file */
export async function tryImport(
  rt: Runtime,
  actor: Actor,
  roster: Roster,
  bytes: Uint8Array,
): Promise<ImportTrial> {
  const { text, problem } = decodeCsv(bytes);
  if (text === undefined) throw refused(problem);
  const file = await readFile(rt, actor, roster, text);
  const rows = await plan(rt, actor, roster, file);
  await requireRoomFor(rt, actor, newResidents(rows));
  return { csv: text, rows, ignored: file.ignored };
}

type ImportAsked = { skipsWrong?: boolean } & Partial<ImportAnswers>;

export interface Imported {
  residents: number;
  families: number;
  /** Residents of before, of whom something was filled in or put in place. */
  changed: number;
}

/**
 * Adds all new residents and families and fills in what was empty, in one transaction, or nothing.
 * What the person was asked and has not answered is left out.
 * @param skipsWrong lines that are wrong are left out, as the person asked
 * @throws AppError 422 if any line is wrong, or the residents exceed the plan
 */
export async function importRoster(
  rt: Runtime,
  actor: Actor,
  roster: Roster,
  csv: string,
  { skipsWrong = false, ...answers }: ImportAsked = {},
): Promise<Imported> {
  const file = await readFile(rt, actor, roster, csv);
  return inTransaction(rt, async (tx) => {
    const rows = await plan(tx, actor, roster, file, { ...NO_ANSWERS, ...answers });
    const wrong = rows.filter(({ outcome }) => outcome === 'wrong').length;
    if (wrong > 0 && !skipsWrong)
      throw refused(`${wrong}行に誤りがあるため、一人も追加していません。`);
    const residents = await addNewResidents(tx, actor, rows);
    const families = rows.flatMap((row) => familyInput(row));
    await addFamilies(tx, actor, families);
    const changed = await fillResidents(tx, actor, rows);
    return { residents, families: families.length, changed };
  });
}

/** The lines of a file that are wrong, as a file to be mended and imported. @throws AppError 422 */
export async function readWrongLines(
  rt: Runtime,
  actor: Actor,
  roster: Roster,
  csv: string,
): Promise<{ csv: string }> {
  const rows = await plan(rt, actor, roster, await readFile(rt, actor, roster, csv));
  return { csv: wrongLinesCsv(csv, rows) };
}

async function addNewResidents(tx: Tx, actor: Actor, rows: PlannedRow[]): Promise<number> {
  const people = rows.filter(({ addsResident }) => addsResident).map(({ person }) => person);
  const ids = await addResidents(tx, actor, newResidents(rows));
  for (const [index, person] of people.entries()) if (person) person.id = ids[index] ?? null;
  return ids.length;
}

const newResidents = (rows: PlannedRow[]) =>
  rows.flatMap(({ addsResident, input }) => (addsResident && input !== null ? [input] : []));

/** Of lines whose resident is known by now. */
const familyInput = ({ addsFamily, family, person }: PlannedRow) =>
  addsFamily && family?.input && person?.id ? [{ residentId: person.id, ...family.input }] : [];

async function plan(
  rt: Runtime,
  actor: Actor,
  roster: Roster,
  { rows }: RosterFile,
  answers: ImportAnswers = NO_ANSWERS,
): Promise<PlannedRow[]> {
  const people = await readPeople(rt.db, actor);
  if (!rows.some(({ family }) => family !== null))
    return planImport(rows, people, [], roster, answers);
  const families = await readFamilies(rt, actor);
  const stops = await listStops(rt.db, actor.host.id);
  return planImport(refuseStopped(rows, families, stops), people, families, roster, answers);
}

/** Tried, imported or given back: each run takes a moment of the server. @throws AppError 422, 429 */
async function readFile(
  rt: Runtime,
  { host }: Actor,
  roster: Roster,
  text: string,
): Promise<RosterFile> {
  await takeTry(rt.db, 'listsByHost', host.id, rt.clock.now());
  if (Buffer.byteLength(text) > IMPORT_MAX_BYTES) throw refused(TOO_LARGE);
  const today = civilDateOf(rt.clock.now());
  const { file, problem } = readRosterCsv(text, today, roster, await addressesIn(rt, roster, text));
  if (file === undefined) throw refused(problem);
  return file;
}

async function addressesIn(rt: Runtime, roster: Roster, text: string): Promise<AddressBook> {
  const { codes, hasAddresses } = addressesAsked(text, roster);
  if (!hasAddresses) return NO_ADDRESSES;
  const known = new Map<string, Address[]>();
  for (const code of codes) known.set(code, await findAddresses(rt, code));
  return { of: (code) => known.get(code) ?? [], citiesOf: byBeginning(await listCities()) };
}

const TOO_LARGE = `ファイルが大きすぎます（${IMPORT_MAX_BYTES / 1024}KBまで）。いくつかに分けてください。`;

const refused = (text: string): AppError => invalid(text, { file: [text] });

/** Adds the families of a list, which was checked before, each with a new link, issued together. */
export async function addFamilies(
  tx: Tx,
  actor: Actor,
  inputs: readonly FamilyInput[],
): Promise<void> {
  if (inputs.length === 0) return;
  const link_number = await nextLinkNumber(tx.db, actor.host.id);
  const created_at = tx.clock.now().toISOString();
  const stops = await listStops(tx.db, actor.host.id);
  const rows = inputs.map((input) => ({
    id: newId(),
    host_id: actor.host.id,
    ...columnsOf(input),
    stopped_at: (input.email && stops.get(input.email)) ?? null,
    token: randomToken(),
    link_number,
    created_at,
  }));
  await insertFamilies(tx.db, rows);
  await parkAsOthers(
    tx.db,
    actor.host.id,
    rows.map(({ id }) => id),
  );
  await noteAct(tx, actor, { action: 'family.imported', detail: rows.length });
}

/** Everybody who is registered, to compare a list with. */
async function readPeople(db: Db, { host }: Actor): Promise<KnownPerson[]> {
  const people = await listPeople(db, host.id);
  return people.map((row) => ({
    id: row.id,
    ...listedFacts(row),
    photoConsent: toConsent(row),
    photoConsentExtent: toExtent(row),
  }));
}

/** @throws AppError 422 if those who live here would exceed the plan */
const requireRoomFor = (
  rt: Runtime,
  { host }: Actor,
  inputs: readonly CreateResidentInput[],
): Promise<void> => {
  const coming = inputs.filter(({ leftOn, diedOn }) =>
    isHere(rt, { left_on: leftOn, died_on: diedOn }),
  ).length;
  return requireResidentRoom(rt, host.id, coming);
};

/** Adds the residents of a list. @returns their ids. @throws AppError 422 beyond the plan */
async function addResidents(
  tx: Tx,
  actor: Actor,
  inputs: readonly CreateResidentInput[],
): Promise<string[]> {
  if (inputs.length === 0) return [];
  const rows = inputs.map((input) => toNewRow(tx, actor, input));
  await insertResidents(tx.db, rows);
  if (rows.some((row) => isHere(tx, row))) await requireResidentRoom(tx, actor.host.id);
  await noteAct(tx, actor, { action: 'resident.imported', detail: rows.length });
  await recordFirstConsents(tx, actor, rows, FROM_LIST);
  return rows.map(({ id }) => id);
}

/** `3人と2家族` */
export const countWords = ({ residents, families }: Omit<Imported, 'changed'>): string =>
  [residents > 0 && `${residents}人`, families > 0 && `${families}家族`]
    .filter(Boolean)
    .join('と') || '0人';
