/** A numbered part of a legal page: paragraphs, and lists of points. */
export interface LegalSection {
  heading: string;
  parts: readonly (string | readonly string[])[];
}
