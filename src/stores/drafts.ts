import { computed, map } from 'nanostores';
import { CAPTION_MAX_LENGTH } from '#domains/item/item-limits.ts';
import type { Item, UpdateItemInput } from '#domains/item/item.ts';
import { asBefore } from '#domains/item/held.ts';
import { wordsForDay } from '#domains/item/seen-at-once.ts';
import { yearMonthOf } from '#lib/calendar.ts';
import { msgOf } from '#client/api-client.ts';
import { askFirst } from './ask-first.ts';
import { $firstMonth, tooOldDay } from './held-items.ts';
import { changeItem } from './item-changes.ts';
import { $items } from './items.ts';
import { lengthOf } from '#page-scripts/lengths.ts';
import { notify } from './notice.ts';
import { changeAndOffer } from './shared-change.ts';
import { today } from './today.ts';

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
export async function saveDraft(item: Item): Promise<void> {
  const draft = $drafts.get()[item.id];
  if (!draft || draft.state === 'saving' || draft.state === 'saved') return;
  const change = differences(item, draft);
  if (Object.keys(change).length === 0) {
    dropDraft(item);
    return;
  }
  if (lengthOf(change.caption ?? '') > CAPTION_MAX_LENGTH) {
    fail(item, `ひとことは${CAPTION_MAX_LENGTH}文字までです。`);
    return;
  }
  const tooOld = change.takenOn === undefined ? null : tooOldDay(change.takenOn);
  if (tooOld !== null) {
    fail(item, tooOld);
    return;
  }
  const sent: Draft = { ...draft, state: 'saving', msg: null };
  $drafts.setKey(item.id, sent);
  try {
    const words = wordsFor(item, change.takenOn);
    if (words !== null && !(await askFirst(words))) {
      giveUpDay(item, draft);
      return;
    }
    const changed = await changeAndOffer(item, change);
    if (change.takenOn) offerOldDay(item, changed);
    if ($drafts.get()[item.id] === sent) $drafts.setKey(item.id, { state: 'saved', msg: null });
  } catch (error) {
    fail(item, msgOf(error));
  }
}

function fail({ id }: Item, reason: string): void {
  const msg = `保存できませんでした。書いたものは残してあります。${reason}`;
  $drafts.setKey(id, { ...$drafts.get()[id], state: 'failed', msg });
  notify({ text: msg });
}

const wordsFor = (item: Item, takenOn: string | undefined): string | null =>
  takenOn === undefined
    ? null
    : wordsForDay(
        [{ before: item, after: { yearMonth: yearMonthOf(takenOn) } }],
        today(),
        $firstMonth.get(),
      );

/** Reverts the day but saves other edits. */
function giveUpDay(item: Item, { caption }: Draft): void {
  dropDraft(item);
  if (caption === undefined) return;
  typeDraft(item, { caption });
  void saveDraft(item);
}

const offerOldDay = (item: Item, changed: Item): void =>
  notify({
    text: '日付を変えました',
    undo: async () => {
      try {
        await changeItem(changed, asBefore(item));
        notify({ text: '日付を元に戻しました' });
      } catch (error) {
        notify({ text: `日付は元に戻せませんでした。${msgOf(error)}` });
      }
    },
  });

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
