import { expect, test } from 'vitest';
import { parseOperatorFile } from './operator-file.ts';

const WRONG: [what: string, content: string, line: number, names: string][] = [
  ['a setting twice', 'name: 甲\nname: 乙', 2, 'Map keys must be unique'],
  ['a tab before a setting', 'name: 甲\nplans:\n\t- id: a', 3, 'Tabs are not allowed'],
  ['an open quote', 'name: "甲', 1, 'closing "quote'],
  ['an open brace of JSON', '{"name": "甲"', 1, 'must end with a }'],
  ['an alias', 'name: &a 甲\nrepresentative: *a', 2, 'no aliases'],
  ['an unknown tag', 'name: !!js/function 甲', 1, 'Unresolved tag'],
  ['two documents', 'name: 甲\n---\nname: 乙', 2, 'multiple documents'],
  ['a setting that is a list', '? [a, b]\n: c', 1, 'a name, a colon and a value'],
  ['many levels', `a: ${'['.repeat(30)}${']'.repeat(30)}`, 1, 'expected fewer levels'],
  ['many more levels', `a: ${'['.repeat(5000)}`, 1, 'expected fewer levels'],
  ['many names in names', '? '.repeat(400), 1, 'a name, a colon and a value'],
  ['a line of dashes', 'name: 甲\n---\nname: 乙\n---\n', 2, 'multiple documents'],
  ['a quote that stays open', 'phone: x\nname: "甲\nurl: x\n\n', 2, 'closing "quote'],
  ['such a quote in JSON', '{\n"name": "甲,\n"url": "x"}', 2, 'on a single line'],
  ['a brace that stays open', '{\n\n"name": "甲",\n"url": "x"\n', 1, 'must end with a }'],
  ['no comma', '{"name": "甲"\n"url": "x"}', 2, 'Missing ,'],
  ['binary words', 'name: !!binary aGVsbG8=', 1, 'expected no tags'],
  [
    'a bracket too far left',
    'plans:\n  - id: [\n      a\n  ]\n',
    4,
    'must be sufficiently indented',
  ],
];

test.each(WRONG)('%s is told in one plain line', (_, content, line, names) => {
  const said = parseOperatorFile(content);
  expect(said).toEqual([expect.stringMatching(/^line \d+: [^\p{C};]+$/u)]);
  expect(said).toEqual([expect.stringContaining(`line ${line}: `)]);
  expect(said).toEqual([expect.stringContaining(names)]);
});
