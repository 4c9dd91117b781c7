import type { AddressValues } from '#domains/facility/address-form.ts';
import {
  ADDRESS_FIELDS,
  MESSAGES,
  fillAddress,
  filledMessage,
  isUntouched,
  labelOf,
  saysAlready,
} from '#domains/facility/address-form.ts';
import type { addressCalls } from '#domains/facility/address.calls.ts';
import type { Address } from '#domains/facility/address.ts';
import { readPostcode } from '#domains/facility/postcode.ts';
import { paths } from '#lib/paths.ts';
import { whileLoading } from '#stores/loading.ts';
import { api } from '#client/api-client.ts';

interface Parts {
  field: (name: keyof AddressValues) => HTMLInputElement | HTMLSelectElement;
  button: HTMLButtonElement;
  status: HTMLElement;
  candidates: HTMLElement;
  template: HTMLTemplateElement;
}

/** Looks an address up once its code is complete; without a script the buttons post the form. */
export function enhanceAddressFields(box: HTMLElement): void {
  const parts = partsOf(box);
  listen(parts, makeShow(parts));
  parts.button.type = 'button';
  parts.button.removeAttribute('formaction');
  parts.button.removeAttribute('formnovalidate');
}

type Show = (found: Address[], isPressed: boolean) => void;

/** Shows what was found: in the fields, unless that would replace what someone typed. */
function makeShow(parts: Parts): Show {
  /** The last address that a lookup put into the fields. */
  let put: Address | null = null;
  const fill = (found: Address[], address: Address): void => {
    write(parts, fillAddress(read(parts), address, put ? [put] : []));
    put = address;
    offer(parts, found.length > 1 ? found : [], address, (other) => fill(found, other));
    parts.status.textContent = filledMessage(found, address);
  };
  return (found, isPressed) => {
    const [first] = found;
    const values = read(parts);
    if (!first) {
      say(parts, MESSAGES.unknown);
    } else if (isPressed || isUntouched(values, put)) {
      fill(found, first);
    } else {
      const isKept = !saysAlready(values, first);
      offer(parts, isKept ? found : [], null, (other) => fill(found, other));
      parts.status.textContent = isKept ? MESSAGES.kept : '';
    }
  };
}

function listen(parts: Parts, show: Show): void {
  const postcode = parts.field('postcode');
  let asked = readPostcode(postcode.value);
  const lookUp = async (code: string, isPressed: boolean): Promise<void> => {
    asked = code;
    const found = await ask(code);
    if (asked !== code) return;
    if (found) show(found, isPressed);
    else if (isPressed) say(parts, MESSAGES.unreachable);
  };
  postcode.addEventListener('input', () => {
    const code = readPostcode(postcode.value);
    if (code === asked) return;
    asked = code;
    say(parts, '');
    if (code !== null) void lookUp(code, false);
  });
  parts.button.addEventListener('click', () => {
    const code = readPostcode(postcode.value);
    if (code !== null) return void lookUp(code, true);
    say(parts, MESSAGES.malformed);
    postcode.focus();
  });
}

function partsOf(box: HTMLElement): Parts {
  const one = (selector: string): Element => {
    const found = box.querySelector(selector);
    if (!found) throw new Error(`the address has no ${selector}`);
    return found;
  };
  return {
    field: (name) => one(`[name="${name}"]`) as HTMLInputElement | HTMLSelectElement,
    button: one('[data-lookup]') as HTMLButtonElement,
    status: one('[role="status"]') as HTMLElement,
    candidates: one('[data-candidates]') as HTMLElement,
    template: one('template') as HTMLTemplateElement,
  };
}

/** null without a response: the user simply types. */
const ask = (code: string): Promise<Address[] | null> =>
  whileLoading(api.get<typeof addressCalls.find>(`${paths.api.zipAddress}?zipcode=${code}`)).then(
    ({ data }) => data,
    () => null,
  );

const read = ({ field }: Parts): AddressValues =>
  Object.fromEntries(ADDRESS_FIELDS.map((name) => [name, field(name).value])) as AddressValues;

function write({ field }: Parts, values: AddressValues): void {
  for (const name of ADDRESS_FIELDS) {
    if (field(name).value !== values[name]) field(name).value = values[name];
    if (values[name] !== '') forgetError(field(name));
  }
}

/** Clears the server's error once the field changes. */
function forgetError(field: HTMLElement): void {
  field.removeAttribute('aria-invalid');
  document.getElementById(`${field.id}-error`)?.replaceChildren();
}

function say(parts: Parts, message: string): void {
  offer(parts, []);
  parts.status.textContent = message;
}

function offer(
  { candidates, template }: Parts,
  addresses: Address[],
  chosen: Address | null = null,
  choose: (address: Address) => void = () => undefined,
): void {
  const hadFocus = candidates.contains(document.activeElement);
  const entries = addresses.map((address) => {
    const entry = template.content.cloneNode(true) as DocumentFragment;
    const button = entry.querySelector('button');
    if (button) {
      button.textContent = labelOf(address);
      if (address === chosen) button.setAttribute('aria-current', 'true');
      button.addEventListener('click', () => choose(address));
    }
    return entry;
  });
  candidates.replaceChildren(...entries);
  if (hadFocus) candidates.querySelector<HTMLElement>('[aria-current]')?.focus();
}
