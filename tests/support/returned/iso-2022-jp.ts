import { shiftJis } from '../shift-jis.ts';

const TO_KANJI = [0x1b, 0x24, 0x42];
const TO_ASCII = [0x1b, 0x28, 0x42];

/** As mails of Japan were written; Node cannot encode it. ASCII and JIS X 0208 only. */
export function iso2022jp(text: string): Buffer {
  const bytes: number[] = [];
  let isKanji = false;
  for (const char of text) {
    const isAscii = char < '\u0080';
    if (isAscii === isKanji) bytes.push(...(isKanji ? TO_ASCII : TO_KANJI));
    isKanji = !isAscii;
    bytes.push(...(isAscii ? [char.charCodeAt(0)] : jisOf(shiftJis(char))));
  }
  if (isKanji) bytes.push(...TO_ASCII);
  return Buffer.from(bytes);
}

function jisOf([lead = 0, trail = 0]: Buffer): number[] {
  const row = (lead - (lead < 0xa0 ? 0x71 : 0xb1)) * 2 + 1;
  if (trail >= 0x9f) return [row + 1, trail - 0x7e];
  return [row, (trail > 0x7f ? trail - 1 : trail) - 0x1f];
}
