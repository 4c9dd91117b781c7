export interface LegalSection {
  heading: string;
  parts: readonly (string | readonly string[])[];
}
