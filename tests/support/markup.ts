import { HtmlValidate } from 'html-validate';

/** Each rule that is off is a matter of taste, or of how a library writes. */
const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:recommended', 'html-validate:a11y'],
  rules: {
    // How React writes: `popoverTarget`, `<input/>`, `hidden=""`. To a browser they are the same.
    'attr-case': 'off',
    'void-style': 'off',
    'attribute-empty-style': 'off',
    'attribute-boolean-style': 'off',
    // A button in a form sends it: that is the default, and what ours mean.
    'no-implicit-button-type': 'off',
    // Tables laid out as blocks on a phone lose their roles in Safari unless these say them again.
    'no-redundant-role': 'off',
    // React makes ids such as `_r1_`; browsers take any id without a space.
    'valid-id': ['error', { relaxed: true }],
    // A photo that can be chosen is a button with the role of a checkbox: a picture, a name, a day.
    'prefer-native-element': ['error', { exclude: ['checkbox'] }],
    // The style sheet keeps a number on one line; other hyphens would not be copied as dialled.
    'tel-non-breaking': 'off',
  },
});

/** Where a page's first island is, Astro writes this; browsers take it anywhere. */
const ISLAND_STYLE = /<style>astro-island,[^<]*<\/style>/;

/** What is wrong with a page's HTML, one line each. */
export async function faultsOf(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html.replace(ISLAND_STYLE, ''));
  return results.flatMap(({ messages }) =>
    messages.map(
      ({ ruleId, message, line, selector }) => `${ruleId}: ${message} (${line}: ${selector ?? ''})`,
    ),
  );
}
