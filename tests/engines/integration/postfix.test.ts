import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ImapFlow } from 'imapflow';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runDeliveries } from '#domains/delivery/monthly-run.ts';
import { lastReading } from '#domains/delivery/returned/last-reading.ts';
import { makeReturnId } from '#domains/mail/return-id.ts';
import { makeMailer } from '#server/mailer.ts';
import { readEnv } from '#server/env.ts';
import { readDashboard } from '#domains/dashboard/read-dashboard.ts';
import { readHandoverList } from '#domains/delivery/letters-by-hand.ts';
import { readDeliveryPage } from '#domains/delivery/read-states.ts';
import { readStopped } from '#domains/delivery/returned/stopped-letters.ts';
import type { CastActor } from '../../support/cast.ts';
import { signedIn } from '../../support/cast.ts';
import { LONG_AGO, makeDelivering, tokyo } from '../../support/delivery.ts';
import { makeStaff } from '../../support/factories.ts';
import { needs } from '../../support/needs.ts';
import type { MailServers } from '../../support/returned/mail-servers.ts';
import {
  FAMILIES,
  MAIL_SERVERS_MISSING,
  OURS,
  hasMailServers,
  startMailServers,
} from '../../support/returned/mail-servers.ts';
import { letterOf, plainReport, statusReport } from '../../support/returned/reports.ts';
import type { TestRuntime } from '../../support/runtime.ts';
import { makeRuntime } from '../../support/runtime.ts';
import { makeMailSender } from '../../support/sender.ts';
import type { TestSmtp } from '../../support/smtp.ts';
import { startSmtp } from '../../support/smtp.ts';

const MONTH = 202610;
const NOBODY_HOST =
  'Host or domain name not found. Name service error for name=nowhere.example type=A: Host not found';
const CHILD = path.resolve(import.meta.dirname, '../../support/returned/reader-child.ts');

/** 40 families, and what is known of each at the end. */
const GROUPS: [name: string, count: number, domain: string, end: string | null][] = [
  ['good', 15, FAMILIES, null],
  ['nobody', 5, FAMILIES, 'hard'],
  ['full', 4, FAMILIES, 'soft'],
  ['gone', 3, 'nowhere.example', 'hard'],
  ['forward', 3, FAMILIES, 'forwarded'],
  ['slow', 3, 'slow.example', null],
  ['never', 3, 'never.example', 'soft'],
  ['away', 2, FAMILIES, null],
  ['blocked', 2, 'blocked.example', 'ours'],
];
const ALL = GROUPS.flatMap(([name, count, domain, end]) =>
  Array.from({ length: count }, (_, n) => ({ name, n, email: `${name}${n}@${domain}`, end })),
);
const named = (...names: string[]): string[] =>
  ALL.flatMap(({ name, n }) => (names.includes(name) ? [`${name}${n}`] : []));

describe.each([
  ['by an address for each letter', { BOUNCE_ADDRESS: `bounces@${OURS}` }],
  ['by what the reports return', {}],
])(
  'with a real Postfix and Dovecot, %s',
  needs(hasMailServers(), MAIL_SERVERS_MISSING),
  (_how, more) => {
    let servers: MailServers;
    let slow: TestSmtp;
    let rt: TestRuntime;
    let settings: Record<string, string>;
    let admin: CastActor;
    beforeAll(async () => {
      slow = await startSmtp();
      slow.fault = () => 'busy';
      servers = await startMailServers({
        good: named('good', 'away'),
        full: named('full'),
        forwards: Object.fromEntries(
          named('forward').map((name) => [name, `${name}@nowhere.example`]),
        ),
        transports: {
          'nowhere.example': `error:5.4.4 ${NOBODY_HOST}`,
          'never.example': 'smtp:[127.0.0.1]:9',
          'slow.example': `smtp:[127.0.0.1]:${new URL(slow.url).port}`,
          'blocked.example': 'error:5.7.1 Client host [192.0.2.1] blocked using zen.spamhaus.org',
        },
      });
    });
    afterAll(() => Promise.all([servers.stop(), slow.close()]));
    beforeEach(async () => {
      settings = {
        MAIL_FROM: `bounces@${OURS}`,
        SMTP_URL: servers.smtpUrl,
        BOUNCE_URL: servers.imapUrl,
        ...more,
      };
      rt = await makeRuntime(settings);
      rt.clock.set(tokyo('2026-11-01T09:00'));
    });

    async function sendLetters(): Promise<void> {
      const { familyIds, hostId } = await makeDelivering(rt, { families: ALL.length });
      const old = { role: 'admin' as const, created_at: LONG_AGO };
      admin = await signedIn(rt, await makeStaff(rt, hostId, old));
      for (const [n, id] of familyIds.entries()) {
        const email = ALL[n]?.email ?? '';
        await rt.db.updateTable('families').set({ email }).where('id', '=', id).execute();
      }
      await runDeliveries(rt);
      await makeMailSender({ ...rt, mailer: makeMailer(readEnv(settings)) }).drain();
    }

    async function untilAllEnded(): Promise<void> {
      for (let left = await servers.queued(); left > 0; left = await servers.queued()) {
        await sleep(500);
        // Once it has told of the delay.
        if (
          slow.received.length === 0 &&
          (await servers.log()).includes('sender delay notification')
        ) {
          slow.fault = () => 'none';
        }
      }
    }

    const letters = () =>
      rt.db
        .selectFrom('outbox')
        .select(['id', 'recipient', 'state', 'returned', 'returned_words as words'])
        .where('kind', '=', 'delivery')
        .execute();

    /** @param dots after so many it is killed */
    async function read(dots: number): Promise<boolean> {
      const args = [
        JSON.stringify({ DATA_DIR: rt.dataDir, DATABASE_URL: rt.env.DATABASE_URL, ...settings }),
      ];
      const child = spawn(process.execPath, [CHILD, ...args, rt.clock.now().toISOString()], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let said = '';
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        said += text;
        if (said.replace('done', '').length >= dots) child.kill('SIGKILL');
      });
      await once(child, 'close');
      return said.includes('done');
    }

    /** Each once, on お届けの様子, 今月, the list of letters to hand over, and the operator's status. */
    async function expectStaffToKnow(): Promise<void> {
      const count = (...ends: (string | null)[]): number =>
        ALL.filter(({ end }) => ends.includes(end)).length;
      const { families } = await readDeliveryPage(rt, admin, MONTH);
      const shown = families.map(({ mail }) =>
        mail.state === 'failed' ? (mail.returned ?? '') : mail.state,
      );
      const wanted = ALL.map(({ end }) => end ?? 'sent');
      expect(shown.sort()).toEqual(wanted.sort());
      expect((await readDashboard(rt, admin)).returned.count).toBe(count('hard'));
      const handed = (await readHandoverList(rt, admin.host.id, MONTH)).handovers;
      expect(handed).toHaveLength(count('hard', 'soft'));
      expect(await readStopped(rt)).toMatchObject({ mails: count('ours') });
      const noted = rt.db.selectFrom('audit_logs').select('target');
      const back = await noted.where('action', '=', 'delivery.came_back').execute();
      expect(back).toHaveLength(count('hard', 'soft', 'forwarded'));
      expect(new Set(back.map(({ target }) => target)).size).toBe(back.length);
      const parked = await noted.where('action', '=', 'family.mail_returned').execute();
      expect(parked).toHaveLength(count('hard'));
    }

    test('each of 40 families stands where it should, through kills', async () => {
      await sendLetters();
      const sent = await letters();
      expect(sent.map(({ state }) => state)).toEqual(ALL.map(() => 'sent'));
      const idOf = (email: string): string =>
        sent.find(({ recipient }) => recipient === email)?.id ?? '';
      const markOf = (email: string): string => makeReturnId(rt, idOf(email), rt.clock.now()) ?? '';
      const post = createTransport(servers.smtpUrl);
      const put = (to: string, raw: string) => post.sendMail({ envelope: { from: '', to }, raw });
      const returnTo = (mark: string): string =>
        'BOUNCE_ADDRESS' in more ? `bounces+${mark}@${OURS}` : `bounces@${OURS}`;
      for (const name of named('away')) {
        const email = `${name}@${FAMILIES}`;
        const letter = letterOf(markOf(email), email);
        await put(
          returnTo(markOf(email)),
          plainReport(letter, 'I am away.', {
            from: email,
            subject: 'Re',
            more: 'Auto-Submitted: auto-replied',
          }),
        );
      }
      // A stranger's word about two families who have their letters.
      for (const name of named('good').slice(0, 2)) {
        const email = `${name}@${FAMILIES}`;
        const forged = `${markOf(email).slice(0, -4)}aaaa`;
        await put(returnTo(forged), statusReport(letterOf(forged, email), [{}]));
      }
      await untilAllEnded();

      let runs = 0;
      for (let dots = 1; !(await read(dots)); dots = (dots % 5) + 1) {
        runs++;
        if (runs === 3) await servers.restartDovecot();
      }
      expect(runs).toBeGreaterThan(5);
      const ends = new Map((await letters()).map((one) => [one.recipient, one]));
      expect(ALL.map(({ email }) => [email, ends.get(email)?.returned])).toEqual(
        ALL.map(({ email, end }) => [email, end]),
      );
      const words = [...ends.values()].map(({ words }) => words ?? '').join('\n');
      expect(words).toContain('blocked using');
      expect(words).not.toContain('@');
      await expectStaffToKnow();
      expect(slow.received).toHaveLength(3);
      expect(await lastReading(rt)).toMatchObject({ trouble: null, unclear: 0 });
      // Reports that were asked for: with the envelope's id, and without the letter.
      const reports = (await messages()).filter((raw) =>
        raw.includes('report-type=delivery-status'),
      );
      const ofPostfix = reports.filter((raw) => raw.includes('X-Postfix-Queue-ID'));
      expect(ofPostfix.length).toBeGreaterThanOrEqual(20 + 3);
      for (const raw of ofPostfix) {
        expect(raw).toMatch(/^Original-Envelope-Id: [a-z2-7]{39}\r$/m);
        expect(raw).toContain('text/rfc822-headers');
      }
    });

    /** All that has come, marked and left. */
    async function messages(): Promise<string[]> {
      const { hostname, port, username, password } = new URL(servers.imapUrl);
      const auth = { user: decodeURIComponent(username), pass: password };
      const client = new ImapFlow({
        host: hostname,
        port: Number(port),
        auth,
        doSTARTTLS: false,
        logger: false,
      });
      await client.connect();
      await client.mailboxOpen('INBOX');
      const all = await client.fetchAll('1:*', { source: true, flags: true });
      await client.logout();
      expect(all.filter(({ flags }) => !flags?.has('\\Seen'))).toEqual([]);
      return all.map(({ source }) => source?.toString('latin1') ?? '');
    }
  },
);
