export interface MailAddress {
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
