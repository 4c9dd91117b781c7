import { formatPostcode } from '#domains/facility/postcode.ts';
import { sama } from '#lib/honorific.ts';
import { linesOf } from './lines.ts';
import { ADDRESS } from './paper.ts';

interface Addressee {
  name: string;
  postcode: string | null;
  pref: string;
  city: string;
  town: string;
  street: string;
}

/** In points, as `.address.p12` and so on in `styles/print/sheet.css`. */
const SIZES = [12, 11, 10, 9, 8, 7, 6] as const;
const MM_PER_POINT = 25.4 / 72;
const LINE = 1.25;
/** Relative to the address. */
const NAME_SCALE = 1.3;

export interface WindowAddress {
  lines: string[];
  name: string;
  size: (typeof SIZES)[number];
}

/** An address for the envelope's window, in the largest size that fits. */
export function windowAddress(to: Addressee): WindowAddress {
  const lines = [
    to.postcode ? `〒${formatPostcode(to.postcode)}` : '',
    `${to.pref}${to.city}${to.town}`,
    to.street,
  ].filter((line) => line !== '');
  const name = sama(to.name, ' ');
  const size = SIZES.find((points) => heightOf(lines, name, points) <= ADDRESS.height);
  return { lines, name, size: size ?? SIZES[SIZES.length - 1] ?? 6 };
}

/** In mm. */
function heightOf(lines: readonly string[], name: string, points: number): number {
  const em = points * MM_PER_POINT;
  const count = lines.reduce((sum, line) => sum + linesOf(line, em, ADDRESS.width), 0);
  const nameLines = linesOf(name, em * NAME_SCALE, ADDRESS.width);
  return (count + nameLines * NAME_SCALE) * em * LINE;
}
