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
