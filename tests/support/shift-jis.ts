const decoder = new TextDecoder('shift_jis', { fatal: true });

/** Node cannot encode Shift_JIS, so this reverses its decoder. */
const PAIRS = new Map<string, number[]>();
for (const lead of [...range(0x81, 0x9f), ...range(0xe0, 0xfc)]) {
  for (const trail of range(0x40, 0xfc)) {
    const bytes = [lead, trail];
    try {
      const char = decoder.decode(Uint8Array.from(bytes));
      if (!PAIRS.has(char)) PAIRS.set(char, bytes);
    } catch {
      // Not every pair is a character.
    }
  }
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, n) => from + n);
}

/** As in older files of Japan Post; without half-width kana. */
export function shiftJis(text: string): Buffer {
  return Buffer.from(
    Array.from(text).flatMap((char) => {
      const bytes = char < '\u0080' ? [char.charCodeAt(0)] : PAIRS.get(char);
      if (!bytes) throw new Error(`Shift_JIS has no ${char}`);
      return bytes;
    }),
  );
}
