import { HtmlValidate } from 'html-validate';

/** Rules that are off concern taste, or a library's output. */
const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:recommended', 'html-validate:a11y'],
  rules: {
    // React's output: `popoverTarget`, `<input/>`, `hidden=""`.
    'attr-case': 'off',
    'void-style': 'off',
    'attribute-empty-style': 'off',
    'attribute-boolean-style': 'off',
    // `submit` is the default, and intended.
    'no-implicit-button-type': 'off',
    // Ticks of one list have one name.
    'form-dup-name': ['error', { shared: ['radio', 'checkbox', 'button', 'submit'] }],
    // Safari drops the roles of tables laid out as blocks.
    'no-redundant-role': 'off',
    // React makes ids such as `_r1_`.
    'valid-id': ['error', { relaxed: true }],
    // A selectable photo is a button with the role of a checkbox.
    'prefer-native-element': ['error', { exclude: ['checkbox'] }],
    // People's own lines may end in spaces.
    'no-trailing-whitespace': 'off',
    // The style sheet prevents breaks; other hyphens would not be copied as dialled.
    'tel-non-breaking': 'off',
  },
});

/** Written by Astro at the first island; browsers accept it anywhere. */
const ISLAND_STYLE = /<style>astro-island,[^<]*<\/style>/;

/** HTML errors, one line each. */
export async function faultsOf(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html.replace(ISLAND_STYLE, ''));
  return results.flatMap(({ messages }) =>
    messages.map(
      ({ ruleId, message, line, selector }) => `${ruleId}: ${message} (${line}: ${selector ?? ''})`,
    ),
  );
}
