/** A first step in words. */
export interface StepWordsOf {
  title: string;
  text: string;
  /** The first one is where the step is done. */
  ways: { href: string; label: string }[];
  /** Done by a press on 今月 itself. */
  isForm?: true;
}
