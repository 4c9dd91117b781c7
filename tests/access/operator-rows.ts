import { ASSERTION, CREDENTIAL } from '../support/sign-in-rows.ts';
import type { Row } from './row.ts';
import { UNKNOWN, everyone, form, page } from './row.ts';

/** As before the operator has an account: they do not exist, whoever asks (operator.test.ts). */
export const OPERATOR_PAGES: Row[] = [
  page('/operator', everyone(404)),
  page('/operator/login', everyone(404)),
  page('/operator/account', everyone(404)),
  page('/operator/account', everyone(404), { path: () => `/operator/account?token=${UNKNOWN}` }),
  page('/operator/facilities', everyone(404)),
  page('/operator/facilities/[id]', everyone(404), {
    path: ({ world }) => `/operator/facilities/${world.cast.host.id}`,
    unknown: `/operator/facilities/${UNKNOWN}`,
  }),
  page('/operator/sign-in', everyone(404)),
  page('/operator/confirm', everyone(404)),
  page('/operator/password', everyone(404)),
  page('/operator/mail', everyone(404)),
  page('/operator/figures', everyone(404)),
  page('/operator/line', everyone(404)),
  page('/operator/waiting', everyone(404)),
  page('/operator/backups', everyone(404)),
  page('/operator/contacts', everyone(404)),
];

export const OPERATOR_ROUTES = [
  ...new Set(OPERATOR_PAGES.map(({ call }) => call.replace(/^GET /, ''))),
];

const EMAIL = 'unei@example.jp';
const PASSWORD = 'kagi-no-himitsu-desu';

/** What each form sends; with a facility's id in place of `facility`. */
export const OPERATOR_FORMS: Record<string, Record<string, string>> = {
  makeAccount: { token: UNKNOWN, email: EMAIL, password: PASSWORD },
  signIn: { email: EMAIL, password: PASSWORD },
  secondStep: { ticket: UNKNOWN, code: '123456' },
  loginByPasskey: { response: JSON.stringify(ASSERTION) },
  makePasskey: { name: '', response: JSON.stringify(CREDENTIAL) },
  removePasskey: { id: UNKNOWN },
  beginApp: {},
  confirmApp: { code: '123456' },
  renewCodes: {},
  removeApp: {},
  endSession: { id: UNKNOWN },
  endOtherSessions: {},
  changePassword: { currentPassword: 'chigau', password: 'atarashii-himitsu-desu' },
  signOut: {},
  inviteFacility: { email: 'atarashii@example.jp' },
  setPlan: { id: 'facility', plan: 'small' },
  confirmFacility: { id: 'facility' },
  continueFacility: { id: 'facility' },
  setEnding: { id: 'facility', endsOn: '2099-01-01', agreed: 'on' },
  takeBackEnding: { id: 'facility' },
  removeFacility: { id: 'facility', name: 'ちがう家' },
  resetPassword: { email: 'dareka@example.jp' },
  sendTestMail: { email: EMAIL },
  checkMail: {},
  sendBounceTest: {},
  findBounceTest: { id: UNKNOWN },
  makeLineCode: {},
  retryMails: { id: 'all' },
  resendLetters: {},
  dismissMails: { id: 'all' },
  retryJobs: { id: 'all' },
};

/** Taken on the operator's own pages only. */
export const OPERATOR_ACTIONS: Row[] = Object.entries(OPERATOR_FORMS).map(([name, fields]) => ({
  call: `POST operator.${name}`,
  options: form(fields),
  expected: everyone(404),
}));
