import { useStore } from '@nanostores/react';
import type { HeldGroup } from '#features/item/held.ts';
import { heldGroups, heldPlaces, heldQuestion, issueName } from '#features/item/held.ts';
import type { Item } from '#features/item/item.ts';
import { isUnderWay } from '#features/photo/upload.ts';
import type { CivilDate } from '#lib/calendar.ts';
import { yearMonthOf } from '#lib/calendar.ts';
import { paths } from '#lib/paths.ts';
import type { HeldAnswer } from '#stores/held-answers.ts';
import { answerHeld } from '#stores/held-answers.ts';
import { $heldItems, $isPutOff } from '#stores/held.ts';
import { $uploads } from '#stores/uploads.ts';
import { $batch } from '#stores/batch.ts';
import './held.css';

interface Props {
  startItems: readonly Item[];
  today: CivilDate;
}

export function HeldQuestions({ startItems, today }: Props) {
  const items = useStore($heldItems, { ssr: () => startItems });
  const isPutOff = useStore($isPutOff, { ssr: 'initial' });
  const isSending = useStore($uploads, { ssr: 'initial' }).some(isUnderWay);
  if (items.length === 0 || isPutOff || isSending) return null;
  return (
    <section className="held-questions" aria-label="確認待ちの写真">
      <div role="status">
        {heldGroups(items).map((group) => (
          <HeldQuestion key={group.yearMonth} group={group} today={today} />
        ))}
      </div>
      <p className="held-foot">
        <a href={paths.heldItems}>写真を見て決める</a>
        <button type="button" className="text-button" onClick={() => $isPutOff.set(true)}>
          あとで
        </button>
      </p>
    </section>
  );
}

/** Works without scripts too. */
function HeldQuestion({ group, today }: { group: HeldGroup; today: CivilDate }) {
  const isBusy = useStore($batch, { ssr: 'initial' }) !== null;
  const now = yearMonthOf(today);
  const answerButton = (answer: HeldAnswer, text: string, look: string) => (
    <button
      className={look}
      name="answer"
      value={answer}
      disabled={isBusy}
      onClick={(event) => {
        event.preventDefault();
        void answerHeld(group, answer);
      }}
    >
      {text}
    </button>
  );
  return (
    <form className="held-question" method="post" action={paths.answerHeld}>
      <p>
        <strong>{heldQuestion(group, now)}</strong>
        <small>{heldPlaces(group.items)}。決まるまで、ご家族には見えません。</small>
      </p>
      {group.items.map(({ id }) => (
        <input key={id} type="hidden" name="itemIds" value={id} />
      ))}
      <div className="ask-ways">
        {answerButton('keep', `${issueName(group.yearMonth, now)}に加える`, 'button')}
        {answerButton('now', '今月の写真にする', 'button quiet')}
      </div>
    </form>
  );
}
