import { accountOfPage } from '#client/account.ts';
import { isChanged } from '#client/typed.ts';

const KEY = 'tsukidayori:beside';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

interface Kept {
  path: string;
  account: string | undefined;
  fields: [key: string, value: string | boolean][];
}

/**
 * Sending one form loses nothing that was typed into another of the page: this tab keeps it
 * until the page comes again, and puts it back. Never a password or a code.
 */
export function keepTypedBeside(): void {
  putBack();
  // On the window, after handlers that send a form themselves.
  addEventListener('submit', ({ target, defaultPrevented }) => {
    if (!defaultPrevented) keepAllBut(target as HTMLFormElement);
  });
}

function keepAllBut(sent: HTMLFormElement): void {
  const fields = [...fieldsHere()]
    .filter(([, field]) => field.form !== sent && isChanged(field))
    .map(([key, field]): Kept['fields'][number] => [
      key,
      isTick(field) ? field.checked : field.value,
    ]);
  const kept: Kept = { path: location.pathname, account: accountOfPage(), fields };
  try {
    if (fields.length > 0) sessionStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Forbidden or full.
  }
}

function putBack(): void {
  const here = new Map(fieldsHere());
  for (const [key, value] of take()?.fields ?? []) {
    const field = here.get(key);
    if (!field) continue;
    if (isTick(field)) field.checked = value === true;
    else field.value = String(value);
    for (const name of ['input', 'change']) field.dispatchEvent(new Event(name, { bubbles: true }));
    const folded = field.closest('details');
    if (folded) folded.open = true;
  }
}

/** What was typed on this page by the same person. */
function take(): Kept | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Kept | null;
    const isOthers = kept?.account !== accountOfPage();
    const isHere = kept?.path === location.pathname;
    // Sending a form may lead elsewhere, from where the person comes back.
    if (isOthers || isHere) sessionStorage.removeItem(KEY);
    return isHere && !isOthers ? kept : null;
  } catch {
    return null;
  }
}

/** Islands keep their own. */
function* fieldsHere(): Generator<[string, Field]> {
  const forms = [...document.querySelectorAll<HTMLFormElement>('main form')];
  for (const form of forms.filter((one) => !one.closest('astro-island'))) {
    const id = form.querySelector<HTMLInputElement>('input[name=id]')?.value ?? '';
    const fields = [...form.elements].filter(mayBeKept);
    for (const [index, field] of fields.entries()) {
      yield [[form.getAttribute('action'), id, field.name, index].join(' '), field];
    }
  }
}

const NEVER = new Set(['password', 'file', 'hidden', 'submit', 'button']);

const mayBeKept = (element: Element): element is Field =>
  element.matches('input, textarea, select') &&
  !NEVER.has((element as Field).type) &&
  (element as Field).autocomplete !== 'one-time-code';

const isTick = (field: Field): field is HTMLInputElement => /^(?:checkbox|radio)$/.test(field.type);
