/** An invalid field in the error summary. */
export interface Fault {
  id: string;
  label: string;
}

const FAULT = /data-fault="([^"]+)" data-label="([^"]*)"/g;

/** Invalid fields in a form's HTML, in order (FieldError.astro). */
export const faultsIn = (html: string): Fault[] =>
  [...html.matchAll(FAULT)].map(([, id = '', label = '']) => ({ id, label: unescaped(label) }));

/** Astro escapes these two in attributes and nothing else: what comes out is text, not HTML. */
const unescaped = (attribute: string): string =>
  attribute.replaceAll('&quot;', '"').replaceAll('&amp;', '&');

/** A label without its remark: `ふりがな（なくてもかまいません）` becomes ふりがな. */
export const shortLabel = (label: string): string => label.replace(/（.*$/, '');

interface Told {
  hint: string | undefined;
  errors: string[] | undefined;
  /** Ids of other texts that speak of it. */
  others?: (string | undefined)[];
}

/** What ties a control to its name and to the texts about it. */
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
