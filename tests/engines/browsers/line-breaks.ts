import { Parser, jaModel } from 'budoux';
import { BREAK } from '#lib/break.ts';
import { phrasesOf } from '#lib/phrases.ts';

/** In the page: the lines of each text that is set large or stands in a narrow place. */
export function brokenLines(): string[][] {
  const found: string[][] = [];
  for (const element of document.querySelectorAll<HTMLElement>(
    'h1, h2, h3, h4, a, button, summary',
  )) {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    if (element.querySelector('h1, h2, h3, h4, a, button')) continue;
    // What is read out instead holds it to the letter, so that it has no breaks.
    if (element.hasAttribute('aria-label')) continue;
    if (getComputedStyle(element).clipPath !== 'none') continue;
    // Each box of texts breaks by itself.
    const boxes = new Map<Element, string[]>();
    const bottoms = new Map<Element, number>();
    const walker = document.createTreeWalker(
      element,
      NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT,
    );
    const range = document.createRange();
    while (walker.nextNode()) {
      const node = walker.currentNode;
      if (node instanceof Element) {
        const at = node.localName === 'br' ? boxes.get(boxOf(node)) : undefined;
        if (at) at.push('\n');
        continue;
      }
      const parent = node.parentElement;
      if (!parent || parent.closest('rt, svg, style, figcaption, .visually-hidden')) continue;
      const box = boxOf(parent);
      const lines = boxes.get(box) ?? [''];
      boxes.set(box, lines);
      const text = node.textContent ?? '';
      let at = 0;
      for (const letter of text) {
        range.setStart(node, at);
        at += letter.length;
        range.setEnd(node, at);
        const [rect] = [...range.getClientRects()].filter(({ width }) => width > 0);
        const last = bottoms.get(box);
        if (rect && last !== undefined && (rect.top + rect.bottom) / 2 > last) lines.push('');
        if (rect) bottoms.set(box, rect.bottom);
        lines.push((lines.pop() ?? '') + (/\s/.test(letter) ? ' ' : letter));
      }
    }
    for (const lines of boxes.values()) if (lines.length > 1) found.push(lines);
  }
  return found;

  function boxOf(node: Element): Element {
    let box = node;
    while (getComputedStyle(box).display === 'inline' && box.parentElement) box = box.parentElement;
    return box;
  }
}

const BESIDE_MARK = /[\s\p{P}\p{S}]$/u;
const BEFORE_MARK = /^[\s\p{P}\p{S}]/u;
const model = new Parser(jaModel);

/** Lines that end within a phrase which would have fitted on a line of its own. */
export function badlyBroken(lines: readonly string[], names: readonly string[]): string | null {
  const text = lines.join('').replaceAll(BREAK, '');
  const places = new Set<number>();
  for (const phrases of [phrasesOf(text), model.parse(text)]) placesIn(phrases, places);
  // Nobody knows where a name may break.
  const inNames = new Set<number>();
  for (const name of names) {
    let start = text.indexOf(name);
    for (; start !== -1; start = text.indexOf(name, start + 1))
      for (let at = start; at <= start + name.length; at++) inNames.add(at);
  }
  let at = 0;
  for (const [index, line] of lines.entries()) {
    const next = lines[index + 1];
    const plain = line.replaceAll(BREAK, '');
    const start = at;
    at += plain.length;
    if (next === undefined || line.endsWith(BREAK) || next.startsWith(BREAK)) continue;
    if (places.has(at) || inNames.has(at) || BESIDE_MARK.test(plain) || BEFORE_MARK.test(next))
      continue;
    const phraseStart = Math.max(0, ...[...places].filter((place) => place < at));
    // A phrase that is wider than its box begins its line.
    if (phraseStart <= start) continue;
    return lines.join(' / ').replaceAll(BREAK, '');
  }
  return null;
}

function placesIn(phrases: readonly string[], places: Set<number>): void {
  let at = 0;
  for (const phrase of phrases) places.add((at += phrase.length));
}
