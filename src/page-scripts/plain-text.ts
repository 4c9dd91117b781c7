/** An element's text without readings. */
export function plainText(element: Element): string {
  const copy = element.cloneNode(true) as Element;
  for (const rt of copy.querySelectorAll('rt')) rt.remove();
  return copy.textContent;
}
