import * as api from './api-paths.ts';
import { outsideLine } from './outside-line.ts';
import type { YearMonth } from './calendar.ts';

export { api };

export interface LetterTokens {
  residentToken: string;
  familyToken: string;
}

/** A family with its link, or an admin previewing a resident's letter. */
export type LetterReader = LetterTokens | { previewFor: string };

const letterQuery = (tokens: LetterTokens): string =>
  `?resident_token=${encodeURIComponent(tokens.residentToken)}&family_token=${encodeURIComponent(tokens.familyToken)}`;

const tokenQuery = (token: string): string => `?token=${encodeURIComponent(token)}`;

const residentQuery = (id: string | undefined): string =>
  id === undefined ? '' : `?resident=${encodeURIComponent(id)}`;

const previewPath = (yearMonth: YearMonth): string => `/adminstaff/letters/${yearMonth}/preview`;

export const home = '/';
export const terms = '/terms';
export const privacy = '/privacy';
export const company = '/company';
export const accessibility = '/accessibility';
export const contact = '/contacts/new';
export const notFound = '/404';
export const health = '/healthz';
export const apiDocs = '/docs/api';
export const login = '/staffs/login';
export const logout = '/staffs/logout';
export const loginByPassword = '/staffs/login?password=1';
/** Leads on at once, or says why it cannot: the browser has kept no cookie. */
export const afterLogin = '/staffs/login?signed_in=1';
export const loginByLink = (token: string) => `/staffs/login${tokenQuery(token)}`;
export const sharedDevice = '/staffs/device';
export const sharedDevicePerson = (id: string) => `/staffs/device/${id}`;
export const newHost = '/hosts/new';
export const hostConfirmation = '/hosts/confirmations/new';
export const hostSignUp = (token: string) => `/hosts/signup${tokenQuery(token)}`;
export const price = '/hosts/price';
export const newStaff = (invitation: string) =>
  `/staffs/new?invitation=${encodeURIComponent(invitation)}`;
export const staffConfirmation = '/staffs/confirmations/new';
export const staffSignUp = (token: string) => `/staffs/signup${tokenQuery(token)}`;
export const newPassword = '/staffs/passwords/new';
export const editPassword = (token: string) => `/staffs/passwords/edit${tokenQuery(token)}`;
export const confirmEmail = (token: string) => `/staffs/emails/edit${tokenQuery(token)}`;
/** One screen for carers and one for admins, to print. */
export const guide = '/adminstaff/mypage/guide';
export const myPage = '/adminstaff/mypage';
export const editMyPage = '/adminstaff/mypage/edit';
export const editMyEmail = '/adminstaff/mypage/emails/edit';
export const mySignIn = '/adminstaff/mypage/sign-in';
/** Shown in place of what asks for a confirmation. */
export const confirm = '/adminstaff/confirm';
export const askSecondStep = '/adminstaff/staffs/second-step';
export const qrCode = '/adminstaff/staffs/qrcode';
export const dashboard = '/adminstaff/dashboard';
export const deliverySettings = '/adminstaff/delivery-settings';
export const facility = '/adminstaff/facility';
/** About the operator, to print and file. */
export const entrusted = '/adminstaff/facility/entrusted';
export const facilityEnding = '/adminstaff/facility/ending';
/** For families whom the facility tells of it itself. */
export const printEnding = '/adminstaff/facility/ending/print';
export const facilityArchive = '/adminstaff/facility/letters.zip';
export const staffs = '/adminstaff/staffs';
/** Colleagues without a mail address. */
export const addCarer = '/adminstaff/staffs?carer=1';
export const inviteCarer = (id: string) => `/adminstaff/staffs?invite=${id}`;
export const devices = '/adminstaff/devices';
export const firstPins = '/adminstaff/devices/pins';
export const changeDevice = (id: string) => `/adminstaff/devices?change=${id}`;
export const history = '/adminstaff/history';
export const residents = '/adminstaff/residents';
/** Answers about photos that wait, are missing, or are old. */
export const consents = '/adminstaff/residents/consents';
export const consentOf = (residentId: string) => `/adminstaff/residents/${residentId}#consent`;
/** Residents without a reading. */
export const readings = '/adminstaff/residents/readings';
export const newResident = '/adminstaff/residents/new';
export const resident = (id: string) => `/adminstaff/residents/${id}`;
/** All letters of a resident on paper. */
export const residentBook = (id: string, part = 1) =>
  `/adminstaff/residents/${id}/book${part === 1 ? '' : `?part=${part}`}`;
export const residentArchive = (id: string) => `/adminstaff/residents/${id}/letters.zip`;
export const importResidents = '/adminstaff/residents/import';
/** Forms for all who have not been asked, or for one. */
export const printConsents = '/adminstaff/residents/consents/print';
export const printConsentsOf = (residentId: string) =>
  `/adminstaff/residents/consents/print${residentQuery(residentId)}`;
export const exportHistory = '/adminstaff/history/export.csv';
export const exportResidents = '/adminstaff/residents/export.csv';
export const residentsTemplate = '/adminstaff/residents/template.csv';
export const families = '/adminstaff/families';
export const importFamilies = '/adminstaff/families/import';
export const exportFamilies = '/adminstaff/families/export.csv';
export const familiesTemplate = '/adminstaff/families/template.csv';
export const familiesOf = (residentId: string) => `/adminstaff/residents/${residentId}#families`;
export const newFamily = '/adminstaff/families/new';
export const newFamilyOf = (residentId: string) =>
  `/adminstaff/families/new${residentQuery(residentId)}`;
export const family = (id: string) => `/adminstaff/families/${id}`;
export const familyCards = '/adminstaff/families/cards';
/** Families that have entered themselves. */
export const applications = '/adminstaff/families/applications';
/** A sheet for each resident, with its code. */
export const sheets = '/adminstaff/residents/sheets';
export const sheetOf = (residentId: string) =>
  `/adminstaff/residents/sheets${residentQuery(residentId)}`;
/** The same as backs of postcards. */
export const postcards = '/adminstaff/residents/sheets/postcards';
/** Where a relative enters itself; typed from paper without the code. */
export const join = '/families/join';
export const joinBy = (code: string) => `/families/join?code=${encodeURIComponent(code)}`;
export const ownApplication = (token: string) => `/families/application${tokenQuery(token)}`;
/** The button that proves an address. */
/** Makes an address the family's, or takes that back. */
export const ownAddress = (token: string) => `/families/address${tokenQuery(token)}`;
export const proveAddress = (token: string) => `/families/proof${tokenQuery(token)}`;
/** Counts of a month or a year, for 運営推進会議. */
export const meetingSheet = '/adminstaff/meeting-sheet';
export const adminLetters = '/adminstaff/letters';
export const adminLetter = (yearMonth: YearMonth) => `/adminstaff/letters/${yearMonth}`;
export const adminLetterRoom = (yearMonth: YearMonth, view: 'each' | 'delivery') =>
  `/adminstaff/letters/${yearMonth}?view=${view}`;
export const adminLetterPreview = (yearMonth: YearMonth, residentId?: string) =>
  `${previewPath(yearMonth)}${residentQuery(residentId)}`;
/** The same as the family sees it, and not as it is checked. */
export const adminLetterAsFamily = (yearMonth: YearMonth, residentId: string) =>
  `${adminLetterPreview(yearMonth, residentId)}&as=family`;
export const adminDeliveries = (yearMonth: YearMonth) =>
  `/adminstaff/letters/${yearMonth}/deliveries`;
export const adminHandovers = (yearMonth: YearMonth) =>
  `/adminstaff/letters/${yearMonth}/handovers`;
export const answers = '/adminstaff/answers';
/** Where the facility answers a family's word. */
export const answer = (id: string) => `/adminstaff/answers/${id}`;
export const printAnswers = '/adminstaff/answers/print';
export const operator = '/operator';
export const operatorLogin = '/operator/login';
export const afterOperatorLogin = '/operator/login?signed_in=1';
export const operatorLoginByLink = (token: string) => `/operator/login${tokenQuery(token)}`;
export const operatorAccount = (token: string) => `/operator/account${tokenQuery(token)}`;
export const operatorFacilities = '/operator/facilities';
export const operatorFacility = (id: string) => `/operator/facilities/${id}`;
export const operatorSignIn = '/operator/sign-in';
export const operatorConfirm = '/operator/confirm';
export const operatorPassword = '/operator/password';
export const operatorMail = '/operator/mail';
export const operatorFigures = '/operator/figures';
export const operatorLine = '/operator/line';
export const operatorWaiting = '/operator/waiting';
export const operatorBackups = '/operator/backups';
export const operatorContacts = '/operator/contacts';
export const demoMails = '/demo/mails';
export const design = '/design';
export const items = '/adminstaff/items';
/** Where a phone's share sheet sends photos. */
export const share = '/adminstaff/share';
export const heldItems = '/adminstaff/items/held';
export const answerHeld = '/adminstaff/items/held?_action=photos.answerHeld';
/** Photos by a plain form (docs/browsers.md). */
export const uploadForm = '/adminstaff/items/upload';
export const deletedItems = '/adminstaff/items/deleted';
export const residentItems = (residentId: string | null) =>
  residentId === null ? '/adminstaff/items/residents' : `/adminstaff/items/residents/${residentId}`;
export const letters = (reader: LetterReader) =>
  'previewFor' in reader ? '/adminstaff/letters' : `/letters${letterQuery(reader)}`;
export const letter = (yearMonth: YearMonth, reader: LetterReader) =>
  'previewFor' in reader
    ? `${previewPath(yearMonth)}${residentQuery(reader.previewFor)}`
    : `/letters/${yearMonth}${letterQuery(reader)}`;
/** A year, or all of them; one of many photos has parts. */
const yearPath = (year: number | 'all', part: number): string =>
  `/letters/years/${year}${part === 1 ? '' : `-${part}`}`;
export const letterYear = (year: number | 'all', tokens: LetterTokens, part = 1) =>
  yearPath(year, part) + letterQuery(tokens);
/** With all photos, for a printer. */
export const letterYearPrint = (year: number | 'all', tokens: LetterTokens, part = 1) =>
  outsideLine(`${yearPath(year, part)}/print${letterQuery(tokens)}`);
export const letterPhoto = (yearMonth: YearMonth, itemId: string, reader: LetterReader) =>
  'previewFor' in reader
    ? `${previewPath(yearMonth)}/photos/${itemId}${residentQuery(reader.previewFor)}`
    : `/letters/${yearMonth}/photos/${itemId}${letterQuery(reader)}`;
export const letterConsent = (tokens: LetterTokens) => `/letters/consent${letterQuery(tokens)}`;
export const letterReceive = (tokens: LetterTokens) => `/letters/receive${letterQuery(tokens)}`;
/** Stops a facility's mails to an address (contract.md#residents-and-families). */
export const letterStop = '/letters/stop';
export const stopMail = (token: string) => `${letterStop}${tokenQuery(token)}`;
export const letterLine = (tokens: LetterTokens) => `/letters/line${letterQuery(tokens)}`;
export const letterSeen = (yearMonth: YearMonth, tokens: LetterTokens) =>
  `/letters/${yearMonth}/seen${letterQuery(tokens)}`;
export const letterAnswers = (yearMonth: YearMonth, tokens: LetterTokens) =>
  `/letters/${yearMonth}/answers${letterQuery(tokens)}`;
export const letterArchive = (yearMonth: YearMonth, tokens: LetterTokens) =>
  outsideLine(`/letters/${yearMonth}/photos.zip${letterQuery(tokens)}`);
export const letterYearArchive = (year: number | 'all', tokens: LetterTokens) =>
  outsideLine(`/letters/years/${year}/photos.zip${letterQuery(tokens)}`);
export const printLetters = (yearMonth: YearMonth, query = '') =>
  `/adminstaff/letters/${yearMonth}/print${query}`;
export const staffPhoto = (blobId: string, file: string) => `/photos/staff/${blobId}/${file}`;
export const familyPhoto = (familyId: string, blobId: string, signature: string, file: string) =>
  `/photos/family/${familyId}/${blobId}/${signature}/${file}`;
