import type { Act } from '#server/call.ts';
import { CALLS, FORMS, PAGES } from '../support/acts.ts';
import type { Answer } from '../support/http.ts';
import { json } from '../support/http.ts';
import { methodOf, routeOf } from './ask-row.ts';
import type { Row } from './row.ts';
import { form } from './row.ts';
import { ACTIONS, API, FRONT, PAGES as PAGE_ROWS } from './rows.ts';

/** Of those that do only some sensitive things, what is sensitive. */
const SENSITIVE_BODY: Record<string, object> = {
  'PATCH /api/v1/actions/hosts/facility': { asksSecondStep: 'nobody' },
};
const CALL_ROWS = API.map((row) => {
  const body = SENSITIVE_BODY[row.call];
  return body ? { ...row, options: { ...json(body), method: methodOf(row) } } : row;
});
/** One row each; the operator's forms are in operator.test.ts. */
const rowsOf = (rows: Row[], table: Record<string, Act>, asks: Act['asks']): Row[] =>
  rows.filter(
    (row, at) =>
      rows.findIndex(({ call }) => call === row.call) === at &&
      (table[row.call] ?? table[routeOf(row)])?.asks === asks,
  );
export const CALLS_THAT_ASK = rowsOf(CALL_ROWS, CALLS, 'confirmation');
export const CALLS_WITH_PASSWORD = rowsOf(CALL_ROWS, CALLS, 'password');
/** Nobody has to be signed in for the others: a session gives nothing to steal there. */
const isClosed = ({ expected }: Row): boolean =>
  expected.anonymous === 401 && expected.admin !== 401;
export const FREE_CALLS = rowsOf(API, CALLS, 'nothing').filter(isClosed);
const STAFF_ACTIONS = ACTIONS.filter((row) => !routeOf(row).startsWith('operator.'));
/** Its row sends nobody, since it ends all sessions. */
export const START_ANEW: Row = {
  ...(STAFF_ACTIONS.find((row) => routeOf(row) === 'me.startAnew') as Row),
  options: form({}),
};
const ACTION_ROWS = STAFF_ACTIONS.map((row) =>
  routeOf(row) === 'me.startAnew' ? START_ANEW : row,
);
/** Of calls that ask for some of what they do, the forms that send none of it. */
export const EVERYDAY = ['hosts.change', 'hosts.askConsentAgain', 'me.updateProfile'];
const isEveryday = (row: Row): boolean => EVERYDAY.includes(routeOf(row));
export const FORMS_THAT_ASK = rowsOf(ACTION_ROWS, FORMS, 'confirmation').filter(
  (row) => !isEveryday(row),
);
export const FREE_FORMS = [
  ...rowsOf(ACTION_ROWS, FORMS, 'nothing').filter(isClosed),
  ...ACTION_ROWS.filter(isEveryday),
];
export const PAGES_THAT_ASK = rowsOf([...PAGE_ROWS, ...FRONT], PAGES, 'confirmation').filter(
  ({ call }) => !call.includes('/operator/'),
);

export const isAsked = ({ status, text }: Answer): boolean =>
  status === 403 &&
  text.startsWith('{') &&
  (JSON.parse(text) as { confirm?: true }).confirm === true;
