import Bowser from 'bowser';

const UNKNOWN = '不明な端末';
const OS_NAMES: Record<string, string> = {
  iOS: 'iPhone・iPad',
  macOS: 'Mac',
  'Chrome OS': 'Chromebook',
};

/** `Android（Chrome）` */
export function deviceName(userAgent: string): string {
  if (userAgent === '') return UNKNOWN;
  const { os, browser } = Bowser.parse(userAgent);
  const system = os.name && (OS_NAMES[os.name] ?? os.name);
  if (!system) return browser.name || UNKNOWN;
  const name = /\bLine\//.test(userAgent) ? 'LINE' : browser.name;
  return name ? `${system}（${name}）` : system;
}
