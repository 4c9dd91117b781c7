/** Where the browser's own notes go; the person sees a message in the page instead. */
export function logFailure(text: string, detail: unknown): void {
  // eslint-disable-next-line no-console -- the one place that may: a failed call is logged (domain.md#pages)
  console.error(`[tsukidayori] ${text}`, detail);
}
