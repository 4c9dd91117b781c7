import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { heldPlaces, heldQuestion, joinable } from '#domains/item/held.ts';
import type { Item } from '#domains/item/item.ts';
import { thumbnailOf } from '#domains/item/thumbnail.ts';
import { isUnderWay } from '#domains/photo/upload.ts';
import type { CivilDate, YearMonth } from '#lib/calendar.ts';
import { yearMonthOf } from '#lib/calendar.ts';
import { paths } from '#lib/paths.ts';
import { $batch } from '#stores/batch.ts';
import { joinLetters, makeThisMonths } from '#stores/held-answers.ts';
import { $firstMonth, $heldItems, $isPutOff } from '#stores/held.ts';
import { $localPhotos } from '#stores/local-photos.ts';
import { $uploads } from '#stores/uploads.ts';
import './held.css';

interface Props {
  startItems: readonly Item[];
  startMonth: YearMonth;
  today: CivilDate;
  /** Shown when there is nothing to ask: one notice at a time. */
  children: ReactNode;
}

/** One question for all photos that are held. */
export function HeldQuestions({ startItems, startMonth, today, children }: Props) {
  const items = useStore($heldItems, { ssr: () => startItems });
  const firstMonth = useStore($firstMonth, { ssr: () => startMonth });
  const isPutOff = useStore($isPutOff, { ssr: 'initial' });
  const isSending = useStore($uploads, { ssr: 'initial' }).some(isUnderWay);
  if (items.length === 0 || isPutOff || isSending) return children;
  const canJoin = joinable(items, firstMonth, yearMonthOf(today)).length > 0;
  return <HeldQuestion items={items} canJoin={canJoin} />;
}

/** Works without scripts too. */
function HeldQuestion({ items, canJoin }: { items: readonly Item[]; canJoin: boolean }) {
  const isBusy = useStore($batch, { ssr: 'initial' }) !== null;
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
    <section className="held-questions" aria-label="確認待ちの写真">
      <form className="beside" method="post" action={paths.answerHeld}>
        {items.map(({ id }) => (
          <input key={id} type="hidden" name="itemIds" value={id} />
        ))}
        <p role="status">
          <strong>{heldQuestion(items.length)}</strong>
          <small>
            {heldPlaces(items)}
            <span className="held-more">。決まるまで、ご家族には見えません。</span>
          </small>
        </p>
        <HeldPhotos items={items} />
        <div className="held-ways beside">
          {answer('今月の写真にする', 'now', 'button', makeThisMonths)}
          <button type="button" className="button quiet" onClick={() => $isPutOff.set(true)}>
            あとで
          </button>
          {canJoin && answer('その月のお便りに加える', 'ask', 'text-button', joinLetters)}
          <a className="tap" href={paths.heldItems}>
            見て決める
          </a>
        </div>
      </form>
    </section>
  );
}

const SHOWN = 24;

/** In one row, as many as there is room for. */
function HeldPhotos({ items }: { items: readonly Item[] }) {
  const local = useStore($localPhotos, { ssr: 'initial' });
  return (
    <p className="held-photos cluster">
      {items.slice(0, SHOWN).map((item) => (
        <img
          key={item.id}
          src={local[item.id]?.url ?? thumbnailOf(item)}
          alt=""
          loading="lazy"
          decoding="async"
        />
      ))}
    </p>
  );
}
