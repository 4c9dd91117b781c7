import { useStore } from '@nanostores/react';
import { $question } from '#stores/ask-first.ts';
import { Sheet } from '#islands/Sheet.tsx';

/** Announces who will see it. */
export function AskFirst() {
  const question = useStore($question, { ssr: 'initial' });
  if (question === null) return null;
  return (
    <Sheet
      title={question.isTold ? 'お電話のお願い' : 'このまま進みますか？'}
      onClose={() => question.answer(false)}
    >
      <p>{question.text}</p>
      <div className="cluster above-3">
        {!question.isTold && (
          <button type="button" className="button" onClick={() => question.answer(true)}>
            このまま進む
          </button>
        )}
        <button type="button" className="button quiet" onClick={() => question.answer(false)}>
          {question.isTold ? '閉じる' : 'やめる'}
        </button>
      </div>
    </Sheet>
  );
}
