/** A deploy or a power cut is not the fault of the work that it interrupts. */
const FORGIVEN = 2;

/**
 * Whether work was interrupted so often that the next time counts as a failure: otherwise work
 * that ends the process would do so for ever.
 * @param begun attempts that are not under way; those beyond the failures were interrupted
 */
export const isInterruptedTooOften = (begun: number, failures: number): boolean =>
  begun - failures > FORGIVEN;
