/** Reports what `tsc` and `eslint .` do, but checks the types only once. */
import path from 'node:path';
import { ESLint } from 'eslint';
import ts from 'typescript';

const ROOT = path.resolve(import.meta.dirname, '..');

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
  const program = ts.createProgram({
    rootNames: parsed.fileNames,
    options: parsed.options,
    configFileParsingDiagnostics: parsed.errors,
  });
  const errors = [...(config.error ? [config.error] : []), ...ts.getPreEmitDiagnostics(program)];
  return { program, errors };
}

/** @returns what ESLint prints, and whether it failed */
async function lint(program: ts.Program): Promise<{ text: string; failed: boolean }> {
  const eslint = new ESLint({
    cwd: ROOT,
    overrideConfig: {
      files: ['**/*.{ts,tsx}'],
      languageOptions: { parserOptions: { projectService: false, programs: [program] } },
    },
  });
  const results = await eslint.lintFiles('.');
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
