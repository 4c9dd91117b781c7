import { letterStop } from '#lib/page-paths.ts';

/** What carries a token of ours in an address. */
const NAMES = ['resident_token', 'family_token', 'invitation', 'token'] as const;
/** As `randomToken` makes them; within, a mail program may have broken the line. */
const TOKEN = String.raw`[A-Za-z0-9](?:[\s=]*[A-Za-z0-9]){26}(?![A-Za-z0-9])`;
/** Of `stop-link.ts`. */
const STOP_TOKEN = String.raw`([A-Za-z0-9]+\.[\w-]+\.[\w-]+)`;
const PATH = /^(?:\/[\w~-]+)+$/;

/**
 * The address of a link with what people and programs put around it: a full stop, a bracket, words,
 * `&amp;`, a line end, or letters of another width.
 * @param target as requested
 * @returns null if it has no token, or is as we write it
 */
export function linkPasted(target: string): string | null {
  if (!/token|invitation/.test(target) || isAsWritten(target)) return null;
  const text = readable(target);
  const [path = ''] = text.split('?', 1);
  // Programs write the addresses of calls.
  if (!PATH.test(path) || path.startsWith('/api/')) return null;
  const token =
    path === letterStop ? STOP_TOKEN : `(?:3D(?=[A-Za-z0-9]{27}(?![A-Za-z0-9])))?(${TOKEN})`;
  const found = NAMES.flatMap((name) => {
    const own = new RegExp(`(?<![a-z_])${name}=\\s*${token}`).exec(text)?.[1];
    return own === undefined ? [] : [`${name}=${own.replaceAll(/[\s=]/g, '')}`];
  });
  if (found.length === 0) return null;
  const others = text
    .split(/[?&]/)
    .flatMap((pair) => (NAMED.test(pair) ? [] : (OTHER.exec(pair)?.[0] ?? [])));
  return `${path}?${[...found, ...others].join('&')}`;
}

const NAMED = /resident_token|family_token|invitation|token/;
/** Whatever else an address of ours says. */
const OTHER = /^[a-zA-Z_]{1,30}=[\w.-]{1,60}/;
const OWN = /^(?:resident_token|family_token|invitation|token)=(?!3D[A-Za-z0-9]{27}$)[A-Za-z0-9]*$/;
const OWN_STOP = /^token=[\w.-]*[\w-]$/;

function isAsWritten(target: string): boolean {
  const [path = '', ...pairs] = target.split(/[?&]/);
  const own = path === letterStop ? OWN_STOP : OWN;
  return PATH.test(path) && pairs.every((pair) => own.test(pair) || !NAMED.test(pair));
}

/** Without escapes, in letters of one width, without signs that nobody sees. */
function readable(target: string): string {
  let text = target;
  for (let times = 0; times < 2 && text.includes('%'); times++) text = unescaped(text);
  return text
    .normalize('NFKC')
    .replaceAll(/[\p{Cf}\uFFFD]/gu, '')
    .replaceAll(/&(?:amp|#38|#x26);/gi, '&');
}

const unescaped = (text: string): string =>
  text.replaceAll(/(?:%[0-9a-f]{2})+/gi, (escaped) =>
    Buffer.from(escaped.replaceAll('%', ''), 'hex').toString(),
  );
