import type { FamilyCells } from '#domains/people/family-csv.ts';
import type { ResidentCells } from '#domains/people/resident-csv.ts';

/**
 * A list of residents, of families with the resident of each, or of both: a line names a resident,
 * and may add a family.
 */
export type Roster = 'residents' | 'families';

export interface RosterRow extends ResidentCells {
  line: number;
  /** The resident's id, from an export; '' without it. */
  residentId: string;
  family: FamilyCells | null;
}

export interface RosterFile {
  rows: RosterRow[];
  /** Headings that are not known. */
  ignored: string[];
}
