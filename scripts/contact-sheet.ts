import type { View } from '../tests/support/views/view.ts';
import { SCREENSHOT_MODES } from './screenshot-modes.ts';

export function contactSheet(views: View[]): string {
  const rows = views.map(
    (view) => `<section><h2>${view.name} <small>${view.route ?? '—'}, ${view.who}</small></h2>
<div>${SCREENSHOT_MODES.filter(({ only }) => only?.(view) ?? true)
      .map(({ name, paper }) => picture(`${view.name}-${name}`, paper === true))
      .join('')}</div></section>`,
  );
  return `<!doctype html><html lang="ja"><meta charset="utf-8"><title>Screenshots</title>
<style>body{font:15px sans-serif;margin:24px}div{display:flex;gap:12px;overflow:auto}a{flex:none}
img{display:block;max-height:420px;border:1px solid #ccc}small{font-weight:400}</style>
${rows.join('\n')}</html>`;
}

const picture = (name: string, paper: boolean): string =>
  paper
    ? `<a href="${name}.pdf">${name}.pdf</a>`
    : `<a href="${name}.png"><img src="${name}.png" alt="${name}" loading="lazy"></a>`;
