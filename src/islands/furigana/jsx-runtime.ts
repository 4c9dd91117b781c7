import * as react from 'react/jsx-runtime';

export { Fragment } from 'react/jsx-runtime';
export type { JSX } from 'react/jsx-runtime';

const isOn =
  typeof document === 'object' && document.documentElement.dataset['furigana'] !== undefined;

/** Loaded only where readings are shown, before any island begins. */
const withReadings = isOn
  ? (await import('./read.ts')).withReadings
  : <P>(_type: unknown, props: P): P => props;

export const jsx: typeof react.jsx = (type, props, key) =>
  react.jsx(type, withReadings(type, props), key);
export const jsxs: typeof react.jsxs = (type, props, key) =>
  react.jsxs(type, withReadings(type, props), key);
