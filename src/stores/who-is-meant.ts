import { atom } from 'nanostores';
import { EVERYONE } from '#domains/item/item-filter.ts';
import type { Item } from '#domains/item/item.ts';
import type { Tile } from '#domains/item/tile.ts';
import { isOfSeveral, itemsIn, only } from '#domains/item/tile.ts';
import { askFirst } from './ask-first.ts';
import { $filter } from './items.ts';

/** What their families see at once; null for nothing. */
type Words = (items: readonly Item[]) => string | null;

export const WHOSE = {
  deleted: 'どなたの写真を削除しますか？',
  moved: 'どなたの写真を移しますか？',
  written: 'どなたの写真に書きますか？',
  dated: 'どなたの写真の日付を変えますか？',
  leftOut: 'どなたのお便りに出さないでおきますか？',
  letIn: 'どなたのお便りに出しますか？',
};

export interface WhoQuestion {
  tiles: readonly Tile[];
  /** Theirs alone whose list is shown; null in a list of all. */
  own: readonly Tile[] | null;
  title: string;
  words: Words;
  /** Exactly one of them can be meant. */
  isOfOne: boolean;
  /** null: nobody, after all. */
  answer: (meant: readonly Tile[] | null) => void;
}

export const $whoQuestion = atom<WhoQuestion | null>(null);

interface Asked {
  title: string;
  words?: Words;
  isOfOne?: boolean;
}

/**
 * Asks for whom an act on a photo of several is meant, and with it whether those who see it at once
 * may (domain.md#the-photo-page). @returns the photo, or those of some people; null for not at all
 */
export async function askWho(tile: Tile, asked: Asked): Promise<readonly Tile[] | null> {
  if (isOfSeveral(tile)) return ask([tile], asked);
  return (await askFirst(asked.words?.(itemsIn(tile)) ?? null)) ? [tile] : null;
}

/** The same for many: in the list of one person it may be theirs alone; in that of all, everyone's. */
export async function askWhose(
  tiles: readonly Tile[],
  title: string,
): Promise<readonly Tile[] | null> {
  return ownIn(tiles) && tiles.some(isOfSeveral) ? ask(tiles, { title }) : tiles;
}

function ask(tiles: readonly Tile[], asked: Asked): Promise<readonly Tile[] | null> {
  $whoQuestion.get()?.answer(null);
  return new Promise((resolve) => {
    $whoQuestion.set({
      tiles,
      own: ownIn(tiles),
      words: () => null,
      isOfOne: false,
      ...asked,
      answer(meant) {
        $whoQuestion.set(null);
        resolve(meant);
      },
    });
  });
}

/** Photos of the one whose list is shown; null in a list of all. */
export const ownIn = (tiles: readonly Tile[]): Tile[] | null =>
  $filter.get().shown === EVERYONE ? null : tiles.flatMap((tile) => only(tile, new Set([tile.id])));
