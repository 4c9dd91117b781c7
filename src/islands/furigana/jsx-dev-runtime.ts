/** `npm run dev` shows readings in what the server draws only. */
export { Fragment, jsxDEV } from 'react/jsx-dev-runtime';
export type { JSX } from 'react/jsx-dev-runtime';
