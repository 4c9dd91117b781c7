import type { CivilDate } from '#lib/calendar.ts';
import { addDays, civilDateOf } from '#lib/calendar.ts';
import { sent } from '#lib/input.ts';

export const PIN_LENGTH = 6;
/** After the day it is made. */
export const FIRST_PIN_DAYS = 7;
/** @returns the last day on which a first PIN is good, which ends with that day */
export const lastDayOfPin = (expiresAt: string): CivilDate =>
  addDays(civilDateOf(new Date(expiresAt)), -1);
/** On sheets that are made at once: each takes as long as a password. */
export const MOST_FIRST_PINS = 48;
/** Wrong PINs in a row for one person on one device; then that name is locked there. */
export const WRONG_PINS = 5;

const pinText = `暗証番号は${PIN_LENGTH}けたの数字です。`;

/** Also full-width digits, and with anything between or around them. */
export const PinInput = sent(pinText, PIN_LENGTH)
  .overwrite((text) => text.normalize('NFKC').replaceAll(/[^A-Za-z0-9]/g, ''))
  .regex(/^[0-9]{6}$/, { error: pinText, abort: true });

const trivialText =
  '続いた数字、同じ数字、誕生日のような番号は、すぐに見破られます。別の番号にしてください。';

export const NewPinInput = PinInput.refine((pin) => !isTrivialPin(pin), trivialText);

const FEWEST_DIGITS = 3;
/** Columns, rows and diagonals of a keypad, one after another. */
const KEYPAD = [
  '147258369',
  '369258147',
  '159357',
  '159753',
  '741852963',
  '963852741',
  '789456123',
];

/** What people try first: few digits, series, repetitions, lines of the keypad, dates. */
export function isTrivialPin(pin: string): boolean {
  if (new Set(pin).size < FEWEST_DIGITS) return true;
  if (isSeries(Array.from(pin, Number)) || isPairs(pin)) return true;
  if (pin.slice(0, 3) === pin.slice(3)) return true;
  return KEYPAD.some((keys) => keys.includes(pin)) || isDate(pin);
}

/** Each digit as far from the one before: 123456, 987654, 135791. */
function isSeries(digits: number[]): boolean {
  const steps = digits.slice(1).map((digit, index) => (digit - (digits[index] ?? 0) + 10) % 10);
  return new Set(steps).size === 1;
}

/** 112233 */
const isPairs = (pin: string): boolean =>
  /^(\d)\1(\d)\2(\d)\3$/.test(pin) && isSeries([0, 2, 4].map((at) => Number(pin[at])));

/** As year, month and day in either order, or a year of four digits and a month. */
function isDate(pin: string): boolean {
  const [a = 0, b = 0, c = 0] = [0, 2, 4].map((at) => Number(pin.slice(at, at + 2)));
  return isDay(b, c) || isDay(a, b) || ([19, 20].includes(a) && c >= 1 && c <= 12);
}

const isDay = (month: number, day: number): boolean =>
  month >= 1 && month <= 12 && day >= 1 && day <= 31;
