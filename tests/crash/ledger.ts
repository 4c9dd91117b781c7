/** What the server has promised: every entry was acknowledged before its crash. */
export interface Ledger {
  /** Item id → caption it must have, or may have when a change was under way. */
  items: Map<string, { blobId: string; captions: Set<string> }>;
  /** Blob id → hash of the bytes that were answered with 204 and have no item yet. */
  uploads: Map<string, { sha256: string; signedId: string }>;
  answers: number;
  /** Requests that the crash cut off. */
  cut: number;
  /** Answers that no crash explains. */
  wrong: string[];
}

export const openLedger = (): Ledger => ({
  items: new Map(),
  uploads: new Map(),
  answers: 0,
  cut: 0,
  wrong: [],
});
