/** Functions that run in the browser, each self-contained. */

/** Controls smaller than `least` CSS pixels in either direction. */
export function smallTargets(least: number): string[] {
  const controls =
    'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab]';
  const found: string[] = [];
  for (const element of document.querySelectorAll<HTMLElement>(controls)) {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const boxes = [element.getBoundingClientRect()];
    // A link may cover its card.
    if (getComputedStyle(element, '::after').position === 'absolute' && element.offsetParent) {
      boxes.push(element.offsetParent.getBoundingClientRect());
    }
    // What is pressed may be a part that lies elsewhere.
    if (element.localName === 'summary') {
      boxes.push(...Array.from(element.children, (part) => part.getBoundingClientRect()));
    }
    // A tap on the label counts.
    if (element instanceof HTMLInputElement) {
      for (const label of element.labels ?? []) {
        if (label.contains(element) || /radio|checkbox|file/.test(element.type)) {
          boxes.push(label.getBoundingClientRect());
        }
      }
    }
    const width = Math.max(...boxes.map((box) => box.width));
    const height = Math.max(...boxes.map((box) => box.height));
    // For screen readers only.
    if (getComputedStyle(element).clipPath !== 'none') continue;
    if (Math.min(width, height) >= least - 0.5 || inRunningText(element)) continue;
    found.push(`${element.outerHTML.slice(0, 120)} ${Math.round(width)}×${Math.round(height)}`);
  }
  return found;

  /** A link within a sentence is as high as its line (WCAG 2.5.8, "Inline"). */
  function inRunningText(element: HTMLElement): boolean {
    if (getComputedStyle(element).display !== 'inline') return false;
    const siblings = [...(element.parentElement?.childNodes ?? [])];
    return siblings.some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
  }
}

/** In CSS pixels. */
export function smallTexts(least: number): string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement;
    const text = walker.currentNode.textContent?.trim() ?? '';
    if (!parent?.checkVisibility() || text === '' || parent.closest('svg, style, script, rt'))
      continue;
    const size = parseFloat(getComputedStyle(parent).fontSize);
    if (size < least - 0.1) found.push(`${size}px: ${text.slice(0, 30)}`);
  }
  return [...new Set(found)];
}

/** Errors that no field refers to, and invalid fields without an error. */
export function looseErrors(): string[] {
  const wrong = [...document.querySelectorAll('[aria-invalid="true"]')];
  const without = wrong.filter((field) => {
    const ids = field.getAttribute('aria-describedby')?.split(' ') ?? [];
    return !ids.some((id) => document.getElementById(id)?.textContent.trim());
  });
  return without.map((field) => field.outerHTML.slice(0, 120));
}

/** Text cut off by its own box. */
export function cutTexts(): string[] {
  const found: string[] = [];
  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    const { overflowX, overflowY, clipPath } = getComputedStyle(element);
    if (!element.checkVisibility() || clipPath !== 'none' || element.closest('svg, picture'))
      continue;
    const cutsX = overflowX === 'hidden' || overflowX === 'clip';
    const cutsY = overflowY === 'hidden' || overflowY === 'clip';
    const isCut =
      (cutsX && element.scrollWidth > element.clientWidth + 1) ||
      (cutsY && element.scrollHeight > element.clientHeight + 1);
    // A name that ends in … is shown in full on its own page.
    const isEllipsis = getComputedStyle(element).textOverflow === 'ellipsis';
    const isDrawing = element.closest('[aria-hidden=true]') !== null;
    if (isCut && !isEllipsis && !isDrawing && element.textContent.trim())
      found.push(element.outerHTML.slice(0, 120));
  }
  return found;
}

/**
 * Overlapping texts, and texts in a column of single characters.
 * @param hasGrounds in forced colours each line has a background, which covers what is before it
 */
export function brokenTexts(hasGrounds: boolean): string[] {
  interface Line {
    text: string;
    parent: HTMLElement;
    /** The whole line with its background, and its text alone. */
    box: DOMRect;
    top: number;
    bottom: number;
  }
  const TOO_NARROW = 2.3; // characters a line
  const MANY = 3; // lines
  const found: string[] = [];
  const lines: Line[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement;
    const text = walker.currentNode.textContent?.trim() ?? '';
    if (!parent || text === '' || !isRead(parent)) continue;
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    const boxes = [...range.getClientRects()].filter(({ width }) => width > 1);
    const rows = new Set(boxes.map(({ top }) => Math.round(top))).size;
    if (rows >= MANY && text.length / rows < TOO_NARROW) found.push(`squeezed: ${text}`);
    const half = parseFloat(getComputedStyle(parent).fontSize) * 0.35;
    for (const box of boxes) {
      const middle = (box.top + box.bottom) / 2;
      lines.push({ text, parent, box, top: middle - half, bottom: middle + half });
    }
  }
  for (const [index, line] of lines.entries()) {
    for (const later of lines.slice(index + 1, index + 40)) {
      if (later.parent === line.parent) continue;
      const isBelow = hasGrounds && !isPositioned(line.parent);
      const { top, bottom } = isBelow ? later.box : later;
      const across =
        Math.min(line.box.right, later.box.right) - Math.max(line.box.left, later.box.left);
      const down = Math.min(line.bottom, bottom) - Math.max(line.top, top);
      if (across > 2 && down > 2)
        found.push(`${line.text.slice(0, 30)} under ${later.text.slice(0, 30)}`);
    }
  }
  return [...new Set(found)];

  /** Visible, and not moved out of the text flow. */
  function isRead(element: HTMLElement): boolean {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
    if (element.closest('svg, style, script, dialog, select, textarea, .visually-hidden'))
      return false;
    for (let at: HTMLElement | null = element; at; at = at.parentElement) {
      const { position, clipPath, overflowX } = getComputedStyle(at);
      if (/fixed|sticky/.test(position) || clipPath !== 'none' || overflowX === 'auto')
        return false;
    }
    return true;
  }

  function isPositioned(element: HTMLElement): boolean {
    const { position, zIndex } = getComputedStyle(element);
    return position !== 'static' || zIndex !== 'auto';
  }
}

/** Buttons without an edge in forced colours. */
export function edgelessButtons(): string[] {
  const seen = [...document.querySelectorAll<HTMLElement>('.button, input, select, textarea')];
  return seen
    .filter((element) => {
      if (!element.checkVisibility() || element.matches('[type=hidden], .visually-hidden'))
        return false;
      const { borderTopStyle, borderTopWidth, clipPath, opacity } = getComputedStyle(element);
      if (clipPath !== 'none' || opacity === '0') return false;
      if (element.matches('[type=radio], [type=checkbox], [type=file]')) return false;
      return borderTopStyle === 'none' || parseFloat(borderTopWidth) < 1;
    })
    .map((element) => element.outerHTML.slice(0, 120));
}

declare global {
  interface Window {
    /** Where each Tab led, until it left the page behind. */
    focusWatch: { stops: FocusStop[]; isOver: boolean; now: () => FocusStop | null };
  }
}

/** A focused element, whether its focus is visible, and whether it is covered. */
export interface FocusStop {
  what: string;
  isMarked: boolean;
  isCovered: boolean;
}

/** Looks at the focused element whenever a key is released, from the first to the last. */
export function watchFocus(): void {
  const watch: Window['focusWatch'] = (window.focusWatch = {
    stops: [],
    isOver: false,
    now: focused,
  });
  const look = (): void => {
    const stop = focused();
    if (stop && !watch.isOver) watch.stops.push(stop);
    // Pressed on what is last, the first Tab leaves the page, and the next begins at its top.
    else if (watch.stops.length > 0) watch.isOver = true;
  };
  window.addEventListener('keyup', look, { capture: true });

  function focused(): FocusStop | null {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return null;
    const box = element.getBoundingClientRect();
    const around = [element, element.parentElement, element.closest('label')];
    const isMarked = around.some((part) => {
      if (!part) return false;
      // Within a date field the browser marks the focused part.
      if (part instanceof HTMLInputElement && part.type === 'date') return true;
      // A ring of the element itself lies above its contents; an outline inside would not.
      return [getComputedStyle(part), getComputedStyle(part, '::before')].some(
        ({ outlineStyle, outlineWidth, content }, index) =>
          (index === 0 || content !== 'none') &&
          outlineStyle !== 'none' &&
          parseFloat(outlineWidth) >= 2,
      );
    });
    // One visible point is enough (WCAG 2.4.11).
    const points = [0.1, 0.5, 0.9].flatMap((x) => [0.1, 0.5, 0.9].map((y) => [x, y] as const));
    const isCovered = !points.some(([x, y]) => {
      const top = document.elementFromPoint(box.left + box.width * x, box.top + box.height * y);
      return top !== null && (element.contains(top) || top.contains(element));
    });
    return { what: element.outerHTML.slice(0, 120), isMarked, isCovered };
  }
}
