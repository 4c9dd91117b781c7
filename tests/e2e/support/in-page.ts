/** What is read off a page as it stands; each function runs inside the browser, alone. */

/** Controls that a thumb would miss: smaller than `least` in either direction, in CSS pixels. */
export function smallTargets(least: number): string[] {
  const controls =
    'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab]';
  const found: string[] = [];
  for (const element of document.querySelectorAll<HTMLElement>(controls)) {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const boxes = [element.getBoundingClientRect()];
    // A link may be spread over the card that it stands in.
    if (getComputedStyle(element, '::after').position === 'absolute' && element.offsetParent) {
      boxes.push(element.offsetParent.getBoundingClientRect());
    }
    // A tap on its label is a tap on it.
    if (element instanceof HTMLInputElement) {
      for (const label of element.labels ?? []) {
        if (label.contains(element) || /radio|checkbox|file/.test(element.type)) {
          boxes.push(label.getBoundingClientRect());
        }
      }
    }
    const width = Math.max(...boxes.map((box) => box.width));
    const height = Math.max(...boxes.map((box) => box.height));
    // Heard, not seen: nothing to touch.
    if (getComputedStyle(element).clipPath !== 'none') continue;
    if (Math.min(width, height) >= least - 0.5 || inRunningText(element)) continue;
    found.push(`${element.outerHTML.slice(0, 120)} ${Math.round(width)}×${Math.round(height)}`);
  }
  return found;

  /** A link within a sentence is as high as its line (WCAG 2.5.8, "Inline"). */
  function inRunningText(element: HTMLElement): boolean {
    if (getComputedStyle(element).display !== 'inline') return false;
    const beside = [...(element.parentElement?.childNodes ?? [])];
    return beside.some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
  }
}

/** Texts smaller than `least` CSS pixels. */
export function smallTexts(least: number): string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement;
    const text = walker.currentNode.textContent?.trim() ?? '';
    if (!parent?.checkVisibility() || text === '' || parent.closest('svg, style, script')) continue;
    const size = parseFloat(getComputedStyle(parent).fontSize);
    if (size < least - 0.1) found.push(`${size}px: ${text.slice(0, 30)}`);
  }
  return [...new Set(found)];
}

/** Errors beside a field that the field does not name, and wrong fields without one. */
export function looseErrors(): string[] {
  const wrong = [...document.querySelectorAll('[aria-invalid="true"]')];
  const without = wrong.filter((field) => {
    const ids = field.getAttribute('aria-describedby')?.split(' ') ?? [];
    return !ids.some((id) => document.getElementById(id)?.textContent.trim());
  });
  return without.map((field) => field.outerHTML.slice(0, 120));
}

/** Text that its own box cuts off, which enlarged text must not be. */
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
    // A name that ends in … stands in full in the heading of its own page.
    const isEllipsis = getComputedStyle(element).textOverflow === 'ellipsis';
    const isDrawing = element.closest('[aria-hidden=true]') !== null;
    if (isCut && !isEllipsis && !isDrawing && element.textContent.trim())
      found.push(element.outerHTML.slice(0, 120));
  }
  return found;
}

/** What has the focus, whether one sees that it has, and whether something lies over it. */
export function focused(): { what: string; isMarked: boolean; isCovered: boolean } | null {
  const element = document.activeElement;
  if (!(element instanceof HTMLElement) || element === document.body) return null;
  const box = element.getBoundingClientRect();
  const around = [element, element.parentElement, element.closest('label')];
  const isMarked = around.some((part) => {
    if (!part) return false;
    // Within a date it is one of its parts that has the focus, and the browser's own mark.
    if (part instanceof HTMLInputElement && part.type === 'date') return true;
    // A ring of the element's own lies over what it holds; an outline within would lie beneath.
    return [getComputedStyle(part), getComputedStyle(part, '::before')].some(
      ({ outlineStyle, outlineWidth, content }, index) =>
        (index === 0 || content !== 'none') &&
        outlineStyle !== 'none' &&
        parseFloat(outlineWidth) >= 2,
    );
  });
  // Wholly hidden fails (WCAG 2.4.11): one visible point is enough.
  const points = [0.1, 0.5, 0.9].flatMap((x) => [0.1, 0.5, 0.9].map((y) => [x, y] as const));
  const isCovered = !points.some(([x, y]) => {
    const top = document.elementFromPoint(box.left + box.width * x, box.top + box.height * y);
    return top !== null && (element.contains(top) || top.contains(element));
  });
  return { what: element.outerHTML.slice(0, 120), isMarked, isCovered };
}
