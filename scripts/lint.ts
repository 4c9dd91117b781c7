/**
 * Reports what `tsc` and `eslint .` do, but checks the types only once, and of files that are as they
 * were not again. `--changed` lints only what has changed: rules that ask for types cost four times as
 * much as the types, while what one file's types mean for another is TypeScript's to say.
 */
import path from 'node:path';
import { ESLint } from 'eslint';
import ts from 'typescript';
import { changedFiles } from './changed-files.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const BUILD_INFO = path.join(ROOT, 'node_modules/.cache/types/tsconfig.tsbuildinfo');

const host: ts.FormatDiagnosticsHost = {
  getCanonicalFileName: (file) => file,
  getCurrentDirectory: () => ROOT,
  getNewLine: () => '\n',
};

/** @returns the program of tsconfig.json, and every error in it */
function checkTypes(): { program: ts.Program; errors: readonly ts.Diagnostic[] } {
  const file = path.join(ROOT, 'tsconfig.json');
  const config = ts.readConfigFile(file, (name) => ts.sys.readFile(name));
  const parsed = ts.parseJsonConfigFileContent(config.config, ts.sys, ROOT, undefined, file);
  const builder = ts.createIncrementalProgram({
    rootNames: parsed.fileNames,
    options: { ...parsed.options, incremental: true, tsBuildInfoFile: BUILD_INFO },
    configFileParsingDiagnostics: parsed.errors,
  });
  const errors = [
    ...(config.error ? [config.error] : []),
    ...builder.getConfigFileParsingDiagnostics(),
    ...builder.getOptionsDiagnostics(),
    ...builder.getSyntacticDiagnostics(),
    ...builder.getGlobalDiagnostics(),
    ...builder.getSemanticDiagnostics(),
  ];
  // Nothing but what is known now.
  builder.emit();
  return { program: builder.getProgram(), errors };
}

const LINTED = /\.(?:tsx?|m?js|astro)$/;

/** @returns what ESLint prints, and whether it failed */
async function lint(program: ts.Program): Promise<{ text: string; failed: boolean }> {
  const eslint = new ESLint({
    cwd: ROOT,
    warnIgnored: false,
    errorOnUnmatchedPattern: false,
    overrideConfig: {
      files: ['**/*.{ts,tsx}'],
      languageOptions: { parserOptions: { projectService: false, programs: [program] } },
    },
  });
  const changed = process.argv.includes('--changed') ? changedFiles() : null;
  const files = changed?.filter((file) => LINTED.test(file)) ?? ['.'];
  const results = await eslint.lintFiles(files);
  const formatter = await eslint.loadFormatter('stylish');
  const failed = results.some(
    ({ errorCount, fatalErrorCount }) => errorCount + fatalErrorCount > 0,
  );
  return { text: await formatter.format(results), failed };
}

const { program, errors } = checkTypes();
if (errors.length > 0) console.error(ts.formatDiagnosticsWithColorAndContext(errors, host));
const { text, failed } = await lint(program);
if (text !== '') console.error(text);
process.exitCode = errors.length > 0 || failed ? 1 : 0;
