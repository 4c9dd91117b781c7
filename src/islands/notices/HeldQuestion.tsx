import { useStore } from '@nanostores/react';
import { heldPlaces, heldQuestion, joinable } from '#domains/item/held.ts';
import type { Item } from '#domains/item/item.ts';
import { thumbnailOf } from '#domains/item/thumbnail.ts';
import { byPhoto, photosIn } from '#domains/item/tile.ts';
import type { CivilDate, YearMonth } from '#lib/calendar.ts';
import { yearMonthOf } from '#lib/calendar.ts';
import { paths } from '#lib/paths.ts';
import { $batch } from '#stores/batch.ts';
import { joinLetters, makeThisMonths } from '#stores/settling-held.ts';
import { $firstMonth } from '#stores/held-items.ts';
import { $localPhotos } from '#stores/local-photos.ts';

interface Props {
  items: readonly Item[];
  startMonth: YearMonth;
  today: CivilDate;
}

/** In one row, as many as there is room for. */
const SHOWN = 24;

/** One question for all photos that are held. Works without scripts too. */
export function HeldQuestion({ items, startMonth, today }: Props) {
  const firstMonth = useStore($firstMonth, { ssr: () => startMonth });
  const local = useStore($localPhotos, { ssr: 'initial' });
  const isBusy = useStore($batch, { ssr: 'initial' }) !== null;
  const canJoin = joinable(items, firstMonth, yearMonthOf(today)).length > 0;
  const answer = (text: string, name: string, look: string, run: typeof joinLetters) => (
    <button
      className={look}
      name="answer"
      value={name}
      disabled={isBusy}
      onClick={(event) => {
        event.preventDefault();
        void run(items);
      }}
    >
      {text}
    </button>
  );
  return (
    <section aria-label="確認待ちの写真">
      <form method="post" action={paths.answerHeld}>
        {items.map(({ id }) => (
          <input key={id} type="hidden" name="itemIds" value={id} />
        ))}
        <p>
          {heldQuestion(photosIn(items))}（{heldPlaces(items)}）。決まるまで、ご家族には見えません。
        </p>
        <p className="held-photos cluster">
          {byPhoto(items)
            .slice(0, SHOWN)
            .map(([item]) => (
              <img
                key={item.id}
                src={local[item.id]?.url ?? thumbnailOf(item)}
                alt=""
                loading="lazy"
                decoding="async"
              />
            ))}
        </p>
        <div className="cluster">
          {answer('今月の写真にする', 'now', 'button', makeThisMonths)}
          {canJoin && answer('その月のお便りに加える', 'ask', 'button quiet', joinLetters)}
          <a className="tap" href={paths.heldItems}>
            1枚ずつ見て決める
          </a>
        </div>
      </form>
    </section>
  );
}
