import { computed, map } from 'nanostores';
import { CAPTION_MAX_LENGTH } from '#domains/item/item-limits.ts';
import type { Item, UpdateItemInput } from '#domains/item/item.ts';
import { namesOf } from '#domains/item/still-there.ts';
import type { Tile } from '#domains/item/tile.ts';
import { isOfSeveral } from '#domains/item/tile.ts';
import { msgOf } from '#client/api-client.ts';
import { tooOldDay } from './held-items.ts';
import type { Changed } from './item-changes.ts';
import { changeBack, changeTile } from './item-changes.ts';
import { $items } from './items.ts';
import { lengthOf } from '#page-scripts/lengths.ts';
import { notify } from './notice.ts';
import { wordsForDays } from './many-items.ts';
import { WHOSE, askWho } from './who-is-meant.ts';

/** Kept until the server has them. */
export interface Draft {
  caption?: string;
  takenOn?: string;
  state: 'typed' | 'saving' | 'saved' | 'failed';
  msg: string | null;
}

export const $drafts = map<Record<string, Draft | undefined>>({});

export const $isUnsaved = computed($drafts, (drafts) =>
  Object.values(drafts).some((draft) => draft !== undefined && draft.state !== 'saved'),
);

export function typeDraft({ id }: Item, change: Pick<Draft, 'caption' | 'takenOn'>): void {
  $drafts.setKey(id, { ...$drafts.get()[id], ...change, state: 'typed', msg: null });
}

export const dropDraft = ({ id }: Item): void => $drafts.setKey(id, undefined);

/** Saves the differences; keeps the edits on failure. Never throws. */
export async function saveDraft(item: Tile): Promise<void> {
  const draft = $drafts.get()[item.id];
  if (!draft || draft.state === 'saving' || draft.state === 'saved') return;
  const change = differences(item, draft);
  if (Object.keys(change).length === 0) {
    dropDraft(item);
    return;
  }
  const refusal = refusalOf(change);
  if (refusal !== null) {
    fail(item, refusal);
    return;
  }
  const sent: Draft = { ...draft, state: 'saving', msg: null };
  $drafts.setKey(item.id, sent);
  try {
    const meant = await askWho(item, askedFor(change));
    if (meant === null) {
      giveUp(item, draft);
      return;
    }
    const changed: Changed[] = [];
    for (const tile of meant) changed.push(await changeTile(tile, change));
    if (change.takenOn !== undefined || isOfSeveral(item)) offerOld(changed, change);
    if ($drafts.get()[item.id] === sent) $drafts.setKey(item.id, { state: 'saved', msg: null });
  } catch (error) {
    fail(item, msgOf(error));
  }
}

function refusalOf({ caption = '', takenOn }: UpdateItemInput): string | null {
  if (lengthOf(caption) > CAPTION_MAX_LENGTH)
    return `ひとことは${CAPTION_MAX_LENGTH}文字までです。`;
  return takenOn === undefined ? null : tooOldDay(takenOn);
}

function fail({ id }: Item, reason: string): void {
  const msg = `保存できませんでした。書いたものは残してあります。${reason}`;
  $drafts.setKey(id, { ...$drafts.get()[id], state: 'failed', msg });
  notify({ text: msg });
}

const askedFor = ({ takenOn }: UpdateItemInput): Parameters<typeof askWho>[1] =>
  takenOn === undefined
    ? { title: WHOSE.written }
    : { title: WHOSE.dated, words: (items) => wordsForDays(items, () => takenOn) };

/** Reverts the day, but not what was written, which is saved alone. */
function giveUp(item: Tile, { caption, takenOn }: Draft): void {
  dropDraft(item);
  if (caption === undefined) return;
  typeDraft(item, { caption });
  if (takenOn !== undefined) void saveDraft(item);
}

function offerOld(changed: readonly Changed[], change: UpdateItemInput): void {
  const what = change.takenOn === undefined ? 'ひとこと' : '日付';
  const items = changed.flatMap(({ before }) => before);
  const whose = items.length > 1 ? `${namesOf(items)}の` : '';
  notify({
    text: `${whose}${what}を変えました`,
    undo: async () => {
      try {
        for (const each of changed) await changeBack(each, change);
        notify({ text: `${what}を元に戻しました` });
      } catch (error) {
        notify({ text: `${what}は元に戻せませんでした。${msgOf(error)}` });
      }
    },
  });
}

export function leaveDraft(id: string): void {
  const item = $items.get().find((each) => each.id === id);
  if (!item || $drafts.get()[id]?.state === 'saved') $drafts.setKey(id, undefined);
  else void saveDraft(item);
}

/** Ignores an empty date; the field shows the old one. */
function differences(item: Item, { caption, takenOn }: Draft): UpdateItemInput {
  const text = caption?.trim();
  return {
    ...(text !== undefined && text !== item.caption && { caption: text }),
    ...(takenOn && takenOn !== item.takenOn && { takenOn }),
  };
}
