import type { SentLetter } from '../reports.ts';

/** What a server sends back of a letter, and what it means. */
export interface Case {
  name: string;
  raw: (letter: SentLetter) => string | Buffer;
  means:
    | 'hard'
    | 'soft'
    | 'ours'
    | 'complaint'
    | 'unclear'
    | 'delayed'
    | 'auto-reply'
    | 'not understood';
  enhanced?: string;
  /** In the sentence that is kept. */
  says?: RegExp;
}
