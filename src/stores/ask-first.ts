import { atom } from 'nanostores';

interface Question {
  text: string;
  /** Nothing is asked: it was done. */
  isTold?: boolean;
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

/** What somebody has to do after an act; stays until it is closed. @param text null: nothing */
export function tellAfter(text: string | null): void {
  if (text === null) return;
  $question.set({ text, isTold: true, answer: () => $question.set(null) });
}
