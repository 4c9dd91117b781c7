import { validateHeaderValue } from './node-http.ts';

export type Headers = Readonly<Record<string, string>>;

/** The header fields of a whole response, checked once. */
export interface Head {
  /** Names and values in turn. */
  fields: readonly string[];
  /** The same as they are sent. */
  text: string;
}

/** @param own win over `always`. @throws TypeError for a value that would end its field */
export function headOf(always: Headers, own: Headers): Head {
  const fields: string[] = [];
  let text = '';
  const all = { ...always, ...own };
  for (const name in all) {
    const value = all[name] ?? '';
    validateHeaderValue(name, value);
    fields.push(name, value);
    text += `${name}: ${value}\r\n`;
  }
  return { fields, text };
}

let latest = { second: NaN, text: '' };

/** The field with today's date and time, written once a second. */
export function dateField(): string {
  const second = Math.floor(Date.now() / 1000);
  if (second !== latest.second) {
    latest = { second, text: `Date: ${new Date(second * 1000).toUTCString()}\r\n` };
  }
  return latest.text;
}
