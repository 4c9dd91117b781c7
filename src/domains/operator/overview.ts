import { listDelayedDeletions, waitsFor } from '#domains/delivery/ending/unnotified.ts';
import { readStalls } from '#server/stalls.ts';
import type { Runtime } from '#server/runtime.ts';
import { RELEASE } from '#server/version.ts';
import { isDemoFolder } from '#server/demo-folder.ts';
import { countNewContacts } from './send-contact.ts';
import { hasFacility } from './facilities.ts';
import { readFacts } from './read-status.ts';
import { listTroubles } from './status-rows.ts';
import type { CheckName } from './status.ts';
import { LINES } from './status-lines.ts';
import { judge, listOmissions } from './status.ts';
import { findNewerVersion } from './versions.ts';

type Parts = Pick<Runtime, 'database' | 'db' | 'env' | 'clock' | 'log' | 'blobs'>;

export interface CheckLine {
  name: CheckName;
  isGood: boolean;
  text: string;
}

interface Overview {
  /** No line asks for attention. */
  isReady: boolean;
  lines: CheckLine[];
  /** Worth knowing, but no faults. */
  notices: string[];
}

/** The server's state in words. @param contactsIn where contact messages are read */
export async function readOverview(rt: Parts, contactsIn: string): Promise<Overview> {
  const facts = await readFacts(rt);
  const checks = judge(facts, rt.env.READY_FREE_MB);
  const relies = !isDemoFolder(rt.env.DATA_DIR) && (await hasFacility(rt).catch(() => false));
  const omissions = relies ? listOmissions(facts) : [];
  const lines = (Object.keys(LINES) as CheckName[]).map((name) => ({
    name,
    isGood: checks[name] && !omissions.includes(name),
    text: LINES[name](facts),
  }));
  const notices = [
    ...(await waiting(rt)),
    ...(await questions(rt, contactsIn)),
    ...(await newerVersion(rt)),
    ...stallsLine(rt),
  ];
  return { isReady: lines.every(({ isGood }) => isGood), lines, notices };
}

/** Nothing else tells of them: they stay until their families know. */
const waiting = (rt: Parts): Promise<string[]> =>
  listDelayedDeletions(rt).then(
    (facilities) => facilities.map(({ name, count }) => `「${name}」: ${waitsFor(count)}`),
    () => [],
  );

const SHOWN_STALLS = 3;

/** While one of these ran, every page waited. */
function stallsLine({ env }: Parts): string[] {
  const stalls = readStalls(env.DATA_DIR).slice(0, SHOWN_STALLS);
  if (stalls.length === 0) return [];
  const longest = stalls.map(([cause, ms]) => `${cause} ${Math.ceil(ms)}ミリ秒`);
  return [`返事が止まった、いちばん長い時間（1、2時間のうち）: ${longest.join('、')}`];
}

/** Since when each check has been failing, as far as it was noticed. */
export async function readTroubles({ db }: Pick<Runtime, 'db'>): Promise<Map<string, string>> {
  const rows = await listTroubles(db);
  return new Map(rows.flatMap(({ name, since }) => (since === null ? [] : [[name, since]])));
}

/** Where RELEASE_URL is set. */
async function newerVersion({ env }: Parts): Promise<string[]> {
  if (!env.RELEASE_URL) return [];
  const newer = await findNewerVersion(env.RELEASE_URL, RELEASE).catch(() => undefined);
  if (newer === undefined) return ['新しい版があるか、確かめられませんでした（RELEASE_URL）'];
  return newer === null ? [] : [`新しい版 ${newer} があります`];
}

const QUESTIONS_DAYS = 30;

/** Without OPERATOR_EMAIL. */
async function questions(rt: Parts, contactsIn: string): Promise<string[]> {
  if (rt.env.OPERATOR_EMAIL) return [];
  const count = await countNewContacts(rt, QUESTIONS_DAYS).catch(() => null);
  return [
    `お問い合わせ: この${QUESTIONS_DAYS}日に${count ?? '？'}件。OPERATOR_EMAIL が空なので、メールは届きません。${contactsIn}で読めます`,
  ];
}
