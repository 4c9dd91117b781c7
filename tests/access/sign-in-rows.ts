import { ASSERTION, CREDENTIAL, makePasskeyRow } from '../support/sign-in-rows.ts';
import { json } from '../support/http.ts';
import type { ByWho, Row } from './row.ts';
import { UNKNOWN, everyone, form, staff } from './row.ts';
import type { Site } from './site.ts';

const ACTIONS = '/api/v1/actions';
/** A PIN on a shared device is no proof for what lasts. */
const personal = (own: number, expected: ByWho = staff(own)): Pick<Row, 'expected' | 'byPin'> => ({
  expected,
  byPin: 403,
});

/** Each caller's own, so that another's is unknown. */
const passkeyOf =
  (who: 'general' | 'admin') =>
  ({ factory, world }: Site): Promise<string> =>
    makePasskeyRow(factory, world.cast[who]);

export const SIGN_IN_API: Row[] = [
  { call: `GET ${ACTIONS}/staffs/sessions`, expected: staff(200) },
  {
    call: `DELETE ${ACTIONS}/staffs/sessions/[id]`,
    path: () => `${ACTIONS}/staffs/sessions/${UNKNOWN}`,
    options: { method: 'DELETE' },
    ...personal(404),
  },
  {
    call: `DELETE ${ACTIONS}/staffs/sessions`,
    options: { method: 'DELETE' },
    ...personal(204),
  },
  {
    call: `POST ${ACTIONS}/staffs/confirmation`,
    options: json({ password: 'wrong' }),
    ...personal(422),
  },
  {
    call: `POST ${ACTIONS}/staffs/confirmation/options`,
    options: { method: 'POST' },
    ...personal(200),
  },
  {
    call: `POST ${ACTIONS}/login/second_step`,
    options: json({ ticket: UNKNOWN, code: '123456' }),
    expected: everyone(401),
  },
  { call: `POST ${ACTIONS}/staffs/second_step`, options: { method: 'POST' }, ...personal(200) },
  {
    call: `PUT ${ACTIONS}/staffs/second_step`,
    options: { ...json({ code: '123456' }), method: 'PUT' },
    // Begun by the row before; nobody has the app.
    ...personal(422),
  },
  { call: `DELETE ${ACTIONS}/staffs/second_step`, options: { method: 'DELETE' }, ...personal(409) },
  {
    call: `POST ${ACTIONS}/staffs/second_step/recovery_codes`,
    options: { method: 'POST' },
    ...personal(409),
  },
  {
    call: `POST ${ACTIONS}/login/passkey/options`,
    options: { method: 'POST' },
    expected: everyone(200),
  },
  {
    call: `POST ${ACTIONS}/login/passkey`,
    options: json({ response: ASSERTION }),
    expected: everyone(401),
  },
  { call: `GET ${ACTIONS}/staffs/passkeys`, ...personal(200) },
  {
    call: `POST ${ACTIONS}/staffs/passkeys/options`,
    options: { method: 'POST' },
    ...personal(200),
  },
  {
    call: `POST ${ACTIONS}/staffs/passkeys`,
    options: json({ name: '電話', response: CREDENTIAL }),
    ...personal(422),
  },
  {
    call: `DELETE ${ACTIONS}/staffs/passkeys/[id]`,
    path: async (site) => `${ACTIONS}/staffs/passkeys/${await passkeyOf('general')(site)}`,
    unknown: `${ACTIONS}/staffs/passkeys/${UNKNOWN}`,
    options: { method: 'DELETE' },
    ...personal(204, { ...staff(404), general: 204 }),
  },
];

export const SIGN_IN_ACTIONS: Row[] = [
  { call: 'POST me.endSession', options: form({ id: UNKNOWN }), ...personal(404) },
  {
    call: 'POST session.secondStep',
    options: form({ ticket: UNKNOWN, code: '123456' }),
    expected: everyone(401),
  },
  { call: 'POST me.beginApp', options: form({}), ...personal(204) },
  { call: 'POST me.confirmApp', options: form({ code: '123456' }), ...personal(400) },
  { call: 'POST me.renewCodes', options: form({}), ...personal(409) },
  { call: 'POST me.removeApp', options: form({}), ...personal(409) },
  { call: 'POST me.forgetBrowser', options: form({ id: UNKNOWN }), ...personal(404) },
  {
    call: 'POST hosts.askSecondStep',
    options: form({ asksSecondStep: 'nobody' }),
    expected: { anonymous: 401, general: 403, admin: 204, other: 204, inactive: 403 },
  },
  {
    call: 'POST session.loginByPasskey',
    options: form({ response: JSON.stringify(ASSERTION) }),
    expected: everyone(401),
  },
  {
    call: 'POST me.makePasskey',
    options: form({ name: '', response: JSON.stringify(CREDENTIAL) }),
    ...personal(422),
  },
  {
    call: 'POST me.removePasskey',
    options: async (site) => form({ id: await passkeyOf('general')(site) }),
    unknownOptions: form({ id: UNKNOWN }),
    ...personal(204, { ...staff(404), general: 204 }),
  },
];
