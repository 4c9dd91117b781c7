interface MailAddress {
  /** May be empty. */
  name: string;
  address: string;
}

const ADDRESS = /^[^\s@<>,;"]+@[^\s@<>,;"]+$/;
const NAMED = /^\s*("?)([^"<>]*)\1\s*<([^<>]*)>\s*$/;

/** Reads `つきだより <tayori@example.jp>` or a bare address. @returns undefined for anything else. */
export function parseMailAddress(text: string): MailAddress | undefined {
  const [, , name = '', address = text.trim()] = NAMED.exec(text) ?? [];
  return ADDRESS.test(address) ? { name: name.trim(), address } : undefined;
}

/** Domains that ignore dots in the local part. */
const DOTLESS = new Set(['gmail.com', 'googlemail.com']);

/**
 * The mailbox behind an address, ignoring `+tag` and, at Gmail, dots. Only for counting mails:
 * accounts are never looked up by it.
 * @param address as EmailInput parses it
 */
export function mailboxOf(address: string): string {
  const [local = '', domain = ''] = address.toLowerCase().split('@');
  const base = local.replace(/(?<=.)\+.*$/, '');
  return DOTLESS.has(domain) ? `${base.replaceAll('.', '')}@gmail.com` : `${base}@${domain}`;
}
