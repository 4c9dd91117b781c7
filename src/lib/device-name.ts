import Bowser from 'bowser';

const UNKNOWN = '不明な端末';
const OS_NAMES: Record<string, string> = {
  iOS: 'iPhone・iPad',
  macOS: 'Mac',
  'Chrome OS': 'Chromebook',
};

/** Bowser takes any other words for a name, and these are shown and mailed. */
const BROWSERS = new Set(Object.values(Bowser.BROWSER_MAP));
const SYSTEMS = new Set(Object.values(Bowser.OS_MAP));
/** Longer than any, and as much as is kept of one. */
const USER_AGENT_MAX_LENGTH = 200;

function parsed(userAgent: string) {
  const { os, browser } = Bowser.parse(userAgent.slice(0, USER_AGENT_MAX_LENGTH));
  const known = (name: string | undefined, names: ReadonlySet<string>) =>
    name !== undefined && names.has(name) ? { name } : {};
  return { os: known(os.name, SYSTEMS), browser: known(browser.name, BROWSERS) };
}

/** In words; empty where they are not known. */
export function browserOf(userAgent: string): { browser: string; system: string } {
  if (userAgent === '') return { browser: '', system: '' };
  const { os, browser } = parsed(userAgent);
  const system = (os.name && (OS_NAMES[os.name] ?? os.name)) ?? '';
  const isLine = system !== '' && /\bLine\//.test(userAgent);
  return { browser: isLine ? 'LINE' : (browser.name ?? ''), system };
}

/** `Android（Chrome）` */
export function deviceName(userAgent: string): string {
  const { browser: name, system } = browserOf(userAgent);
  if (system === '') return name || UNKNOWN;
  return name ? `${system}（${name}）` : system;
}
