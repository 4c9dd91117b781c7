/** What the server acknowledged before its crash. */
export interface Ledger {
  /** By item id, the captions it may have; two while a change was in progress. */
  items: Map<string, { blobId: string; captions: Set<string> }>;
  /** By blob id, the hash of bytes acknowledged with 204 that have no item yet. */
  uploads: Map<string, { sha256: string; signedId: string }>;
  answers: number;
  /** Interrupted requests. */
  cut: number;
  /** Responses that no crash explains. */
  wrong: string[];
}

export const openLedger = (): Ledger => ({
  items: new Map(),
  uploads: new Map(),
  answers: 0,
  cut: 0,
  wrong: [],
});
