import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { ensureDemo, readDemoEnv, showProgress } from '../demo/seed.ts';
import { openDatabase } from '#server/sqlite/database.ts';
import { dataPaths } from '#server/data-folder.ts';
import { DEMO_SWITCH } from '#server/demo-folder.ts';
import type { Env } from '#server/env.ts';
import { keepFilesPrivate } from '#server/private-files.ts';
import { paths } from '#lib/paths.ts';
import { addMonths, civilDateOf, yearMonthOf } from '#lib/calendar.ts';
import { DEMO_APP_KEY } from '../demo/operator.ts';
import { DEMO_PASSWORD } from '../demo/people.ts';
import { TRIAL_EMAIL } from '../demo/trial.ts';
import { buildIfStale } from './build.ts';
import { SERVER_ARGS, SERVER_ENV } from './server-command.ts';

/** `npm run demo`: builds, seeds and serves the demo and prints its logins. */
async function demo(): Promise<void> {
  const env = readDemoEnv(process.env);
  await requireFreePort(env);
  // Side by side, since neither needs two cores; the build keeps the umask it begins with.
  const building = buildIfStale();
  keepFilesPrivate();
  const seeding = ensureDemo(env, process.argv.includes('--reset'), showProgress);
  for (const outcome of await Promise.allSettled([building, seeding])) {
    if (outcome.status === 'rejected') throw outcome.reason;
  }
  await serve(env);
}

async function requireFreePort({ HOST, PORT }: Env): Promise<void> {
  const probe = createServer().listen(PORT, HOST);
  try {
    await once(probe, 'listening');
  } catch {
    throw new Error(`PORT ${PORT} on ${HOST} is in use; stop the other program or set PORT`);
  }
  probe.close();
  await once(probe, 'close');
}

async function serve(env: Env): Promise<void> {
  const server = spawn(process.execPath, [...SERVER_ARGS, DEMO_SWITCH], {
    stdio: 'inherit',
    env: {
      ...{ LOG_LEVEL: 'warn', ...SERVER_ENV, ...process.env },
      ...{ DATA_DIR: env.DATA_DIR, OPERATOR_FILE: env.OPERATOR_FILE },
    },
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill());
  endWithParent(() => server.kill());
  server.on('exit', (code) => process.exit(code ?? 1));
  await answering(env.PUBLIC_URL);
  console.log(await welcome(env));
}

/** npm does not forward every signal. */
function endWithParent(end: () => void): void {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) end();
  }, 1000).unref();
}

async function answering(url: string): Promise<void> {
  for (;;) {
    const answer = await fetch(`${url}/healthz`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const mailsLine = ({ PUBLIC_URL, SMTP_URL }: Env): string =>
  SMTP_URL === undefined ? `\n  Sent mails     ${PUBLIC_URL}${paths.demoMails}\n` : '';

/** Where mails are sent for good, no page gives anything away. */
const secondStepLine = ({ SMTP_URL }: Env): string =>
  SMTP_URL === undefined
    ? 'then the page shows the six digits'
    : `then: oathtool --totp -b ${DEMO_APP_KEY}`;

const operatorLine = (env: Env, email: string | undefined): string =>
  email === undefined
    ? ''
    : `
  Operator       ${env.PUBLIC_URL}${paths.operatorLogin}
                 ${email}   ${DEMO_PASSWORD}
                 ${secondStepLine(env)}
`;

async function welcome(env: Env): Promise<string> {
  const db = openDatabase(dataPaths(env.DATA_DIR).database);
  const family = await db
    .selectFrom('families')
    .innerJoin('residents', 'residents.id', 'families.resident_id')
    .select(['families.name', 'families.token as familyToken'])
    .select(['residents.name as residentName', 'residents.token as residentToken'])
    .orderBy('residents.room')
    .orderBy('families.name')
    .executeTakeFirstOrThrow();
  const operator = await db.selectFrom('operators').select('email').executeTakeFirst();
  await db.destroy();
  const lastMonth = addMonths(yearMonthOf(civilDateOf(new Date())), -1);
  return `
つきだより is running at ${env.PUBLIC_URL}   (Ctrl+C stops it)

  Staff login    ${env.PUBLIC_URL}${paths.login}
    admin        admin@example.jp   ${DEMO_PASSWORD}
    general      staff@example.jp   ${DEMO_PASSWORD}
    trial        ${TRIAL_EMAIL}   ${DEMO_PASSWORD}   (another facility, whose trial is ending)

  Family link    ${env.PUBLIC_URL}${paths.letters(family)}
    last letter  ${env.PUBLIC_URL}${paths.letter(lastMonth, family)}
${mailsLine(env)}${operatorLine(env, operator?.email)}
  Data is kept in ${env.DATA_DIR}; npm run demo -- --reset starts over.
  SIGN_UP=closed npm run demo shows the pages while no facility can sign up.
`;
}

demo().catch((error: unknown) => {
  console.error(`\ntsukidayori: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
});
