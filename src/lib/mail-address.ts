interface MailAddress {
  name: string;
  address: string;
}

const ADDRESS = /^[^\s@<>,;"]+@[^\s@<>,;"]+$/;
const NAMED = /^\s*("?)([^"<>]*)\1\s*<([^<>]*)>\s*$/;

/** Reads `つきだより <tayori@example.jp>` or a bare address. */
export function parseMailAddress(text: string): MailAddress | undefined {
  const [, , name = '', address = text.trim()] = NAMED.exec(text) ?? [];
  return ADDRESS.test(address) ? { name: name.trim(), address } : undefined;
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
