/** A numbered section of a legal page. */
export interface LegalSection {
  heading: string;
  parts: readonly (string | readonly string[])[];
}
