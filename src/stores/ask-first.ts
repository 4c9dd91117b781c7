import { atom } from 'nanostores';

interface Question {
  text: string;
  answer: (isYes: boolean) => void;
}

export const $question = atom<Question | null>(null);

/** Asks before an action. @param text null: nothing to ask. @returns whether to proceed */
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
