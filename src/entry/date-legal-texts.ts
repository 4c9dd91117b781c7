import { privacyFor, privacyOf } from '#components/legal/privacy-text.ts';
import { termsOf } from '#components/legal/terms-text.ts';
import { noteLegalTexts } from '#domains/operator/legal-texts.ts';
import type { Runtime } from '#server/runtime.ts';
import { siteOf } from '#server/site.ts';

/** Before the first page is made: legal pages show the date. */
export async function dateLegalTexts(rt: Runtime): Promise<void> {
  const site = siteOf(rt);
  const { operator, whom } = site;
  await noteLegalTexts(rt, {
    terms: [termsOf(operator), whom],
    privacy: [privacyFor(site, operator.server), privacyOf(operator), whom],
  });
}
