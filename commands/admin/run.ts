/** What `npm run admin` does, for a process or a test: settings and output are given, not global. */
import { parseArgs } from 'node:util';
import { AppError } from '#lib/errors.ts';
import type { Env } from '#server/env.ts';
import { EnvError, readEnv } from '#server/env.ts';
import { isBusy } from '#server/failures.ts';
import { affected } from './affected.ts';
import type { Command } from './command.ts';
import { contacts } from './contacts.ts';
import { endService } from './end-service.ts';
import { exporting } from './export.ts';
import { mailCheck } from './mail-check.ts';
import { continuing, ending, facilities, newFacility, planning, removing } from './facilities.ts';
import { openLetter } from './letters.ts';
import { refuseWords, showLogs } from './logs.ts';
import { openBeside } from './open.ts';
import { operatorLink } from './operator.ts';
import { resetPassword, resetSecondStep } from './people.ts';
import {
  dismissMail,
  jobs,
  mails,
  resendLetters,
  retryJob,
  retryMail,
  testMail,
} from './queues.ts';
import { Refused } from './refused.ts';
import { status } from './status.ts';

const COMMANDS: Record<string, Command> = {
  'new-facility': newFacility,
  facilities,
  'continue-facility': continuing,
  'set-plan': planning,
  'export-facility': exporting,
  'end-facility': ending,
  'end-service': endService,
  'remove-facility': removing,
  'reset-password': resetPassword,
  'reset-second-step': resetSecondStep,
  status,
  'open-letter': openLetter,
  jobs,
  'retry-job': retryJob,
  mails,
  'retry-mail': retryMail,
  'resend-letters': resendLetters,
  'dismiss-mail': dismissMail,
  'test-mail': testMail,
  'mail-check': mailCheck,
  contacts,
  'operator-link': operatorLink,
  affected,
};

const LOGS = 'logs';
const LOGS_HELP = {
  takes: '[--since 2h] [--request 番号]',
  says: 'サーバーの記録を表示します。問い合わせの番号で探せます',
};

const OPTIONS = {
  help: { type: 'boolean', short: 'h', default: false },
  short: { type: 'boolean', default: false },
  'take-back': { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
  on: { type: 'string' },
  words: { type: 'string' },
  plan: { type: 'string' },
  'yes-remove': { type: 'string' },
  since: { type: 'string' },
  until: { type: 'string' },
  facility: { type: 'string' },
  request: { type: 'string' },
} as const;

interface Ended {
  /** Exit code of the process: 0 for success. */
  code: number;
  out: string;
  err: string;
}

/**
 * Runs one command on the data folder of `settings`.
 * @param settings as in the environment
 */
export async function runAdmin(
  args: string[],
  settings: Record<string, string | undefined>,
): Promise<Ended> {
  try {
    return { ...(await run(args, readEnv(settings))), err: '' };
  } catch (error) {
    return { code: 1, out: '', err: reasonOf(error) };
  }
}

async function run(args: string[], env: Env): Promise<Pick<Ended, 'code' | 'out'>> {
  const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true });
  const { help, short, ...others } = values;
  const { 'take-back': takeBack, 'dry-run': dryRun, ...options } = others;
  const [name, ...words] = positionals;
  if (help || name === undefined) return { code: help ? 0 : 1, out: helpText(env.ADMIN_COMMAND) };
  // Also where the database cannot be opened: that is when logs are read.
  if (name === LOGS) {
    refuseWords(words);
    return { code: 0, out: await showLogs(env, options) };
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw new Refused(`${name} という操作はありません。--help で一覧を表示します。`);
  const rt = await openBeside(env);
  try {
    const said = await command.run(rt, {
      words,
      options,
      flags: { short, 'take-back': takeBack, 'dry-run': dryRun },
    });
    return typeof said === 'string' ? { code: 0, out: said } : said;
  } finally {
    await rt.close();
  }
}

function helpText(start: string): string {
  const lines = Object.entries({ ...COMMANDS, [LOGS]: LOGS_HELP }).map(
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
