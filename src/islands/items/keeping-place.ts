/** A change that adds or takes away rows; the photo one looks at stays where it is on screen. */
export function keepingPlace(change: () => void): void {
  const tile = [...document.querySelectorAll<HTMLElement>('.photo-tile')].find(
    (each) => each.getBoundingClientRect().bottom > SEEN_FROM,
  );
  const before = tile?.getBoundingClientRect().top ?? 0;
  change();
  requestAnimationFrame(() => {
    if (tile && scrollY > 0) scrollBy({ top: tile.getBoundingClientRect().top - before });
  });
}

/** Below the head that stays at the top. */
const SEEN_FROM = 60;
