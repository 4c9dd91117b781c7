import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { CLAIMS } from './support/claims/claims.ts';
import { findClaims, isClaim, sentencesIn } from './support/claims/scan.ts';

const ROOT = path.dirname(import.meta.dirname);

describe('a page says only what the server knows', () => {
  const listed = CLAIMS.flatMap(({ says }) => says);

  test('every sentence that claims something is listed, with the fact behind it', () => {
    const found = findClaims();
    expect(found.size).toBeGreaterThan(400);
    const known = new Set(listed);
    const unlisted = [...found].filter(([sentence]) => !known.has(sentence));
    expect(unlisted.map(([sentence, files]) => `${sentence} (${files.join(', ')})`)).toEqual([]);
  });

  test('no listed sentence is gone, or listed twice', () => {
    const found = findClaims();
    expect(listed.filter((sentence) => !found.has(sentence))).toEqual([]);
    expect(listed.filter((sentence, at) => listed.indexOf(sentence) !== at)).toEqual([]);
  });

  test.each(CLAIMS.map(({ fact, heldBy }) => [fact, heldBy] as const))('%s', (fact, heldBy) => {
    expect(fact).not.toBe('');
    expect(heldBy.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
  });
});

/** Nothing of these can be known to a server. */
const UNKNOWABLE =
  /見ていません|まだ見ていない|(?:読ん|ご覧になっ)(?:だ|た|ていません)(?!の|あと)|開封|既読|メールを受け取りました|(?:ご家族|宛先|相手)に(?:届きました|届いています)|とともに、ご様子/u;

test('nothing that no server can know is said', () => {
  const said = [...findClaims().keys()].filter((sentence) => UNKNOWABLE.test(sentence));
  expect(said).toEqual([]);
  expect('このご家族はまだ見ていません').toMatch(UNKNOWABLE);
  expect('メールがご家族に届きました').toMatch(UNKNOWABLE);
});

/** A cheerful letter would follow a death that was entered as a leaving. */
test('where the day of leaving is spoken of, so is the day of a death', () => {
  const facts = [...findSentencesAbout('退居の日')];
  expect(facts.length).toBeGreaterThan(3);
  expect(facts.filter((text) => !text.includes('亡くなられた日'))).toEqual([]);
});

function* findSentencesAbout(word: string): Iterable<string> {
  const told = [
    'src/components/landing/Questions.astro',
    'src/components/resident/ConfirmRemoval.astro',
    'src/components/legal/register.ts',
    'src/domains/people/remove-resident.ts',
    'src/domains/facility/resident-room.ts',
  ];
  for (const file of told) {
    const text = sentencesIn(readFileSync(path.join(ROOT, file), 'utf8')).join('');
    if (text.includes(word)) yield text;
  }
}

describe('a sentence is found', () => {
  test.each([
    ['`${name}を削除しました`', '…を削除しました'],
    ['<p>\n  <strong>{count}</strong>\n  通お送りしました。\n</p>', '…通お送りしました。'],
    ["x ? '届いています' : ''", '届いています'],
    ['// 削除しました\n<p>まだ保存していません</p>', 'まだ保存していません'],
    ['`${a ? `${b}枚` : "c"}を追加しました`', '…を追加しました'],
  ])('in %s', (source, sentence) => {
    expect(sentencesIn(source).filter(isClaim)).toEqual([sentence]);
  });

  test('only where it claims something', () => {
    expect(['お送りください', '写真を選ぶ', '届いたら、開いてください'].some(isClaim)).toBe(false);
  });
});
