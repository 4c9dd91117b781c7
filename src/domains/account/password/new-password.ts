import { createRequire } from 'node:module';
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '#domains/account/session/session.ts';
import { sent } from '#lib/input.ts';

const lengthText = `パスワードは${PASSWORD_MIN_LENGTH}文字以上、${PASSWORD_MAX_LENGTH}文字以内にしてください。`;

/** Long, nothing else required (safety.md#the-settings-behind-it). */
export const NewPasswordInput = sent(
  'パスワードを入力してください。',
  PASSWORD_MAX_LENGTH,
  lengthText,
)
  .min(PASSWORD_MIN_LENGTH, lengthText)
  .max(PASSWORD_MAX_LENGTH, { error: lengthText, abort: true })
  .refine((password) => !holdsProduct(password), {
    error: 'パスワードに「つきだより」が入っています。ほかの言葉にしてください。',
    abort: true,
  })
  .refine(
    (password) => !isCommonPassword(password),
    'よく使われるパスワードは、すぐに見破られます。別のものにしてください。',
  );

/** In kana or letters. */
const PRODUCT = ['つきだより', 'ツキダヨリ', '月だより', '月便り', 'tsukidayori'];

const holdsProduct = (password: string): boolean =>
  PRODUCT.some((word) => password.normalize('NFKC').toLowerCase().includes(word));

export const NEW_PASSWORD_HINT = `${PASSWORD_MIN_LENGTH}文字以上。言葉をつなげると、覚えやすくなります。`;

const require = createRequire(import.meta.url);
const FEWEST_CHARACTERS = 5;
const COMMONEST_WORDS = 500;
const SHORTEST_WORD = 5;
/** Rows of keys and alphabets. */
const ROWS = [
  '0123456789',
  '9876543210',
  'abcdefghijklmnopqrstuvwxyz',
  'zyxwvutsrqponmlkjihgfedcba',
  'qwertyuiopasdfghjklzxcvbnm',
];
const OUR_WORDS = ['admin', 'tsukidayori', 'kaigo', 'sakura', 'shisetsu', 'nihon', 'japan'];

interface Commonest {
  passwords: Set<string>;
  words: Set<string>;
}

let loaded: Commonest | undefined;

/** Read with the first password: showing letters needs no dictionary. */
function commonest(): Commonest {
  if (loaded) return loaded;
  const { dictionary } = require('@zxcvbn-ts/language-common') as {
    dictionary: { 'passwords-common': string[] };
  };
  const all = dictionary['passwords-common'];
  const words = all.filter((word) => /^[a-z]+$/.test(word) && word.length >= SHORTEST_WORD);
  loaded = {
    passwords: new Set(all.filter(({ length }) => length >= PASSWORD_MIN_LENGTH)),
    words: new Set([...OUR_WORDS, ...words.slice(0, COMMONEST_WORDS)]),
  };
  return loaded;
}

/** Well-known, with digits, repeated, or a row of keys (safety.md#the-settings-behind-it). */
function isCommonPassword(password: string): boolean {
  const text = password.normalize('NFKC').toLowerCase();
  if (new Set(text).size < FEWEST_CHARACTERS) return true;
  if (isRow(text) || commonest().passwords.has(text)) return true;
  return isWordWithDigits(text);
}

const isRow = (text: string): boolean => ROWS.some((keys) => keys.repeat(4).includes(text));

function isWordWithDigits(text: string): boolean {
  const word = text.replace(/^[^a-z]+|[^a-z]+$/g, '');
  const { words } = commonest();
  if (words.has(word)) return true;
  const half = word.slice(0, word.length / 2);
  return half + half === word && words.has(half);
}
