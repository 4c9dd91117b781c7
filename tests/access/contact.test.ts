import { beforeEach, expect, test } from 'vitest';
import { paths } from '#lib/paths.ts';
import { call } from '../support/http.ts';
import { form } from './row.ts';
import { useSite } from './site.ts';

const OPERATOR_EMAIL = 'operator@example.jp';
const site = useSite({ OPERATOR_EMAIL });
const QUESTION = {
  name: '田中 一郎',
  email: 'ichiro@example.jp',
  body: '料金を教えてください。\n一番小さい <施設> です。',
  remarks: '',
};
const ADDRESS = `${paths.contact}?_action=contacts.send`;

beforeEach(() => site().factory.db.deleteFrom('contacts').execute());

/** As a browser sends it without JavaScript. */
const send = (change: Partial<typeof QUESTION> = {}, headers: Record<string, string> = {}) => {
  const { headers: own, ...rest } = form({ ...QUESTION, ...change });
  const all = { ...own, 'Sec-Fetch-Site': 'same-origin', ...headers };
  return call(site().server.url, ADDRESS, { ...rest, headers: all });
};
const stored = () => site().factory.db.selectFrom('contacts').selectAll().execute();
const cookieOf = (headers: { 'set-cookie'?: string[] | undefined }): string =>
  (headers['set-cookie'] ?? []).map((cookie) => cookie.split(';', 1)[0]).join('; ');

test('a question is stored, and the next page says what happens next', async () => {
  const answer = await send();
  expect(answer).toMatchObject({ status: 303, headers: { location: `${paths.contact}?sent=1` } });
  expect(await stored()).toMatchObject([{ name: QUESTION.name, body: QUESTION.body }]);
  const { text } = await call(site().server.url, `${paths.contact}?sent=1`, {
    headers: { Cookie: cookieOf(answer.headers) },
  });
  expect(text).toContain('3営業日以内');
  expect(text).toContain(QUESTION.email);
  expect(text).not.toContain('<form');
});

test('filling in the hidden field gets the same thanks, and stores nothing', async () => {
  const comparable = ({ status, headers }: Awaited<ReturnType<typeof send>>) => ({
    status,
    location: headers.location,
    cookies: headers['set-cookie']?.map((cookie) => cookie.replace(/Expires=[^;]+/, '')),
  });
  const robot = await send({ remarks: 'https://evil.example' });
  expect(await stored()).toEqual([]);
  expect(comparable(robot)).toEqual(comparable(await send()));
});

test('errors are next to their fields, and the input is kept', async () => {
  const { status, text } = await send({ name: ' ', email: 'ichiro' });
  expect(status).toBe(400);
  for (const field of ['name', 'email']) {
    expect(text).toMatch(new RegExp(`<input[^>]* name="${field}"[^>]*aria-invalid="true"`));
    expect(text).toMatch(new RegExp(`aria-describedby="[^"]*${field}-error`));
  }
  expect(text).toContain('一番小さい &lt;施設&gt; です。');
  expect(await stored()).toEqual([]);
});

test('the sixth message in an hour is told when to retry, and keeps its text', async () => {
  const here = { 'X-Forwarded-For': '203.0.113.5' };
  for (let n = 0; n < 5; n++) expect((await send({}, here)).status).toBe(303);
  const { status, text } = await send({}, here);
  expect(status).toBe(429);
  expect(text).toContain('1時間ほど待ってから');
  expect(text).toContain('このまま残っています');
  expect(text).toContain('料金を教えてください。');
  expect(await stored()).toHaveLength(5);
  expect((await send()).status).toBe(303);
});

test('signed-in users need not enter name and e-mail; the operator is named', async () => {
  const { text } = await site().ask('general', paths.contact);
  const { name, email } = site().world.cast.general;
  expect(text).toContain(`value="${name}"`);
  expect(text).toContain(`value="${email}"`);
  expect(text).toContain(`mailto:${OPERATOR_EMAIL}`);
});

test('the login page links there', async () => {
  for (const page of [paths.login]) {
    expect((await site().ask('anonymous', page)).text, page).toContain(`href="${paths.contact}"`);
  }
});
