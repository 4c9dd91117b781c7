export function logFailure(text: string, detail: unknown): void {
  // eslint-disable-next-line no-console -- the one place that may: a failed call is logged (domain.md#pages)
  console.error(`[tsukidayori] ${text}`, detail);
}
