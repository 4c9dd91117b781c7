import Bowser from 'bowser';

const UNKNOWN = '不明な端末';
const OS_NAMES: Record<string, string> = {
  iOS: 'iPhone・iPad',
  macOS: 'Mac',
  'Chrome OS': 'Chromebook',
};

/** In words; empty where they are not known. */
export function browserOf(userAgent: string): { browser: string; system: string } {
  if (userAgent === '') return { browser: '', system: '' };
  const { os, browser } = Bowser.parse(userAgent);
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
