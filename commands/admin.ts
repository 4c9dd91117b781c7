/** The operator's command line, `npm run admin -- COMMAND`; also while the server runs. */
import { parseArgs } from 'node:util';
import { AppError } from '#lib/errors.ts';
import { EnvError, readEnv } from '#server/env.ts';
import { isBusy } from '#server/failures.ts';
import { keepFilesPrivate } from '#server/private-files.ts';
import type { Command } from './admin/command.ts';
import { contacts } from './admin/contacts.ts';
import { exporting } from './admin/export.ts';
import { continuing, facilities, newFacility, planning, removing } from './admin/facilities.ts';
import { openLetter } from './admin/letters.ts';
import { openBeside } from './admin/open.ts';
import { operatorLink } from './admin/operator.ts';
import { resetPassword } from './admin/people.ts';
import { dismissMail, jobs, mails, retryJob, retryMail, testMail } from './admin/queues.ts';
import { Refused } from './admin/refused.ts';
import { status } from './admin/status.ts';

const COMMANDS: Record<string, Command> = {
  'new-facility': newFacility,
  facilities,
  'continue-facility': continuing,
  'set-plan': planning,
  'export-facility': exporting,
  'remove-facility': removing,
  'reset-password': resetPassword,
  status,
  'open-letter': openLetter,
  jobs,
  'retry-job': retryJob,
  mails,
  'retry-mail': retryMail,
  'dismiss-mail': dismissMail,
  'test-mail': testMail,
  contacts,
  'operator-link': operatorLink,
};

const OPTIONS = {
  help: { type: 'boolean', short: 'h', default: false },
  plan: { type: 'string' },
  'yes-remove': { type: 'string' },
} as const;

async function main(args: string[]): Promise<number> {
  keepFilesPrivate();
  const env = readEnv(process.env);
  const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true });
  const { help, ...options } = values;
  const [name, ...words] = positionals;
  if (help || name === undefined) {
    console.log(helpText(env.ADMIN_COMMAND));
    return help ? 0 : 1;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw new Refused(`${name} という操作はありません。--help で一覧を表示します。`);
  const rt = await openBeside(env);
  try {
    console.log(await command.run(rt, { words, options }));
    return Number(process.exitCode ?? 0);
  } finally {
    await rt.close();
  }
}

function helpText(start: string): string {
  const lines = Object.entries(COMMANDS).map(
    ([name, { takes, says }]) => `  ${`${name} ${takes}`.trimEnd()}\n      ${says}`,
  );
  return [
    'つきだよりを運営する人のための操作です。サーバーが動いたままでも使えます。',
    '',
    `使い方: ${start} 操作 …`,
    '',
    ...lines,
  ].join('\n');
}

function reasonOf(error: unknown): string {
  if (error instanceof Refused || error instanceof AppError || error instanceof EnvError) {
    return error.message;
  }
  const { code, message } = error as NodeJS.ErrnoException;
  if (code?.startsWith('ERR_PARSE_ARGS')) return `${message} --help で使い方を表示します。`;
  if (isBusy(error)) {
    return 'サーバーがデータベースを使っていて、書き込めませんでした。もう一度お試しください。';
  }
  return `うまくいきませんでした: ${message}`;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(reasonOf(error));
  process.exitCode = 1;
}
