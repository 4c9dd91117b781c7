import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
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
import { makeDelivering, tokyo } from '../../support/delivery.ts';
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

const NOBODY_HOST =
  'Host or domain name not found. Name service error for name=nowhere.example type=A: Host not found';
const CHILD = path.resolve(import.meta.dirname, '../../support/returned/reader-child.ts');

/** 40 families, and what is known of each at the end. */
const GROUPS: [name: string, count: number, domain: string, end: string | null][] = [
  ['good', 10, FAMILIES, null],
  ['nobody', 8, FAMILIES, 'hard'],
  ['full', 4, FAMILIES, 'soft'],
  ['gone', 4, 'nowhere.example', 'hard'],
  ['forward', 4, FAMILIES, 'hard'],
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
      const { familyIds } = await makeDelivering(rt, { families: ALL.length });
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
      rt.db.selectFrom('outbox').select(['id', 'recipient', 'created_at', 'state']).execute();

    /** @param dots after so many it is killed */
    async function read(kept: string, dots: number): Promise<boolean> {
      const args = [
        JSON.stringify({ DATA_DIR: rt.dataDir, DATABASE_URL: rt.env.DATABASE_URL, ...settings }),
      ];
      const child = spawn(process.execPath, [CHILD, ...args, rt.clock.now().toISOString(), kept], {
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

      const kept = path.join(rt.dataDir, 'kept');
      let runs = 0;
      for (let dots = 1; !(await read(kept, dots)); dots = (dots % 5) + 1) {
        runs++;
        if (runs === 3) await servers.restartDovecot();
      }
      expect(runs).toBeGreaterThan(5);
      const lines = (await readFile(kept, 'utf8')).trim().split('\n');
      const found = new Map(lines.map((line) => line.split(' ').slice(0, 2) as [string, string]));
      expect(lines).toHaveLength(found.size);
      const ends = ALL.map(({ email }) => [email, found.get(idOf(email)) ?? null]);
      expect(ends).toEqual(ALL.map(({ email, end }) => [email, end]));
      expect(lines.join('\n')).not.toContain('@');
      expect(slow.received).toHaveLength(3);
      expect(await lastReading(rt)).toMatchObject({ trouble: null, unclear: 0 });
      // Reports that were asked for: with the envelope's id, and without the letter.
      const reports = (await messages()).filter((raw) =>
        raw.includes('report-type=delivery-status'),
      );
      const ofPostfix = reports.filter((raw) => raw.includes('X-Postfix-Queue-ID'));
      expect(ofPostfix.length).toBeGreaterThanOrEqual(25 + 3);
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
