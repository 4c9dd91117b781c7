const DARK = /(@media screen and \(prefers-color-scheme: ?dark\))\s*\{\s*:root\s*\{([^}]*)\}\s*\}/;
const ROOT = /:root\s*\{([^}]*)\}/g;
const USE = /var\((--[\w-]+)\)/g;
const known = new Map<string, string>();

/**
 * Writes the values of the custom properties of `:root` where they are used. Every letter carries
 * its style sheet: 0.6 KB less of it on the wire. What dark paper changes stays a property, with a
 * short name.
 */
export function flatCss(css: string): string {
  const flat = known.get(css) ?? flatten(css);
  known.set(css, flat);
  return flat;
}

function flatten(css: string): string {
  const [found = '', query = '', darkRules = ''] = DARK.exec(css) ?? [];
  const dark = valuesIn(darkRules);
  const values = new Map<string, string>();
  const rest = css.replace(found, '').replace(ROOT, (_, declarations: string) => {
    for (const [name, value] of valuesIn(declarations)) values.set(name, value);
    return '';
  });
  const short = new Map<string, string>();
  const nameOf = (name: string): string => {
    const given = short.get(name) ?? `--${(FIRST + short.size).toString(BASE)}`;
    short.set(name, given);
    return given;
  };
  const replaced = (text: string): string =>
    text.replace(USE, (use, name: string) => {
      if (dark.has(name)) return `var(${nameOf(name)})`;
      const value = values.get(name);
      return value === undefined ? use : replaced(value);
    });
  const rules = replaced(rest).trim();
  if (short.size === 0) return rules;
  const paper = (of: ReadonlyMap<string, string>): string =>
    [...short].map(([name, given]) => `${given}:${of.get(name) ?? ''}`).join(';');
  return `:root{${paper(values)}}${query}{:root{color-scheme:dark;${paper(dark)}}}${rules}`;
}

/** `a` in base 36: one letter for each of the few. */
const FIRST = 10;
const BASE = 36;

const valuesIn = (declarations: string): Map<string, string> =>
  new Map(
    [...declarations.matchAll(/(--[\w-]+):([^;]*)/g)].map(([, name = '', value = '']) => [
      name,
      value.trim(),
    ]),
  );
