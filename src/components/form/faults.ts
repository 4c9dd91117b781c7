/** A faulty field, as its form's notice names it. */
export interface Fault {
  id: string;
  /** Escaped, as it stood in an attribute. */
  label: string;
}

const FAULT = /data-fault="([^"]+)" data-label="([^"]*)"/g;

/** The faulty fields of a form's HTML, in its order (FieldError.astro). */
export const faultsIn = (html: string): Fault[] =>
  [...html.matchAll(FAULT)].map(([, id = '', label = '']) => ({ id, label }));

/** Without the remark of a label: `ふりがな（なくてもかまいません）` is called ふりがな. */
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
