import { setTimeout } from 'node:timers/promises';
import { createApp } from 'astro/app/entrypoint';
import { sql } from 'kysely';
import { privacyFor, privacyOf } from '#components/legal/privacy-text.ts';
import { termsOf } from '#components/legal/terms-text.ts';
import '#domains/wiring.ts';
import { readyLetter } from '#domains/letter/serve-letters.ts';
import { listUnknownPlans } from '#domains/operator/facilities.ts';
import { noteLegalTexts } from '#domains/operator/legal-texts.ts';
import { firstSteps } from '#domains/operator/operator-account.ts';
import { startMetrics } from '#domains/operator/serve-metrics.ts';
import { startBackground } from './background.ts';
import { logConsole } from '#server/console-log.ts';
import { tryPhotoStore } from '#server/health-check.ts';
import { noteWork } from '#server/stalls.ts';
import { answerInFront } from './front.ts';
import { backupFolderOf } from '#server/backup-sets.ts';
import { tryFolder, keepFilesPrivate } from '#server/private-files.ts';
import { WITHOUT_BACKGROUND } from '#server/rehearsal-folder.ts';
import { drain, listen } from '#server/http/lifecycle.ts';
import { readyPublicPage } from '#server/http/public-pages.ts';
import type { Render } from '#server/http/ready-pages.ts';
import { serveReady } from '#server/http/ready-pages.ts';
import { securityHeaders } from '#server/http/safe-response.ts';
import { sendResponse } from '#server/http/send-response.ts';
import type { Answer } from '#server/http/server.ts';
import { makeServer } from '#server/http/server.ts';
import { staticFiles } from '#server/http/static-files.ts';
import { takeRequest } from '#server/http/take-request.ts';
import { surviveErrors } from '#server/http/uncaught.ts';
import { recover } from './maintenance.ts';
import { siteOf } from '#server/site.ts';
import { VERSION } from '#server/version.ts';
import type { Runtime } from '#server/runtime.ts';
import { runtime } from '#server/runtime.ts';

const BACKGROUND_MS = 4000;
const BEHIND_PROXY_MS = 1000;

async function main(): Promise<void> {
  keepFilesPrivate();
  if (Number(process.versions.node.split('.')[0]) < 24) {
    throw new Error(`needs Node 24, but this is ${process.versions.node}; use npm start`);
  }
  const rt = await runtime();
  logConsole(rt.log);
  await recover(rt);
  await dateLegalTexts(rt).catch((error: unknown) =>
    rt.log.error({ err: error }, 'legal pages not dated'),
  );
  const meter = await startMetrics(rt);
  const server = makeServer(rt, answerOf(rt), meter);
  await listen(server, rt.env.HOST, rt.env.PORT);
  const isRehearsal = process.argv.includes(WITHOUT_BACKGROUND);
  const stopBackground = isRehearsal ? () => Promise.resolve() : await startBackground(rt);

  let ending = false;
  const stop = async (exitCode: number): Promise<void> => {
    if (ending) return;
    ending = true;
    rt.log.info('stopping');
    await drain(server, rt.env.TRUST_PROXY > 0 ? BEHIND_PROXY_MS : 0);
    await Promise.race([stopBackground(), setTimeout(BACKGROUND_MS)]);
    await Promise.race([rt.close(), setTimeout(BACKGROUND_MS)]);
    process.exit(exitCode);
  };
  process.once('SIGTERM', () => void stop(0));
  process.once('SIGINT', () => void stop(0));
  // However the rehearsal ends, this server does too.
  if (isRehearsal) process.stdin.resume().once('close', () => void stop(0));
  const probe = (): Promise<unknown> => sql`SELECT 1`.execute(rt.db);
  surviveErrors({ log: rt.log, probe, giveUp: () => stop(1) });

  rt.log.info({ version: VERSION, address: `http://${rt.env.HOST}:${rt.env.PORT}` }, 'listening');
  warnOfUnreadMessages(rt);
  await warnOfUnknownPlans(rt);
  await tryBackupFolder(rt);
  await tryPhotoStore(rt);
  await firstSteps(rt).then(
    (words) => process.stdout.write(words),
    (error: unknown) => rt.log.error({ err: error }, 'no first steps'),
  );
}

/** Before the first page is made: legal pages show the date. */
async function dateLegalTexts(rt: Runtime): Promise<void> {
  const site = siteOf(rt);
  const { operator, whom } = site;
  await noteLegalTexts(rt, {
    terms: [termsOf(operator), whom],
    privacy: [privacyFor(site, operator.server), privacyOf(operator), whom],
  });
}

/** A disk that is not mounted, or belongs to another user, is found at once and not at night. */
async function tryBackupFolder({ env, log, isDemo }: Runtime): Promise<void> {
  if (env.BACKUP_HOUR === null || isDemo) return;
  await tryFolder(backupFolderOf(env)).catch((error: unknown) =>
    log.error({ err: error }, 'BACKUP_DIR cannot be written; no backup will be taken'),
  );
}

/** Contact messages are stored, but without OPERATOR_EMAIL no mail announces them. */
function warnOfUnreadMessages({ env, log, isDemo }: Runtime): void {
  if (env.OPERATOR_EMAIL || isDemo) return;
  const hint = `without OPERATOR_EMAIL no one is notified of contact messages; read them with: ${env.ADMIN_COMMAND} contacts`;
  log.warn(hint);
}

/** OPERATOR_FILE once named them. */
async function warnOfUnknownPlans(rt: Runtime): Promise<void> {
  const plans = await listUnknownPlans(rt).catch(() => []);
  if (plans.length === 0) return;
  rt.log.warn({ plans }, 'facilities have plans that are not offered: they have no limits');
}

function answerOf(rt: Runtime): Answer {
  const serveFile = staticFiles(securityHeaders(rt.env));
  // Pages are buffered: one that fails halfway becomes an error page, never half a page with 200.
  const app = createApp({ streaming: false });
  // Fresh locals for every request; shared ones would leak one visitor's data to the next.
  const render: Render = async (request, locals) => {
    noteWork();
    const options = { addCookieHeader: true, locals: { actor: null, ...locals } };
    return app.render(request, options).finally(() => noteWork());
  };
  return async (req, res, path) => {
    if (await answerInFront(req, res, path, rt)) return;
    const ready = (await readyLetter(req, path, rt)) ?? readyPublicPage(req, path, rt.env);
    if (ready) {
      await serveReady(req, res, ready, render);
    } else if (!serveFile(req, res, path)) {
      const request = await takeRequest(req, res, path, rt.env);
      if (request) await sendResponse(req, res, await render(request));
    }
  };
}

main().catch((error: unknown) => {
  process.stderr.write(`tsukidayori: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
