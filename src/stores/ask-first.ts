import { atom } from 'nanostores';

/** What a person should know before it happens. */
export interface Question {
  text: string;
  answer: (isYes: boolean) => void;
}

export const $question = atom<Question | null>(null);

/**
 * Says what will happen and waits for the person's word.
 * @param text null: nothing to ask about
 * @returns whether to go on
 */
export function askFirst(text: string | null): Promise<boolean> {
  if (text === null) return Promise.resolve(true);
  $question.get()?.answer(false);
  return new Promise((resolve) => {
    $question.set({
      text,
      answer(isYes) {
        $question.set(null);
        resolve(isYes);
      },
    });
  });
}
