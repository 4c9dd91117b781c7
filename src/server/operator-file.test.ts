import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { NO_OPERATOR } from '#lib/operator-facts.ts';
import { EnvError, readEnv } from './env.ts';
import { parseOperatorFile } from './operator-file.ts';
import { ROOT } from './root.ts';
import { withOperator } from './with-operator.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'operator-file-'));
let count = 0;

function write(content: string | Buffer): string {
  const file = path.join(folder, `${++count}.yaml`);
  writeFileSync(file, content);
  return file;
}

function makePipe(): string {
  const file = path.join(folder, `${++count}.yaml`);
  execFileSync('mkfifo', [file]);
  return file;
}

const read = (content: string | Buffer, more: Record<string, string> = {}) =>
  withOperator(readEnv({ ...more, OPERATOR_FILE: write(content) }));

const plan = (...changed: string[]): string =>
  [
    'plans:',
    '  - id: small',
    '    name: 小',
    '    price: 3300',
    '    residents: 20',
    '    storage: 20',
    ...changed,
  ].join('\n');

/** One line of the small plan is another. */
const withPlan = (field: string, value: string): string =>
  plan().replace(new RegExp(`(${field}:) .*`), `$1 ${value}`);

const sub = 'subcontractors:\n  - name: メール社\n';
const terms = (parts: string): string => `terms:\n  - heading: お支払い\n    parts: ${parts}`;

const WRONG: [what: string, content: string, line: number, names: string][] = [
  ['a setting twice', 'name: 甲\nname: 乙', 2, 'Map keys must be unique'],
  ['a tab before a setting', 'name: 甲\nplans:\n\t- id: a', 3, 'Tabs are not allowed'],
  ['an open brace of JSON', '{"name": "甲"', 1, 'must end with a }'],
  ['an unknown tag', 'name: !!js/function 甲', 1, 'Unresolved tag'],
  ['two documents', 'name: 甲\n---\nname: 乙', 2, 'multiple documents'],
  ['a setting that is a list', '? [a, b]\n: c', 1, '[ a, b ]: there is no such setting'],
  ['no map', '- a', 1, 'settings such as name'],
  ['only words', 'つきだより', 1, 'settings such as name'],
  ['a setting that does not exist', 'name: 甲\nnmae: 乙', 2, 'nmae: there is no such setting'],
  ['a name that is a list', 'name: [甲]', 1, 'name: expected a text'],
  ['a long name', `name: ${'甲'.repeat(61)}`, 1, 'name: expected at most 60'],
  ['a name of two lines', 'name: "甲\\n乙"', 1, 'one line without control characters'],
  ['a name that turns the text', 'name: "甲\\u202e乙"', 1, 'control characters'],
  ['an address that is no URL', 'name: 甲\nurl: nowhere', 2, 'url: expected a URL'],
  ['a script as URL', 'url: "javascript:alert(1)"', 1, 'url: expected a URL'],
  ['no mail address', 'email: info at example', 1, 'email: expected an e-mail address'],
  ['a long address', `address: ${'京'.repeat(201)}`, 1, 'address: expected at most 200'],
  ['an address that is a map', 'address:\n  pref: 東京都', 2, 'address: expected a text'],
  ['a long representative', `representative: ${'花'.repeat(61)}`, 1, 'representative: expected'],
  ['no telephone number', 'phone: 電話ください', 1, 'phone: expected a telephone number'],
  ['a telephone number abroad', 'phone: +81-3-1234-5678', 1, 'phone: expected'],
  ['a long contact', `requests: ${'窓'.repeat(301)}`, 1, 'requests: expected at most 300'],
  ['a long place', `server: ${'京'.repeat(101)}`, 1, 'server: expected at most 100'],
  ['plans that are a word', 'plans: small', 1, 'plans: expected a list of plans'],
  ['no plan in the list', 'plans: []', 1, 'plans: expected at least one plan'],
  ['a plan that is a word', 'plans:\n  - small', 2, 'plans.0'],
  ['a plan without a name', plan().replace('    name: 小\n', ''), 2, 'plans.0.name'],
  ['a plan without residents', plan().replace('    residents: 20\n', ''), 2, 'plans.0.residents'],
  ['an id of capitals', withPlan('id', 'Small'), 2, 'plans.0.id: expected an id'],
  ['an id that begins with a digit', withPlan('id', '1st'), 2, 'plans.0.id: expected an id'],
  ['the id of no plan', withPlan('id', 'none'), 2, 'none means no plan'],
  ['an id twice', plan('  - {id: small, name: 大, residents: 9, storage: 9}'), 7, 'it is taken'],
  ['a price in words', withPlan('price', '3,300円'), 4, 'plans.0.price: expected yen'],
  ['a negative price', withPlan('price', '-1'), 4, 'plans.0.price: expected yen'],
  ['a price with sen', withPlan('price', '3300.5'), 4, 'plans.0.price: expected yen'],
  ['a price of ten figures', withPlan('price', '1000000000'), 4, 'plans.0.price: expected yen'],
  ['nobody to live there', withPlan('residents', '0'), 5, 'plans.0.residents: expected residents'],
  ['too many residents', withPlan('residents', '10001'), 5, 'plans.0.residents'],
  ['room with its unit', withPlan('storage', '20GB'), 6, 'plans.0.storage: expected gigabytes'],
  ['no room', withPlan('storage', '0'), 6, 'plans.0.storage: expected gigabytes'],
  ['a plan with another field', plan('    colour: red'), 7, 'colour: there is no such setting'],
  ['a subcontractor without a task', `${sub}    place: 日本`, 2, 'subcontractors.0.task'],
  ['a subcontractor with an address', `${sub}    mail: a`, 2, 'subcontractors.0'],
  ['subcontractors by name only', 'subcontractors: [メール社]', 1, 'subcontractors.0'],
  ['terms that are a text', 'terms: お支払い', 1, 'terms: expected a list of sections'],
  ['a section without a heading', 'terms:\n  - parts: [あ]', 2, 'terms.0.heading'],
  ['a section without parts', 'terms:\n  - heading: お支払い', 2, 'terms.0.parts'],
  ['parts that are a text', terms('翌月末'), 3, 'terms.0.parts: expected a list of texts'],
  ['no parts', terms('[]'), 3, 'terms.0.parts: expected a list of texts'],
  ['a part that is a map', terms('\n      - あ\n      - い: う'), 5, 'terms.0.parts.1'],
  ['a long part', terms(`\n      - ${'あ'.repeat(2001)}`), 4, 'terms.0.parts.0'],
  ['a long privacy heading', `privacy:\n  - heading: ${'あ'.repeat(61)}`, 2, 'privacy.0.heading'],
  ['an address that hides its end', 'url: "https://a.jp/\\u202e"', 1, 'url: expected one line'],
  ['an address with a break', 'url: "https://a.jp/\\nb"', 1, 'url: expected one line'],
  ['an address with a password', 'url: https://u:p@a.jp/', 1, 'url: expected a URL without a user'],
  ['a long URL', `url: https://a.jp/${'a'.repeat(50_000)}`, 1, 'url: expected at most 500'],
  ['a name of two lines for a setting', '"a\\nb": 1', 1, 'a\\u{a}b: there is no such setting'],
  ['a setting that commands a terminal', '"\\e[31m": 1', 1, '\\u{1b}[31m: there is no such'],
  ['a long setting', `${'a'.repeat(900)}: 1`, 1, `${'a'.repeat(40)}…: there is no`],
  ['a plan that is nothing', 'plans: [null]', 1, 'plans.0: expected a plan: id, name'],
  ['an empty list in parts', terms('[[]]'), 3, 'terms.0.parts.0: expected a text of at most'],
  ['a flag as name', '{"name": true}', 1, 'name: expected a text'],
  ['a flag as name in YAML', 'name: False', 1, 'name: expected a text'],
  ['a flag as price', withPlan('price', 'false'), 4, 'plans.0.price: expected yen'],
  [
    'a name that nobody sees',
    'name: "\\u200b\\u3164"',
    1,
    'name: expected a text that can be seen',
  ],
  ['13 digits', 'phone: 01234-1234-1234', 1, 'phone: expected a telephone number'],
  [
    'a long mailbox',
    `email: ${'a'.repeat(500)}@example.jp`,
    1,
    'email: expected an e-mail address',
  ],
  ['a name twice', plan('  - {id: b, name: 小, residents: 9, storage: 9}'), 7, 'plans.1.name'],
];

async function problems(content: string): Promise<string> {
  const error: unknown = await read(content).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(EnvError);
  return (error as EnvError).message;
}

describe('a wrong file stops the start with one line for each fault', () => {
  test.each(WRONG)('%s', async (_, content, line, names) => {
    const message = await problems(content);
    expect(message).toMatch(/^(?:OPERATOR_FILE: \S+\.yaml line \d+: [^\p{C}]+(?:\n|$))+$/u);
    expect(message).toContain(`line ${line}: `);
    expect(message).toContain(names);
    expect(message).not.toMatch(/YAML\.|Too |Invalid|Maximum/);
  });

  test('the topmost first', async () => {
    const wrong = `${plan('    colour: red', '    color: red')}\nphone: x\nnmae: 甲\nname: [甲]`;
    const message = await problems(`email: x\n${wrong.replace('3300', '3,300')}`);
    const lines = [...message.matchAll(/^OPERATOR_FILE: \S+\.yaml line (\d+): (\S+)/gmu)];
    expect(lines.map(([, line, name]) => `${line} ${name}`)).toEqual([
      ...['1 email:', '5 plans.0.price:', '8 plans.0.colour:', '9 plans.0.color:'],
      ...['10 phone:', '11 nmae:', '12 name:'],
    ]);
    expect(message.split('\n')).toHaveLength(7);
  });

  test('plans of one name, beside one that is no plan', async () => {
    const message = await problems(plan('  - small', '  - {id: b, name: 小, storage: 1}'));
    expect(message).toContain('line 7: plans.1: expected a plan');
    expect(message).toContain('line 8: plans.2.name: expected another name: it is taken');
    expect(message).toContain('line 8: plans.2.residents: expected residents');
  });

  test('forty lines, and how many more', async () => {
    const many = Array.from({ length: 60 }, (_, n) => `x${n}: 1`).join('\n');
    const lines = (await problems(many)).split('\n');
    expect(lines).toHaveLength(41);
    expect(lines.at(-1)).toMatch(/^OPERATOR_FILE: \S+\.yaml and 20 more$/);
  });

  test('at least forty are tried', () => {
    expect(new Set(WRONG.map(([, content]) => content)).size).toBeGreaterThanOrEqual(40);
  });

  test.each([
    ['missing', () => path.join(folder, 'nowhere.yaml'), 'ENOENT'],
    ['a folder', () => folder, 'is not a file'],
    ['a pipe', () => makePipe(), 'is not a file'],
    ['a device', () => '/dev/zero', 'is not a file'],
    ['not UTF-8', () => write(Buffer.from([0x6e, 0xff, 0xfe])), 'UTF-8'],
    ['too large', () => write(`name: ${'a'.repeat(300_000)}`), 'larger than'],
    ['full of aliases', () => write('name: &a 甲\nphone: *a'), 'Alias resolution is disabled'],
    ['too deep', () => write(`a: ${'['.repeat(5000)}`), 'call stack'],
  ])('one that is %s', async (_, file, says) => {
    const read = withOperator(readEnv({ OPERATOR_FILE: file() }));
    await expect(read).rejects.toThrow(EnvError);
    await expect(withOperator(readEnv({ OPERATOR_FILE: file() }))).rejects.toThrow(says);
  });
});

describe('a file', () => {
  test('that is the sample is taken whole', async () => {
    const { operator, OPERATOR_NAME, OPERATOR_URL } = await withOperator(
      readEnv({ OPERATOR_FILE: 'deploy/operator.yaml', OPERATOR_NAME: '別の名前' }),
    );
    expect(OPERATOR_NAME).toBe('株式会社つきだより');
    expect(OPERATOR_URL).toBe('https://tayori.example.jp/');
    expect(operator.plans.map(({ id, price }) => [id, price])).toEqual([
      ['small', 3300],
      ['standard', 6600],
      ['large', 13_200],
    ]);
    expect(operator.phone).toBe('03-1234-5678');
    for (const key of ['subcontractors', 'terms', 'privacy'] as const) {
      expect(operator[key].length, key).toBeGreaterThan(0);
    }
    const sample = readFileSync(path.join(ROOT, 'deploy/operator.yaml'), 'utf8');
    for (const key of Object.keys(operator)) expect(sample).toMatch(new RegExp(`^${key}:`, 'm'));
  });

  test('has a URL as browsers write it', async () => {
    const { OPERATOR_URL } = await read('url: https://TAYORI.example.jp/会社');
    expect(OPERATOR_URL).toBe('https://tayori.example.jp/%E4%BC%9A%E7%A4%BE');
  });

  test('may quote a text that reads like a flag', async () => {
    expect((await read('name: "true"')).OPERATOR_NAME).toBe('true');
  });

  test('may be JSON, and says nothing by null', async () => {
    const json = { name: '甲', phone: '0312345678', email: null, plans: [onePlan] };
    const { operator, OPERATOR_NAME } = await read(JSON.stringify(json, null, 2));
    expect(OPERATOR_NAME).toBe('甲');
    expect(operator).toMatchObject({ phone: '0312345678', email: null, plans: [onePlan] });
  });

  test('that is empty leaves everything as it is', async () => {
    for (const content of ['', '# nothing\n', 'phone:\n', '\ufeffphone: ~\n']) {
      const { operator, OPERATOR_NAME } = await read(content, { OPERATOR_NAME: '別の名前' });
      expect(operator).toEqual(NO_OPERATOR);
      expect(OPERATOR_NAME).toBe('別の名前');
    }
  });

  test('needs no price, and without a file there is none', () => {
    const read = parseOperatorFile(plan().replace('    price: 3300\n', ''));
    expect(read).toMatchObject({ plans: [{ id: 'small', price: null }] });
    expect(NO_OPERATOR.plans.filter(({ price }) => price !== null)).toEqual([]);
    expect([...NO_OPERATOR.terms, ...NO_OPERATOR.privacy]).toEqual([]);
  });
});

const onePlan = { id: 'a', name: '甲', price: 100, residents: 3, storage: 4 };
