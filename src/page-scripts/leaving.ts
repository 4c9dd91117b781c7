interface LinkFacts {
  href: string;
  target: string;
  isDownload: boolean;
}

/** Whether following a link replaces this page by another of ours. */
export function leadsAway({ href, target, isDownload }: LinkFacts, here: string): boolean {
  if (isDownload || (target !== '' && target !== '_self') || !URL.canParse(href)) return false;
  const [to, from] = [new URL(href), new URL(here)];
  const isHereAlready = to.pathname === from.pathname && to.search === from.search;
  return to.origin === from.origin && !(isHereAlready && to.hash !== '');
}
