import { pageStyle, photoRules } from '#components/letter/photo-view.server.ts';
import type { Link } from '#features/family-link/link.service.ts';
import { notFound } from '#lib/errors.ts';
import { runtime } from '#server/runtime.ts';
import bookCss from '#styles/letter/book.css?inline';
import noneCss from '#styles/letter/none.css?inline';
import type { YearPage } from './year-page.server.ts';
import { readYearPage } from './year-page.server.ts';

interface YearView {
  link: Link;
  year: number;
  /** null if there are no letters of that year. */
  page: YearPage | null;
  style: ReturnType<typeof pageStyle>;
}

/** What the page of a year and its print view begin with. */
export async function openYear(
  { link }: { link?: Link | null },
  { year: asked }: { year?: string | undefined },
): Promise<YearView> {
  if (!link) throw notFound();
  const year = Number(asked);
  const page = await readYearPage(await runtime(), link, year);
  const style = pageStyle(bookCss + (page ? '' : noneCss), photoRules(page?.photos ?? []));
  return { link, year, page, style };
}
