import { z } from 'zod';
import { sent } from '#lib/input.ts';
import { ANSWER_WORDS, consentWords } from '#domains/people/consent.ts';
import type { PhotoConsent, ConsentExtent } from '#domains/people/consent.ts';

/** All circles that a keyboard, a phone and a form offer; a filled one may mean either. */
const CIRCLES = ['○', '〇', '◯', '⭕', '⭘', '◎', '⚪', 'o', '丸', 'まる', 'マル', '○印'];
const TICKS = ['✓', '✔', '☑', '✅', 'レ'];
const CROSSES = ['×', '✕', '✖', '✗', '✘', '❌', '❎', 'x', 'バツ', 'ばつ', 'ペケ', '×印'];

const listed = (words: string): string[] => words.trim().split(/\s+/);

const YES = listed(`
  はい 有 有り あり 可 可能 よい 良い 良 1 yes true ok オッケー 済 済み 同意 同意する 同意します
  同意した 同意あり 同意有 同意済 同意済み 承諾 承諾する 承諾します 承諾あり 承諾有 承諾済 承諾済み
  了承 了承する 了承済 了承済み 許可 許可する 許可します 許可あり 許可済 許可済み 了解 載せる
  両方に同意 両方同意 両方に承諾 両方可 両方とも同意 両方とも可 両方よい
  載せてよい 載せて良い 載せてもよい 載せても良い 載せて可 掲載する 掲載可 掲載可能 掲載してよい
  掲載ok 写真可 写真ok
`).concat(CIRCLES, TICKS);
const NO = listed(`
  いいえ 無 無し なし 不可 no false 0 ng だめ ダメ 駄目 不同意 同意しない 同意しません 同意なし
  同意無 同意無し 不承諾 承諾しない 承諾しません 承諾なし 承諾無 拒否 拒否する 辞退 辞退する
  許可しない 不許可 許可なし 載せない 載せないで 掲載しない 掲載不可 掲載ng 写真不可 写真ng
`).concat(CROSSES);
/** Photos for the own family only: a yes that reaches no others. */
const OWN = listed(`
  本人の家族のみ 家族のみ 家族だけ 家族限定 家族のみ可 自分の家族のみ 自分の家族だけ 本人家族のみ
  家族にのみ 家族へのみ 家族のみ同意 家族へのお便りだけ 家族へのお便りのみ 家族のお便りだけ 家族のお便りのみ
  本人の家族へのお便りだけ
`).concat(ANSWER_WORDS.own);
/** Only the family can say no: an empty cell does not. */
const NOT_ASKED = listed(`
  まだ 未 未確認 未定 確認中 ? 未回答 未提出 未回収 未同意 未承諾 返事待ち 回答待ち 返答待ち 保留
  検討中 不明 - ー ― − わからない
`).concat('', consentWords(null));

const KEYS = (words: readonly string[]): ReadonlySet<string> => new Set(words.map(keyOf));

/** Width, case, blanks, politeness and the form of an emoji aside. */
function keyOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\uFE0E\uFE0F。、.!]+|です$/gu, '')
    .replace(/^[「(]|[」)]$/gu, '')
    .replace(/[ご御](?=[本家])/gu, '');
}

interface Answer {
  photoConsent: PhotoConsent;
  photoConsentExtent: ConsentExtent | null;
}

const ANSWERS: readonly (readonly [ReadonlySet<string>, Answer])[] = [
  [KEYS(NOT_ASKED), { photoConsent: null, photoConsentExtent: null }],
  [KEYS(NO), { photoConsent: false, photoConsentExtent: null }],
  [KEYS(OWN), { photoConsent: true, photoConsentExtent: 'own' }],
  [KEYS(YES), { photoConsent: true, photoConsentExtent: 'all' }],
];

const CELL_MAX_LENGTH = 20;
const consentText =
  '写真の掲載は「はい」か「本人の家族だけ」か「いいえ」にしてください。まだ伺っていないときは、空欄にします。';

/** An answer about photos as lists have it; what is not sure is asked for. */
export const WrittenConsent = sent(consentText, CELL_MAX_LENGTH).transform((text, ctx) => {
  const found = ANSWERS.find(([words]) => words.has(keyOf(text)));
  if (found) return found[1];
  const named = text.trim() === '' ? '' : `「${text.trim()}」は、どのお返事か読み取れません。`;
  ctx.addIssue({ code: 'custom', message: named + consentText });
  return z.NEVER;
});
