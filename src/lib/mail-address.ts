const ADDRESS = /^[^\s@<>,;"]+@[^\s@<>,;"]+$/;
const NAMED = /^\s*("?)([^"<>]*)\1\s*<([^<>]*)>\s*$/;

/** Reads `つきだより <tayori@example.jp>` or a bare address. */
export function parseMailAddress(text: string) {
  const [, , name = '', address = text.trim()] = NAMED.exec(text) ?? [];
  return ADDRESS.test(address) ? { name: name.trim(), address } : undefined;
}

/** Letters and digits for `*`: what is made, and 64 for all of it, is what servers take. */
const RETURN_ID_LENGTH = 39;
const MOST_LOCAL = 64;
const WITH_PLACE = /^(?:[\w.+=-]*[-+_=])?\*$/;

/**
 * Reads where reports go to, with `*` in the place of a letter's own id: `bounces@example.jp` becomes
 * `bounces+*@example.jp`. @returns null if it cannot be such an address
 */
export function parseReturnAddress(text: string): string | null {
  const [local = '', domain = '', ...more] = text.trim().split('@');
  const named = local.includes('*') ? local : `${local}+*`;
  const isLong = named.length - 1 + RETURN_ID_LENGTH > MOST_LOCAL;
  const address = `${named}@${domain}`;
  const isAddress = local !== '' && more.length === 0 && WITH_PLACE.test(named) && !isLong;
  return isAddress && ADDRESS.test(address) && !domain.includes('*') ? address : null;
}

const DOTLESS = new Set(['gmail.com', 'googlemail.com']);

/** The mailbox of an address, without `+tag` and, at Gmail, dots. Only for counting mails. */
export function mailboxOf(address: string): string {
  const [local = '', domain = ''] = address.toLowerCase().split('@');
  const base = local.replace(/(?<=.)\+.*$/, '');
  return DOTLESS.has(domain) ? `${base.replaceAll('.', '')}@gmail.com` : `${base}@${domain}`;
}

/** `example.jp` */
export const domainOf = (address: string): string =>
  address.slice(address.lastIndexOf('@') + 1).toLowerCase();

const CARRIERS =
  /(?:^|\.)(?:docomo\.ne\.jp|ezweb\.ne\.jp|au\.com|(?:i\.)?softbank\.(?:ne\.)?jp|vodafone\.ne\.jp|disney\.ne\.jp|disneymobile\.ne\.jp|ymobile1?\.ne\.jp|y-mobile\.ne\.jp|yahoo\.ne\.jp|pdx\.ne\.jp|willcom\.com|emnet\.ne\.jp|uqmobile\.jp|rakumail\.jp|jp-[a-z]\.ne\.jp)$/;

/** Of a telephone company, which says "unknown user" also where its customer's own filter refuses. */
export const isOfCarrier = (address: string): boolean => CARRIERS.test(domainOf(address));

/** Before an address is taken for wrong. */
export const FILTERED = '携帯電話の受信設定で断られていることもあります';
