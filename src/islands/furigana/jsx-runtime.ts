import * as react from 'react/jsx-runtime';

export { Fragment } from 'react/jsx-runtime';
export type { JSX } from 'react/jsx-runtime';

const isOn =
  typeof document === 'object' && document.documentElement.dataset['furigana'] !== undefined;

let withReadings = <P>(_type: unknown, props: P): P => props;

/**
 * Only where readings are shown. `hydrate.ts` waits for it before any island begins: awaited in this
 * module, which all islands share, it would let Safari run some of them too early (WebKit bug
 * 242740).
 */
export async function loadReadings(): Promise<void> {
  if (isOn) ({ withReadings } = await import('./read.ts'));
}

export const jsx: typeof react.jsx = (type, props, key) =>
  react.jsx(type, withReadings(type, props), key);
export const jsxs: typeof react.jsxs = (type, props, key) =>
  react.jsxs(type, withReadings(type, props), key);
