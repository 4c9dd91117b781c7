import type { YearMonth } from './calendar.ts';

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

/** Names the person for whom a page was made, with its calls. */
export const STAFF_HEADER = 'X-Staff';

/** Every path that code or tests use (domain.md#pages). */
export const paths = {
  home: '/',
  terms: '/terms',
  privacy: '/privacy',
  company: '/company',
  contact: '/contacts/new',
  notFound: '/404',
  health: '/healthz',
  apiDocs: '/docs/api',
  login: '/staffs/login',
  logout: '/staffs/logout',
  loginByPassword: '/staffs/login?password=1',
  loginByLink: (token: string) => `/staffs/login${tokenQuery(token)}`,
  sharedDevice: '/staffs/device',
  sharedDevicePerson: (id: string) => `/staffs/device/${id}`,
  newHost: '/hosts/new',
  hostConfirmation: '/hosts/confirmations/new',
  hostSignUp: (token: string) => `/hosts/signup${tokenQuery(token)}`,
  price: '/hosts/price',
  newStaff: (invitation: string) => `/staffs/new?invitation=${encodeURIComponent(invitation)}`,
  staffConfirmation: '/staffs/confirmations/new',
  staffSignUp: (token: string) => `/staffs/signup${tokenQuery(token)}`,
  newPassword: '/staffs/passwords/new',
  editPassword: (token: string) => `/staffs/passwords/edit${tokenQuery(token)}`,
  confirmEmail: (token: string) => `/staffs/emails/edit${tokenQuery(token)}`,
  myPage: '/adminstaff/mypage',
  editMyPage: '/adminstaff/mypage/edit',
  editMyEmail: '/adminstaff/mypage/emails/edit',
  mySignIn: '/adminstaff/mypage/sign-in',
  askSecondStep: '/adminstaff/staffs/second-step',
  qrCode: '/adminstaff/staffs/qrcode',
  dashboard: '/adminstaff/dashboard',
  deliverySettings: '/adminstaff/delivery-settings',
  facility: '/adminstaff/facility',
  facilityArchive: '/adminstaff/facility/letters.zip',
  staffs: '/adminstaff/staffs',
  inviteCarer: (id: string) => `/adminstaff/staffs?invite=${id}`,
  devices: '/adminstaff/devices',
  firstPins: '/adminstaff/devices/pins',
  changeDevice: (id: string) => `/adminstaff/devices?change=${id}`,
  history: '/adminstaff/history',
  residents: '/adminstaff/residents',
  newResident: '/adminstaff/residents/new',
  resident: (id: string) => `/adminstaff/residents/${id}`,
  residentArchive: (id: string) => `/adminstaff/residents/${id}/letters.zip`,
  importResidents: '/adminstaff/residents/import',
  exportHistory: '/adminstaff/history/export.csv',
  exportResidents: '/adminstaff/residents/export.csv',
  residentsTemplate: '/adminstaff/residents/template.csv',
  families: '/adminstaff/families',
  importFamilies: '/adminstaff/families/import',
  exportFamilies: '/adminstaff/families/export.csv',
  familiesTemplate: '/adminstaff/families/template.csv',
  familiesOf: (residentId: string) => `/adminstaff/residents/${residentId}#families`,
  newFamily: '/adminstaff/families/new',
  newFamilyOf: (residentId: string) => `/adminstaff/families/new${residentQuery(residentId)}`,
  family: (id: string) => `/adminstaff/families/${id}`,
  familyCards: '/adminstaff/families/cards',
  adminLetters: '/adminstaff/letters',
  adminLetter: (yearMonth: YearMonth) => `/adminstaff/letters/${yearMonth}`,
  adminLetterRoom: (yearMonth: YearMonth, view: 'each' | 'delivery') =>
    `/adminstaff/letters/${yearMonth}?view=${view}`,
  adminLetterPreview: (yearMonth: YearMonth, residentId?: string) =>
    `${previewPath(yearMonth)}${residentQuery(residentId)}`,
  adminDeliveries: (yearMonth: YearMonth) => `/adminstaff/letters/${yearMonth}/deliveries`,
  adminHandovers: (yearMonth: YearMonth) => `/adminstaff/letters/${yearMonth}/handovers`,
  answers: '/adminstaff/answers',
  printAnswers: '/adminstaff/answers/print',
  operator: '/operator',
  operatorLogin: '/operator/login',
  operatorLoginByLink: (token: string) => `/operator/login${tokenQuery(token)}`,
  operatorAccount: (token: string) => `/operator/account${tokenQuery(token)}`,
  operatorFacilities: '/operator/facilities',
  operatorFacility: (id: string) => `/operator/facilities/${id}`,
  operatorSignIn: '/operator/sign-in',
  operatorPassword: '/operator/password',
  operatorMail: '/operator/mail',
  operatorFigures: '/operator/figures',
  operatorLine: '/operator/line',
  operatorWaiting: '/operator/waiting',
  operatorBackups: '/operator/backups',
  operatorContacts: '/operator/contacts',
  demoMails: '/demo/mails',
  design: '/design',
  items: '/adminstaff/items',
  /** Where a phone's share sheet sends photos. */
  share: '/adminstaff/share',
  heldItems: '/adminstaff/items/held',
  answerHeld: '/adminstaff/items/held?_action=photos.answerHeld',
  deletedItems: '/adminstaff/items/deleted',
  residentItems: (residentId: string | null) =>
    residentId === null
      ? '/adminstaff/items/residents'
      : `/adminstaff/items/residents/${residentId}`,
  letters: (reader: LetterReader) =>
    'previewFor' in reader ? '/adminstaff/letters' : `/letters${letterQuery(reader)}`,
  letter: (yearMonth: YearMonth, reader: LetterReader) =>
    'previewFor' in reader
      ? `${previewPath(yearMonth)}${residentQuery(reader.previewFor)}`
      : `/letters/${yearMonth}${letterQuery(reader)}`,
  letterYear: (year: number, tokens: LetterTokens) =>
    `/letters/years/${year}${letterQuery(tokens)}`,
  /** With all photos, for a printer. */
  letterYearPrint: (year: number, tokens: LetterTokens) =>
    `/letters/years/${year}/print${letterQuery(tokens)}`,
  letterPhoto: (yearMonth: YearMonth, itemId: string, reader: LetterReader) =>
    'previewFor' in reader
      ? `${previewPath(yearMonth)}/photos/${itemId}${residentQuery(reader.previewFor)}`
      : `/letters/${yearMonth}/photos/${itemId}${letterQuery(reader)}`,
  letterLine: (tokens: LetterTokens) => `/letters/line${letterQuery(tokens)}`,
  letterSeen: (yearMonth: YearMonth, tokens: LetterTokens) =>
    `/letters/${yearMonth}/seen${letterQuery(tokens)}`,
  letterAnswers: (yearMonth: YearMonth, tokens: LetterTokens) =>
    `/letters/${yearMonth}/answers${letterQuery(tokens)}`,
  letterArchive: (yearMonth: YearMonth, tokens: LetterTokens) =>
    `/letters/${yearMonth}/photos.zip${letterQuery(tokens)}`,
  letterYearArchive: (year: number, tokens: LetterTokens) =>
    `/letters/years/${year}/photos.zip${letterQuery(tokens)}`,
  printLetters: (yearMonth: YearMonth, query = '') =>
    `/adminstaff/letters/${yearMonth}/print${query}`,
  staffPhoto: (blobId: string, file: string) => `/photos/staff/${blobId}/${file}`,
  familyPhoto: (familyId: string, blobId: string, signature: string, file: string) =>
    `/photos/family/${familyId}/${blobId}/${signature}/${file}`,
  api: {
    openApi: '/api/v1/openapi.json',
    authLogin: '/api/auth/login',
    login: '/api/v1/actions/login',
    sessions: '/api/v1/actions/staffs/sessions',
    session: (id: string) => `/api/v1/actions/staffs/sessions/${id}`,
    confirmation: '/api/v1/actions/staffs/confirmation',
    secondStepLogin: '/api/v1/actions/login/second_step',
    secondStep: '/api/v1/actions/staffs/second_step',
    recoveryCodes: '/api/v1/actions/staffs/second_step/recovery_codes',
    passkeyLogin: '/api/v1/actions/login/passkey',
    passkeyLoginOptions: '/api/v1/actions/login/passkey/options',
    passkeys: '/api/v1/actions/staffs/passkeys',
    passkeyOptions: '/api/v1/actions/staffs/passkeys/options',
    passkey: (id: string) => `/api/v1/actions/staffs/passkeys/${id}`,
    refresh: '/api/v1/actions/refresh',
    logout: '/api/v1/actions/logout',
    user: '/api/v1/actions/user',
    staffSignUp: '/api/v1/actions/staffs/sign_up',
    staffConfirmations: '/api/v1/actions/staffs/confirmations',
    staffProfile: '/api/v1/actions/staffs/profile',
    staffs: '/api/v1/actions/staffs',
    staff: (id: string) => `/api/v1/actions/staffs/${id}`,
    staffPins: '/api/v1/actions/staffs/pins',
    staffPin: (id: string) => `/api/v1/actions/staffs/${id}/pin`,
    devices: '/api/v1/actions/devices',
    device: (id: string) => `/api/v1/actions/devices/${id}`,
    deviceLocks: (id: string) => `/api/v1/actions/devices/${id}/locks`,
    currentDevice: '/api/v1/actions/devices/current',
    resetEmails: '/api/v1/actions/staffs/reset_emails',
    resetPasswords: '/api/v1/actions/staffs/reset_passwords',
    hostSignUp: '/api/v1/actions/hosts/sign_up',
    hostConfirmations: '/api/v1/actions/hosts/confirmations',
    trialPrices: '/api/v1/actions/hosts/trial_prices',
    facility: '/api/v1/actions/hosts/facility',
    residents: '/api/v1/actions/residents',
    items: '/api/v1/actions/items',
    deletedItems: '/api/v1/actions/items/deleted',
    item: (id: string) => `/api/v1/actions/items/${id}`,
    restoreItem: (id: string) => `/api/v1/actions/items/${id}/restore`,
    moveItem: (id: string) => `/api/v1/actions/items/${id}/move`,
    copyItem: (id: string) => `/api/v1/actions/items/${id}/copy`,
    contacts: '/api/v1/actions/contacts',
    counts: '/api/v1/views/admin_staffs/items',
    directUploads: '/api/v1/direct_uploads',
    directUpload: (slot: string) => `/api/v1/direct_uploads/${slot}`,
    /** Takes `?zipcode=`. */
    zipAddress: '/api/externals/zipaddress/',
    adminResidents: '/api/v1/views/admin_staffs/residents',
    adminResident: (id: string) => `/api/v1/views/admin_staffs/residents/${id}`,
    families: '/api/v1/views/admin_staffs/families',
    family: (id: string) => `/api/v1/views/admin_staffs/families/${id}`,
    lineCodes: (familyId: string) => `/api/v1/views/admin_staffs/families/${familyId}/line_codes`,
    familyLine: (familyId: string) => `/api/v1/views/admin_staffs/families/${familyId}/line`,
    lineWebhook: '/api/v1/line/webhook',
    adminLetters: '/api/v1/actions/letters',
    adminLetter: (yearMonth: YearMonth) => `/api/v1/actions/letters/${yearMonth}`,
    letterNote: (yearMonth: YearMonth, residentId: string) =>
      `/api/v1/actions/letters/${yearMonth}/notes/${residentId}`,
    letterCheck: (yearMonth: YearMonth, residentId: string) =>
      `/api/v1/actions/letters/${yearMonth}/checks/${residentId}`,
    letters: '/api/v1/views/letters',
    letter: (yearMonth: YearMonth) => `/api/v1/views/letters/${yearMonth}`,
  },
} as const;
