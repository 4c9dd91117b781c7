import { cp, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { PHOTO_FILES } from '#domains/photo/photo.ts';
import { dataPaths } from '#server/data-folder.ts';
import { readEnv } from '#server/env.ts';
import { CEPH_MISSING, hasCeph } from '../../support/ceph.ts';
import { signIn } from '../../support/http.ts';
import { uploadByHttp } from '../../support/http-upload.ts';
import { needs } from '../../support/needs.ts';
import { noise } from '../../support/pictures.ts';
import { answersWith, lostCommit } from '../../support/power-cut.ts';
import { startServer } from '../../support/server.ts';
import { moveIntoBucket, startBucket } from '../../support/shared-stores.ts';
import { deletionsOf, sentTo } from '../../support/stored-objects.ts';
import { storedFiles } from '../../support/stored-files.ts';
import type { SystemCall } from '../../support/system-calls.ts';
import { TRACE_MISSING, canTrace, trace } from '../../support/system-calls.ts';

const isTraceable = hasCeph() && (await canTrace());
const missing = hasCeph() ? TRACE_MISSING : CEPH_MISSING;

let folder: string;
let calls: SystemCall[];
/** Also after a failure. */
const ends: (() => Promise<unknown>)[] = [];
const data = () => path.join(folder, 'data');
const KEYS = 'photos/world/';

/** A photo's whole life on a real server whose photos are in a real bucket. */
beforeAll(async () => {
  if (!isTraceable) return;
  folder = await mkdtemp(path.join(os.tmpdir(), 'tsukidayori-power-'));
  const world = inject('world');
  await cp(world.dataDir, data(), { recursive: true });
  const { settings, stop } = await startBucket();
  ends.push(stop);
  await moveIntoBucket(data(), settings);
  const server = await startServer(data(), settings);
  ends.push(() => server.stop());
  const { bearer } = await signIn(server.url, world.cast.general.email);
  const { list } = storedFiles(readEnv({ ...settings, DATA_DIR: data() }));
  const work = async (): Promise<void> => {
    expect(await uploadByHttp(server.url, bearer, await noise())).toBe(201);
    const isDone = async () => expect(await list('uploads')).toEqual([]);
    await vi.waitFor(isDone, { timeout: 120_000, interval: 50 });
    // strace writes with a delay; a later response comes after it.
    for (let n = 0; n < 20; n++) await (await fetch(`${server.url}/healthz`)).arrayBuffer();
  };
  calls = await trace(server.child.pid ?? 0, path.join(folder, 'trace'), work, ',read,recvmsg');
});
afterAll(async () => {
  for (const end of ends.toReversed()) await end();
  if (isTraceable) await rm(folder, { recursive: true, force: true });
});

type Sent = ReturnType<typeof sentTo>;

const isBefore = (call: SystemCall, other: SystemCall | undefined): boolean =>
  other !== undefined && call.ended < other.began;
const photosIn = (of: SystemCall[]): Sent => sentTo(of, `${KEYS}photos/`);

/** Steps that depend on a photo's objects. */
const STEPS: Record<string, (of: SystemCall[]) => string[]> = {
  'the upload is acknowledged': (of) =>
    lost(of, sentTo(of, `${KEYS}uploads/`), 1, answersWith(of, 204)[0]),
  'the item is acknowledged': (of) => {
    const [relied] = answersWith(of, 201);
    const before = photosIn(of).filter(({ request }) => isBefore(request, relied));
    return lost(of, before, 1, relied);
  },
  'the upload is removed': (of) => {
    const [upload] = sentTo(of, `${KEYS}uploads/`);
    const [relied] = deletionsOf(of, `${KEYS}uploads/${upload?.key ?? ''}`);
    const [item] = answersWith(of, 201);
    const made = photosIn(of).filter(({ request }) => !isBefore(request, item));
    return lost(of, made, PHOTO_FILES.length - 1, relied);
  },
};

/** Required order: the store's 200 for each object, commit to the WAL, its fsync, `relied`. */
function lost(of: SystemCall[], sent: Sent, count: number, relied?: SystemCall): string[] {
  if (!relied) return ['it never existed'];
  if (sent.length < count) return [`${sent.length} of ${count} objects were sent before`];
  const unanswered = sent.filter(({ answer }) => !answer || answer.ended > relied.began);
  const stored = Math.max(...sent.map(({ answer }) => answer?.ended ?? Infinity));
  const { database } = dataPaths(data());
  return [
    ...unanswered.map(({ key }) => `${key}: the store had not acknowledged it`),
    ...lostCommit(of, stored, relied, `${database}-wal`),
  ];
}

/** Far ahead of anything else, in lines of the trace. */
const FAR = 1_000_000;
const movedBy = (lines: number, { began, ended, ...call }: SystemCall): SystemCall => ({
  ...call,
  began: began + lines,
  ended: ended + lines,
});
const isOnLog = ({ args }: SystemCall): boolean => /-wal>/.test(args);
const isStoresAnswer = ({ name, args }: SystemCall): boolean =>
  /^(read|recv)/.test(name) && args.includes('"HTTP/1.1 200');

/** Faulty servers, derived from the real one's calls. */
const FAULTS: Record<string, (of: SystemCall[]) => SystemCall[]> = {
  'does not wait for the store': (of) =>
    of.map((call) => (isStoresAnswer(call) ? movedBy(FAR, call) : call)),
  'takes a refusal for an answer': (of) => of.filter((call) => !isStoresAnswer(call)),
  'commits before the store answered': (of) =>
    of.map((call) => (isOnLog(call) ? movedBy(-FAR, call) : call)),
  'does not sync the log': (of) =>
    of.filter((call) => !(isOnLog(call) && call.name.endsWith('sync'))),
  'answers and removes first': (of) =>
    of.map((call) =>
      /^(write|send)/.test(call.name) && /"HTTP\/1\.1|"DELETE /.test(call.args)
        ? movedBy(-FAR, call)
        : call,
    ),
};

describe.each(Object.entries(STEPS))('before %s', needs(isTraceable, missing), (_name, check) => {
  test('everything it relies on is in the store and on disk', () => {
    expect(check(calls)).toEqual([]);
  });

  test.each(Object.entries(FAULTS))('a server that %s would be caught', (_fault, change) => {
    expect(check(change(calls))).not.toEqual([]);
  });
});
