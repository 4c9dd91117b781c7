import type { Companion } from '#domains/people/companions.ts';
import { readCompanions } from '#domains/people/companions.ts';
import type { Runtime } from '#server/runtime.ts';
import { photoRules } from './drawing/photo-view.ts';
import type { ShelfEntry } from './read-letters.ts';
import { readShelf } from './read-letters.ts';
import type { Link } from './link.ts';

/** All that the shelf shows. */
export interface ShelfPage {
  /** Newest first. */
  letters: ShelfEntry[];
  companions: Companion[];
  /** Style rules for its covers. */
  photoRules: string;
}

/** The shelf (domain.md#a-letter), also in place of a month or a year without letters. */
export async function readShelfPage(rt: Runtime, link: Link): Promise<ShelfPage> {
  const letters = (await readShelf(rt, link)).reverse();
  const companions = await readCompanions(rt, link);
  const covers = letters.flatMap(({ cover }) => cover ?? []);
  return { letters, companions, photoRules: photoRules(covers) };
}
