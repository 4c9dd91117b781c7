/**
 * What happened before Astro: the answer is out; or Astro shall render and the result is held
 * back to be kept; or the request is Astro's alone.
 */
export type Answered = 'answered' | 'captured' | 'open';
