interface Fault {
  id: string;
  label: string;
}

const FAULT = /data-fault="([^"]+)" data-label="([^"]*)"/g;

/** Invalid fields in a form's HTML, in order (FieldError.astro). */
export const faultsIn = (html: string): Fault[] =>
  [...html.matchAll(FAULT)].map(([, id = '', label = '']) => ({ id, label: unescaped(label) }));

/** Astro escapes only these two in attributes. */
const unescaped = (attribute: string): string =>
  attribute.replaceAll('&quot;', '"').replaceAll('&amp;', '&');

/** `ふりがな（なくてもかまいません）` becomes ふりがな. */
export const shortLabel = (label: string): string => label.replace(/（.*$/, '');

interface Told {
  hint: string | undefined;
  errors: string[] | undefined;
  others?: (string | undefined)[];
}

/** Links a control to its hint and errors. */
export function controlOf(name: string, { hint, errors = [], others = [] }: Told) {
  const isWrong = errors.length > 0;
  const texts = [hint && `${name}-hint`, isWrong && `${name}-error`, ...others];
  return {
    id: name,
    name,
    'aria-invalid': isWrong ? ('true' as const) : undefined,
    'aria-describedby': texts.filter(Boolean).join(' ') || undefined,
  };
}
