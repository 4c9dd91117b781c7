import astro from 'eslint-plugin-astro';
import hooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  {
    ignores: [
      'dist/',
      '.astro/',
      'data/',
      'demo-data/',
      'node_modules/',
      'test-results/',
      'bench-results/',
    ],
  },
  ...tseslint.configs.strictTypeChecked,
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
      // Kysely's builders are meant to be taken apart.
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/consistent-type-imports': 'error',
      'no-console': 'error',
      eqeqeq: 'error',
    },
  },
  ...astro.configs.recommended,
  { files: ['**/*.mjs', '**/*.astro', 'public/**/*.js'], ...tseslint.configs.disableTypeChecked },
  { files: ['src/islands/**'], ...hooks.configs.flat.recommended },
  {
    // No components, for which most rules would compile each file.
    files: ['src/{stores,client,page-scripts}/**'],
    plugins: { 'react-hooks': hooks },
    rules: { 'react-hooks/rules-of-hooks': 'error', 'react-hooks/exhaustive-deps': 'warn' },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['src/server/transaction.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: "CallExpression[callee.property.name='transaction']",
          message: 'use inTransaction',
        },
      ],
    },
  },
  // A global declaration file can only import inline.
  { files: ['**/*.d.ts'], rules: { '@typescript-eslint/consistent-type-imports': 'off' } },
  { files: ['scripts/**', 'commands/**', 'demo/**', 'tests/**'], rules: { 'no-console': 'off' } },
);
