import fc from 'fast-check';

/** Writes a path so that something could mistake it for the same one. */
type Spelling = [name: string, write: (path: string) => string];

const hex = (sign: string, lower = false): string => {
  const code = sign.charCodeAt(0).toString(16).padStart(2, '0');
  return `%${lower ? code : code.toUpperCase()}`;
};
/** The first letter or digit, or the start of a folder. */
const firstLetter = (path: string, as: (sign: string) => string): string =>
  path.replace(/[A-Za-z0-9_]/, as);
const lastLetter = (path: string, as: (sign: string) => string): string =>
  path.replace(/[A-Za-z0-9_](?=[^A-Za-z0-9_]*$)/, as);
const innerSlash = (path: string, as: string): string =>
  path.includes('/', 1) ? `/${path.slice(1).replace('/', as)}` : `/x${as}..${path}`;

const SPELLINGS: Spelling[] = [
  ['two slashes in front', (path) => `/${path}`],
  ['three slashes in front', (path) => `//${path}`],
  ['two slashes inside', (path) => innerSlash(path, '//')],
  ['two slashes behind', (path) => `${path}//`],
  ['a dot in front', (path) => `/.${path}`],
  ['a dot behind', (path) => `${path}/.`],
  ['a dot inside', (path) => innerSlash(path, '/./')],
  ['a step up in front', (path) => `/..${path}`],
  ['there and back', (path) => `/x/..${path}`],
  ['there and back behind', (path) => `${path}/x/..`],
  ['an encoded dot', (path) => `/%2e${path}`],
  ['an encoded step up', (path) => `/x/%2e%2e${path}`],
  ['a half encoded step up', (path) => `/x/.%2E${path}`],
  ['a backslash in front', (path) => `/\\${path.slice(1)}`],
  ['two backslashes in front', (path) => `\\\\${path.slice(1)}`],
  ['backslashes for slashes', (path) => `/${path.slice(1).replaceAll('/', '\\')}\\`],
  ['an encoded backslash', (path) => `/%5C${path}`],
  ['an encoded letter', (path) => firstLetter(path, (sign) => hex(sign))],
  ['an encoded letter in lower case', (path) => firstLetter(path, (sign) => hex(sign, true))],
  ['an encoded last letter', (path) => lastLetter(path, (sign) => hex(sign))],
  ['every letter encoded', (path) => path.replace(/[A-Za-z0-9_]/g, (sign) => hex(sign))],
  ['a letter encoded twice', (path) => firstLetter(path, (sign) => hex(sign).replace('%', '%25'))],
  ['an encoded slash', (path) => innerSlash(path, '%2F')],
  ['an encoded slash in lower case', (path) => innerSlash(path, '%2f')],
  ['an encoded slash behind', (path) => `${path}%2F`],
  ['a slash encoded twice', (path) => innerSlash(path, '%252F')],
  ['an overlong slash', (path) => innerSlash(path, '%c0%af')],
  ['a full-width letter', (path) => firstLetter(path, (s) => encodeURIComponent(fullWidth(s)))],
  ['a dot at the end', (path) => `${path}.`],
  ['dots at the end', (path) => `${path}...`],
  ['an encoded dot at the end', (path) => `${path}%2E`],
  ['a space at the end', (path) => `${path}%20`],
  ['a tab inside', (path) => firstLetter(path, (sign) => `%09${sign}`)],
  ['a line end', (path) => `${path}%0d%0a`],
  ['a NUL', (path) => `${path}%00`],
  ['a matrix parameter', (path) => `${path};a=b`],
  ['a matrix parameter in front', (path) => `/;a=b${path}`],
  ['an encoded question mark', (path) => `${path}%3Fa=b`],
  ['an encoded hash', (path) => `${path}%23`],
  ['a fragment', (path) => `${path}#x`],
  ['a fragment behind a query', (path) => `${path}?a=b#x`],
  ['a whole address', (path) => `http://127.0.0.1${path}`],
  ['a whole address with another scheme', (path) => `https://evil.example${path}`],
  ['a broken escape', (path) => `${path}%`],
  ['another broken escape', (path) => `${path}%zz`],
  ['an invisible character', (path) => `${path}%E2%80%8B`],
  ['a colon', (path) => `${path}:80`],
  ['an at sign', (path) => `/@${path.slice(1)}`],
  ['a plus', (path) => `${path}+`],
  ['a star', (path) => `${path}*`],
];

function fullWidth(sign: string): string {
  return String.fromCharCode(sign.charCodeAt(0) + 0xfee0);
}

/** All spellings of a path that differ from it. */
export const spellingsOf = (path: string): [name: string, target: string][] =>
  SPELLINGS.map(([name, write]): [string, string] => [name, write(path)]).filter(
    ([, target]) => target !== path,
  );

const INSERTED = [
  ...['/', '//', '.', '..', './', '../', '/./', '/../', '\\', '%', '%2', '%2e', '%2E%2e', '%2f'],
  ...['%5c', '%25', '%252e', '%00', '%0a', '%3b', ';', ';x=/', '#', '@', ':', '%C0%AF', '%E3%80'],
  ...[
    '~',
    '*',
    '|',
    '^',
    '$',
    '[',
    ']',
    '{',
    '}',
    "'",
    '"',
    '`',
    '<',
    '>',
    ',',
    '!',
    '(',
    ')',
    '&',
  ],
];

/** A path after one to four random changes. */
export const misspelt = (path: string): fc.Arbitrary<string> =>
  fc
    .array(
      fc.tuple(
        fc.nat(),
        fc.oneof(
          fc.constantFrom(...INSERTED).map((text) => (sign: string) => text + sign),
          fc.boolean().map((lower) => (sign: string) => hex(sign, lower)),
          fc.constant((sign: string) => (sign === '/' ? '\\' : sign + '%2E')),
        ),
      ),
      { minLength: 1, maxLength: 4 },
    )
    .map((changes) => changes.reduce((text, [at, change]) => changeAt(text, at, change), path))
    .filter((target) => target !== path);

function changeAt(text: string, at: number, change: (sign: string) => string): string {
  const index = at % (text.length + 1);
  return text.slice(0, index) + change(text[index] ?? '/') + text.slice(index + 1);
}
