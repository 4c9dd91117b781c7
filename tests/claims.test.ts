import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.dirname(import.meta.dirname);
/** Without comments; a sentence may go on in the next line of markup. */
const textOf = (file: string): string =>
  readFileSync(path.join(ROOT, file), 'utf8')
    .replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    .replaceAll(/([\u3040-\u9fff])\s*\n\s*(?=[\u3040-\u9fff])/gu, '$1');

/** Drawings, and words to choose from. */
const OTHERS = /furigana\/words|letter\/desk\/stock-phrases|\.test\.|gallery\//;

const sources = ['src', 'commands'].flatMap((folder) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((name) => /\.(?:astro|tsx?)$/.test(name) && !OTHERS.test(name)),
);

/** A mail that a server took was sent, not delivered; a button not pressed says nothing of reading. */
const UNKNOWABLE =
  /見ていません|まだ見ていない|(?:読ん|ご覧になっ)(?:だ|た|ていません)(?!の|あと|版)|開封|既読|メールを受け取りました|(?:ご家族|宛先|相手)に(?:届きました|届いています)|とともに、ご様子/u;

test('nothing that no server can know is said', () => {
  expect(sources.length).toBeGreaterThan(800);
  const said = sources.flatMap((file) =>
    textOf(file)
      .split('\n')
      .filter((line) => UNKNOWABLE.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(said).toEqual([]);
  expect('このご家族はまだ見ていません').toMatch(UNKNOWABLE);
  expect('メールがご家族に届きました').toMatch(UNKNOWABLE);
});

/** A cheerful letter would follow a death that was entered as a leaving. */
test('where the day of leaving is spoken of, so is the day of a death', () => {
  const TABLE = 'src/domains/people/resident-csv.ts';
  const about = sources.filter((file) => file !== TABLE && textOf(file).includes('退居の日'));
  expect(about.length).toBeGreaterThan(3);
  expect(about.filter((file) => !textOf(file).includes('亡くなられた日'))).toEqual([]);
});
