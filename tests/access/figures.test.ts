import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { sql } from 'kysely';
import { paths } from '#lib/paths.ts';
import { runAdmin } from '../support/admin-command.ts';
import { makeOperatorAt, operatorLinkIn } from '../support/operator.ts';
import type { OpenSite } from '../support/open-site.ts';
import { openSite } from '../support/open-site.ts';

let opened: OpenSite;
const site = (): OpenSite => opened;
const BROWSER = { Accept: 'text/html' };

let cookie = '';
beforeAll(async () => {
  opened = await openSite(inject('world'));
  const settings = { PUBLIC_URL: site().server.url };
  const { out } = await runAdmin(site(), ['operator-link'], settings);
  ({ cookie } = await makeOperatorAt(site().server.url, operatorLinkIn(out)));
});
afterAll(async () => {
  expect(await opened.close(), 'exit code').toBe(0);
  // Of the table that was away.
  for (const line of opened.server.errors()) expect(line).toContain('contacts');
});

const asOperator = (path: string) =>
  site().ask('anonymous', path, { headers: { Cookie: cookie, ...BROWSER } });
const lookUp = (number: string) =>
  asOperator(`${paths.operatorFigures}?number=${encodeURIComponent(number)}`);

/** What is known of a number, in one line; empty without anything. */
async function lineOf(number: string): Promise<string> {
  const { text } = await lookUp(number);
  const row = /aria-label="この番号の不具合".*?<tbody[^>]*>(.*?)<\/tbody>/s.exec(text)?.[1] ?? '';
  return row.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
}

/** While a table is away, a page that reads it fails. */
async function breakPage(): Promise<string> {
  const { db } = site().factory;
  await sql`ALTER TABLE contacts RENAME TO contacts_away`.execute(db);
  try {
    const { status, text, headers } = await asOperator(paths.operatorContacts);
    const number = String(headers['x-request-id']);
    expect(status).toBe(500);
    expect(text).toContain(number);
    return number;
  } finally {
    await sql`ALTER TABLE contacts_away RENAME TO contacts`.execute(db);
  }
}

test('a number that an error page shows is found at once, with where, when, why and version', async () => {
  const number = await breakPage();
  const spoken = ` ${number.slice(0, 4)} ${number.slice(4).toUpperCase()} `;
  // An answer is counted once it is sent.
  await expect.poll(() => lineOf(number)).not.toBe('');
  for (const typed of [number, spoken]) {
    const words = await lineOf(typed);
    expect(words).toMatch(
      new RegExp(
        `${number} \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d 500 GET /operator/contacts \\w*[Ee]rror [\\w ]*in listContacts`,
      ),
    );
    expect(words).toMatch(/ \d+\.\d+\.\d+/);
  }
  expect((await asOperator(paths.operator)).text).toContain(
    'この1時間に不具合がありました: ページ1回',
  );
});

test.each(['0123456789ab', '番号', "' OR 1=1 --", '"><b>x</b>', 'x'.repeat(4000)])(
  'any other number is not: %s',
  async (typed) => {
    const { status, text } = await lookUp(typed);
    expect(status).toBe(200);
    expect(text).toContain('この番号の記録はありません');
    expect(text).not.toContain('"><b>');
  },
);

test('a refusal that a family sees can be looked up too', async () => {
  const { resident, family } = site().world.cast;
  const reader = { residentToken: resident.token, familyToken: family.token };
  const letter = paths.letter(site().world.yearMonth, reader);
  const { status, headers } = await site().ask('anonymous', letter, {
    method: 'POST',
    body: 'x=1',
    headers: {
      ...BROWSER,
      'Content-Type': 'application/x-www-form-urlencoded',
      'Sec-Fetch-Site': 'cross-site',
    },
  });
  expect(status).toBe(403);
  await expect.poll(() => lineOf(String(headers['x-request-id']))).toContain('403 POST');
});

test('nothing that is kept or shown holds a link, a name or an address', async () => {
  const { resident, family, admin, host } = site().world.cast;
  const reader = { residentToken: resident.token, familyToken: family.token };
  await site().ask('anonymous', paths.letter(site().world.yearMonth, reader));
  await site().ask('anonymous', `/letters/${resident.token}?token=${family.token}`);
  await site().ask('anonymous', `/adminstaff/secret-${admin.id}?token=${resident.token}`);
  await site().ask('admin', paths.api.directUpload(`slot-${resident.token}`), { method: 'PUT' });
  await breakPage();
  await expect
    .poll(async () => (await asOperator(paths.operatorFigures)).text)
    .toMatch(/GET \/operator\/contacts.*GET \/operator\/contacts/s);
  const { text } = await asOperator(paths.operatorFigures);
  const { db } = site().factory;
  const kept = JSON.stringify([
    await db.selectFrom('figures').selectAll().execute(),
    await db.selectFrom('error_numbers').selectAll().execute(),
    await db.selectFrom('levels').selectAll().execute(),
  ]);
  expect(kept).toContain('/operator/contacts');
  const secrets = [resident.token, family.token, admin.email, admin.id, resident.name, family.name];
  for (const secret of secrets) {
    expect(kept).not.toContain(secret);
    expect(text).not.toContain(secret);
  }
  expect(kept).not.toContain(host.name);
});

test.each(['hour', 'day', 'month', 'nonsense'])(
  'is drawn without a script for %s',
  async (range) => {
    const { status, text } = await asOperator(`${paths.operatorFigures}?range=${range}`);
    expect(status).toBe(200);
    const main = text.slice(text.indexOf('<main'), text.indexOf('</main>'));
    expect(main).toContain('<svg');
    expect(main).not.toContain('<script');
  },
);
