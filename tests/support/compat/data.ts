import { createRequire } from 'node:module';
import type {
  BrowserName,
  CompatData,
  Identifier,
  SimpleSupportStatement,
} from '@mdn/browser-compat-data';

// As JSON, which takes half of the time that an import with its attribute does.
const data = createRequire(import.meta.url)('@mdn/browser-compat-data') as CompatData;

/** The oldest release of each browser that a page is made for. */
export type Target = Partial<Record<BrowserName, string>>;

/** What is known under a path like `css.properties.inset`. */
export function entryOf(key: readonly string[]): Identifier | undefined {
  let found: unknown = data;
  for (const part of key) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, part))
      return undefined;
    found = (found as Record<string, unknown>)[part];
  }
  return found as Identifier | undefined;
}

/**
 * Whether every browser of a target has a feature without a switch.
 * @returns true as well for what the data do not know
 */
export function isIn(target: Target, key: readonly string[], prefix = ''): boolean {
  const support = entryOf(key)?.__compat?.support;
  if (support === undefined) return true;
  return Object.entries(target).every(([browser, version]) => {
    const said = support[browser as BrowserName];
    if (said === undefined) return true;
    return [said].flat().some((one) => isSince(one, version, prefix));
  });
}

function isSince(said: SimpleSupportStatement, version: string, prefix: string): boolean {
  const { version_added: added, version_removed: removed } = said;
  if (said.flags !== undefined || said.alternative_name !== undefined) return false;
  if ((said.prefix ?? '') !== prefix || typeof added !== 'string' || added === 'preview') {
    return false;
  }
  return !isLater(added, version) && (typeof removed !== 'string' || isLater(removed, version));
}

function isLater(one: string, other: string): boolean {
  const [left, right] = [one, other].map((text) => text.replace('≤', '').split('.').map(Number));
  const length = Math.max(left?.length ?? 0, right?.length ?? 0);
  for (let at = 0; at < length; at++) {
    const difference = (left?.[at] ?? 0) - (right?.[at] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}
