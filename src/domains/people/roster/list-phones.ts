import { PhoneInput } from '#domains/facility/facility.ts';

/** Lists have one column for it, or several; the first that holds a number is taken. */
const FIELDS = ['mobile', 'phone', 'contact'] as const;
type Field = (typeof FIELDS)[number];

const CELL_MAX_LENGTH = 200;
/** With what stands between its figures. */
const NUMBER = /\+?\d[\d() -]{7,18}\d|\(\d[\d() -]{7,18}\d/g;
/** Zeros that a spreadsheet has taken for a number's: of a mobile, or of a town. */
const WITHOUT_ZERO = /^(?:[5789]0\d{8}|[1-9]\d{8})$/;

interface Phone {
  /** Empty without one. */
  phone: string;
  /** What was read otherwise than it is written; null for nothing. */
  said: string | null;
}

/** A family's telephone number as a list has it. What is none does not stop a line: it is said. */
export function readPhone(cellOf: (column: Field) => string): Phone {
  for (const field of FIELDS) {
    const text = cellOf(field).slice(0, CELL_MAX_LENGTH).normalize('NFKC');
    const written = text.replace(/[‐‑‒–—―−ー]/g, '-');
    const [first, second] = (written.match(NUMBER) ?? []).flatMap(asNumber);
    if (first === undefined) continue;
    return { phone: first.phone, said: second ? SEVERAL(first.phone) : first.said };
  }
  const lost = [cellOf('mobile'), cellOf('phone')].find((text) => text.trim() !== '');
  return { phone: '', said: lost === undefined ? null : UNREAD };
}

const UNREAD = '電話番号は読み取れないため、入れません';
const SEVERAL = (phone: string): string =>
  `電話番号は、はじめの${phone}だけを入れます（1つだけ入れられます）`;

function asNumber(written: string): Phone[] {
  const digits = written.replace(/^\+81 ?-?(?:\(0\))?0?/, '0').trim();
  const bare = digits.replace(/\D/g, '');
  const hasLost = WITHOUT_ZERO.test(bare);
  const { data } = PhoneInput.safeParse(hasLost ? `0${digits}` : digits);
  if (data === undefined) return [];
  const said = `電話番号は${data}として読みました（はじめの0がありませんでした）`;
  return [{ phone: data, said: hasLost ? said : null }];
}
