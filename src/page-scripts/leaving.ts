interface LinkFacts {
  href: string;
  target: string;
  isDownload: boolean;
}

/** Whether following a link replaces this page by another of ours. */
export function leadsAway({ href, target, isDownload }: LinkFacts, here: string): boolean {
  const [to, from] = [urlOf(href), new URL(here)];
  if (isDownload || (target !== '' && target !== '_self') || to === null) return false;
  const isHereAlready = to.pathname === from.pathname && to.search === from.search;
  return to.origin === from.origin && !(isHereAlready && to.hash !== '');
}

/** iOS before 17 has no `URL.canParse`. */
function urlOf(href: string): URL | null {
  try {
    return new URL(href);
  } catch {
    return null;
  }
}
