/** A heading of its own, what belongs to it, and facts about all of it. */
interface LegalGroup {
  heading: string;
  points: readonly string[];
  facts: readonly (readonly [name: string, text: string])[];
}

export type LegalPart = string | readonly string[] | LegalGroup;

export interface LegalSection {
  heading: string;
  parts: readonly LegalPart[];
}
