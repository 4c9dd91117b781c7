import { expect, test } from 'vitest';
import { parseOperatorFile } from './operator-file.ts';

const WRONG: [what: string, content: string, line: number, names: string][] = [
  ['a setting twice', 'name: 甲\nname: 乙', 2, 'each setting once'],
  ['a tab before a setting', 'name: 甲\nplans:\n\t- id: a', 3, ''],
  ['an open quote', 'name: "甲', 1, 'quote'],
  ['an open brace of JSON', '{"name": "甲"', 1, ''],
  ['an alias', 'name: &a 甲\nrepresentative: *a', 2, 'no aliases'],
  ['an unknown tag', 'name: !!js/function 甲', 1, 'tag'],
  ['two documents', 'name: 甲\n---\nname: 乙', 2, ''],
  ['a setting that is a list', '? [a, b]\n: c', 1, 'a name, a colon and a value'],
  ['many levels', `a: ${'['.repeat(30)}${']'.repeat(30)}`, 1, 'expected fewer levels'],
  ['many more levels', `a: ${'['.repeat(5000)}`, 1, 'expected fewer levels'],
  ['many names in names', '? '.repeat(400), 1, 'expected fewer levels'],
  ['a line of dashes', 'name: 甲\n---\nname: 乙\n---\n', 2, 'expected one document'],
  ['a quote that stays open', 'phone: x\nname: "甲\nurl: x\n\n', 2, 'expected a closing quote'],
  ['such a quote in JSON', '{\n"name": "甲,\n"url": "x"}', 2, 'expected a closing quote'],
  ['a brace that stays open', '{\n\n"name": "甲",\n"url": "x"\n', 1, 'expected a closing bracket'],
  ['no comma', '{"name": "甲"\n"url": "x"}', 2, 'expected a comma'],
  ['binary words', 'name: !!binary aGVsbG8=', 1, 'expected no tags'],
  [
    'a bracket too far left',
    'plans:\n  - id: [\n      a\n  ]\n',
    4,
    'expected blanks before the closing',
  ],
];

test.each(WRONG)('%s is told in one plain line', (_, content, line, names) => {
  const said = parseOperatorFile(content);
  expect(said).toEqual([expect.stringMatching(/^line \d+: expected [^\p{C}]+$/u)]);
  expect(said).toEqual([expect.stringContaining(`line ${line}: `)]);
  expect(said).toEqual([expect.stringContaining(names)]);
});
