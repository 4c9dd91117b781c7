import { timingSafeEqual } from 'node:crypto';
import { DAY_MS } from '#lib/durations.ts';
import { ID_LENGTH, isId } from '#lib/ids.ts';
import type { Runtime } from '#server/runtime.ts';

/** Mail servers may change the case of an address: letters and digits that have one form only. */
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
/** Those of the ids in the outbox, in an order of their own. */
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** For 16 letters and digits. */
const ID_PART = 20;
/** Until the year 2109. */
const DAY_PART = 3;
/** 80 bits. */
const PROOF_PART = 16;
const PROOF_BYTES = 10;
const LENGTH = ID_PART + DAY_PART + PROOF_PART;

const FIRST_DAY = Date.UTC(2020, 0, 1) / DAY_MS;
/** Servers give up after some days; some people are away for a month. */
const VALID_DAYS = 40;

type Parts = Pick<Runtime, 'secrets'>;

/**
 * What a letter carries so that its report can be told from a stranger's: its id, the day it is from
 * and a proof that only we can make (P41).
 * @returns null for an id that is not one of ours
 */
export function makeReturnId({ secrets }: Parts, id: string, at: Date): string | null {
  if (!isId(id)) return null;
  const day = Math.floor(at.getTime() / DAY_MS) - FIRST_DAY;
  const number = toNumber(id, LETTERS);
  return toText(number, ID_PART) + toText(BigInt(day), DAY_PART) + proofOf({ secrets }, id, day);
}

/** What looks like one, anywhere. */
const RETURN_ID = new RegExp(`(?<![a-z2-7])[a-z2-7]{${LENGTH}}(?![a-z2-7])`, 'gi');
/** Strangers may write as many as they like; proofs take time. */
const MOST_TRIED = 200;

/** Those of letters that a message speaks of, whatever else it says: bytes are enough (P32). */
export function ownIdsIn(parts: Parts, bytes: Uint8Array, now: Date): Set<string> {
  const raw = Buffer.from(bytes).toString('latin1');
  const looks = [raw, ...decoded(raw)].flatMap((text) => text.match(RETURN_ID) ?? []);
  const days = looks.map((one) => one.toLowerCase()).filter((one) => isOfTheseDays(one, now));
  const tried = [...new Set(days)].slice(0, MOST_TRIED);
  return new Set(tried.flatMap((one) => readReturnId(parts, one) ?? []));
}

/** What stands in quoted-printable or base64, in whatever part. */
const decoded = (raw: string): string[] => [
  raw.replaceAll(/=[ \t]*\r?\n/g, '').replaceAll(/=[0-9A-F]{2}/gi, ' '),
  ...(raw.match(BASE64_LINES) ?? [])
    .filter(({ length }) => length > LENGTH)
    .map((some) => Buffer.from(some, 'base64').toString('latin1')),
];

const BASE64_LINES = /(?:^[A-Za-z0-9+/]+[ \t]*\r?\n?)+/gm;

/** A letter that waits for a later day has its own already. */
const isOfTheseDays = (given: string, now: Date): boolean =>
  Math.abs(Math.floor(now.getTime() / DAY_MS) - FIRST_DAY - dayOf(given)) <= VALID_DAYS;

const dayOf = (given: string): number =>
  Number(toNumber(given.slice(ID_PART, ID_PART + DAY_PART), ALPHABET));

/** @returns the id in the outbox; null if it was not made by us */
function readReturnId(parts: Parts, given: string): string | null {
  const id = toLetters(toNumber(given.slice(0, ID_PART), ALPHABET), ID_LENGTH, LETTERS);
  const proof = proofOf(parts, id, dayOf(given));
  return timingSafeEqual(Buffer.from(given.slice(-PROOF_PART)), Buffer.from(proof)) ? id : null;
}

function proofOf({ secrets }: Parts, id: string, day: number): string {
  const bytes = Buffer.from(secrets.sign('return', id, day), 'base64url').subarray(0, PROOF_BYTES);
  return toText(BigInt(`0x${bytes.toString('hex')}`), PROOF_PART);
}

const toNumber = (text: string, alphabet: string): bigint =>
  Array.from(text).reduce(
    (n, letter) => n * BigInt(alphabet.length) + BigInt(alphabet.indexOf(letter)),
    0n,
  );

const toText = (number: bigint, length: number): string => toLetters(number, length, ALPHABET);

function toLetters(number: bigint, length: number, alphabet: string): string {
  const base = BigInt(alphabet.length);
  let text = '';
  for (let rest = number; text.length < length; rest /= base) {
    text = (alphabet[Number(rest % base)] ?? '') + text;
  }
  return text;
}
