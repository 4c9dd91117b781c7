const ROOT = /:root\s*\{([^}]*)\}/g;
const known = new Map<string, string>();

/**
 * Writes the values of the custom properties of `:root` where they are used. Every letter carries
 * its style sheet: 0.6 KB less of it on the wire.
 */
export function flatCss(css: string): string {
  const flat = known.get(css) ?? flatten(css);
  known.set(css, flat);
  return flat;
}

function flatten(css: string): string {
  const values = new Map<string, string>();
  const rest = css.replace(ROOT, (_, declarations: string) => {
    for (const [, name = '', value = ''] of declarations.matchAll(/(--[\w-]+):([^;]*)/g)) {
      values.set(name, value.trim());
    }
    return '';
  });
  const replaced = (text: string): string =>
    text.replace(/var\((--[\w-]+)\)/g, (use, name: string) => {
      const value = values.get(name);
      return value === undefined ? use : replaced(value);
    });
  return replaced(rest).trim();
}
