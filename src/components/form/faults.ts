/** An invalid field in the error summary. */
export interface Fault {
  id: string;
  /** Escaped, as in an attribute. */
  label: string;
}

const FAULT = /data-fault="([^"]+)" data-label="([^"]*)"/g;

/** Invalid fields in a form's HTML, in order (FieldError.astro). */
export const faultsIn = (html: string): Fault[] =>
  [...html.matchAll(FAULT)].map(([, id = '', label = '']) => ({ id, label }));

/** A label without its remark: `ふりがな（なくてもかまいません）` becomes ふりがな. */
export const shortLabel = (label: string): string => label.replace(/（.*$/, '');
