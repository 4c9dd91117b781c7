import { describe, expect, test } from 'vitest';
import { paths } from '#lib/paths.ts';
import type { BrokenBody } from '../support/broken-bodies.ts';
import { brokenBodies } from '../support/broken-bodies.ts';
import type { Answer, Call } from '../support/http.ts';
import type { Row } from './row.ts';
import { ACTIONS } from './rows.ts';
import type { Site, Who } from './site.ts';
import { useSite } from './site.ts';
import { rounds } from '../support/in-full.ts';

const site = useSite();
const BROWSER = { Accept: 'text/html,*/*;q=0.8' };

const nameOf = ({ call }: Row): string => call.slice('POST '.length);
/** These sign out, whatever is sent, and would end the session of the others. */
const ENDS = ['session.logout', 'me.startAnew'];
/** The operator's have pages of their own. */
const actions = ACTIONS.filter(
  (row) => !ENDS.includes(nameOf(row)) && !nameOf(row).startsWith('operator.'),
);

/** Pages with the action's form; they must show what was typed. */
const PAGES: [action: string, page: string, who: Who][] = [
  ['me.updateProfile', paths.editMyPage, 'admin'],
  ['residents.create', paths.newResident, 'admin'],
  ['residents.tryImport', paths.importResidents, 'admin'],
  ['families.tryImport', paths.importFamilies, 'admin'],
  ['families.add', paths.newFamily, 'admin'],
  ['delivery.saveSettings', paths.deliverySettings, 'admin'],
  ['session.login', paths.login, 'anonymous'],
  ['contacts.send', paths.contact, 'anonymous'],
];

/** Which of some thirty bodies each action gets; the next action gets others. */
const EVERY = rounds(3, 1);

async function fieldsOf(row: Row, at: Site): Promise<string[]> {
  const options = typeof row.options === 'function' ? await row.options(at) : row.options;
  return ['email', 'name', ...new URLSearchParams(String(options?.body ?? '')).keys()];
}

const post = ({ type, body }: BrokenBody): Call => ({
  method: 'POST',
  headers: { ...BROWSER, ...(type !== undefined && { 'Content-Type': type }) },
  body,
});

const WORDS = '送られた内容を読み取れませんでした';

function faultOf({ as }: BrokenBody, { status, text }: Answer): string | undefined {
  if (/\bat .*\(?(?:file:|node:|\/).*:\d+|TypeError|SyntaxError/.test(text)) return 'shows a stack';
  if (as === 'taken') return status < 500 ? undefined : String(status);
  return status === as && text.includes(WORDS) ? undefined : `${status} where ${as} was expected`;
}

describe.each<[Who, Row[]]>([
  ['admin', actions],
  ['anonymous', actions.filter(({ expected }) => expected.anonymous !== 401)],
])('a body that is not a form, from %s', (who, rows) => {
  test.each(rows)('to $call', async (row) => {
    const wrong: string[] = [];
    const bodies = brokenBodies(await fieldsOf(row, site()));
    for (const broken of bodies.filter((_, n) => (n + rows.indexOf(row)) % EVERY === 0)) {
      const answer = await site().ask(who, `/_actions/${nameOf(row)}`, post(broken));
      const fault = faultOf(broken, answer);
      if (fault) wrong.push(`${broken.name}: ${fault}`);
    }
    expect(wrong).toEqual([]);
  });
});

test.each(PAGES)('a body that is not a form, for %s on %s', async (action, path, who) => {
  const row = ACTIONS.find((one) => nameOf(one) === action);
  if (!row) throw new Error(`no action ${action}`);
  const wrong: string[] = [];
  for (const broken of brokenBodies(await fieldsOf(row, site()))) {
    const answer = await site().ask(who, `${path}?_action=${action}`, post(broken));
    const fault = faultOf(broken, answer);
    if (fault) wrong.push(`${broken.name}: ${fault}`);
  }
  expect(wrong).toEqual([]);
});

test('a page without an action ignores posted bodies', async () => {
  for (const broken of brokenBodies(['name'])) {
    const { status } = await site().ask('admin', paths.items, post(broken));
    expect(status, broken.name).toBe(200);
  }
});

test('an action accepts POST only', async () => {
  for (const method of ['GET', 'HEAD']) {
    expect((await site().ask('admin', '/_actions/me.updateProfile', { method })).status).toBe(404);
  }
});
