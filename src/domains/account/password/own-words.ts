import { invalid } from '#lib/errors.ts';

/** Whose password it is to be. */
interface Owner {
  email: string;
  name?: string;
  nameKana?: string;
  hostName?: string;
}

/** What anyone who knows the person would try, and what the page says about it. */
const WORDS: [what: string, wordsOf: (owner: Owner) => string[]][] = [
  ['施設のお名前', ({ hostName = '' }) => partsOf(hostName)],
  ['ご自分のお名前', ({ name = '', nameKana = '' }) => [...partsOf(name), ...partsOf(nameKana)]],
  ['メールアドレス', ({ email }) => [email, email.split('@', 1)[0] ?? '']],
];

/** A part of a name, shorter in kanji and kana than in letters. */
const SHORTEST = 2;
const SHORTEST_LATIN = 4;

const partsOf = (name: string): string[] => [name.replaceAll(/\s/g, ''), ...name.split(/\s+/)];

const plain = (text: string): string => text.normalize('NFKC').toLowerCase();

const isTelling = (word: string): boolean =>
  word.length >= (/^[!-~]*$/.test(word) ? SHORTEST_LATIN : SHORTEST);

/** Before it is hashed. @throws AppError 422 that says which word the password holds */
export function requireNoOwnWords(password: string, owner: Owner): void {
  const given = plain(password);
  for (const [what, wordsOf] of WORDS) {
    const words = wordsOf(owner).map(plain).filter(isTelling);
    if (!words.some((word) => given.includes(word))) continue;
    const text = `パスワードに${what}が入っています。ほかの人が思いつかない言葉にしてください。`;
    throw invalid(text, { password: [text] });
  }
}
