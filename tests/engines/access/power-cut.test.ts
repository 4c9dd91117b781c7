import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { dataPaths } from '#server/data-folder.ts';
import { signIn } from '../../support/http.ts';
import { uploadByHttp } from '../../support/http-upload.ts';
import { needs } from '../../support/needs.ts';
import { noise } from '../../support/pictures.ts';
import {
  answersWith,
  lostByPowerCut,
  publishedUnder,
  removalsOf,
} from '../../support/power-cut.ts';
import { startServer } from '../../support/server.ts';
import type { SystemCall } from '../../support/system-calls.ts';
import { TRACE_MISSING, canTrace, trace } from '../../support/system-calls.ts';

const isTraceable = await canTrace();

let folder: string;
let calls: SystemCall[];
const data = () => path.join(folder, 'data');
const wal = () => `${dataPaths(data()).database}-wal`;

/** A photo's whole life on a real server. */
beforeAll(async () => {
  if (!isTraceable) return;
  folder = await mkdtemp(path.join(os.tmpdir(), 'tsukidayori-power-'));
  const world = inject('world');
  await cp(world.dataDir, data(), { recursive: true });
  const server = await startServer(data());
  const { bearer } = await signIn(server.url, world.cast.general.email);
  const bytes = await noise();
  calls = await trace(server.child.pid ?? 0, path.join(folder, 'trace'), async () => {
    expect(await uploadByHttp(server.url, bearer, bytes)).toBe(201);
    await vi.waitFor(async () => expect(await readdir(dataPaths(data()).uploads)).toEqual([]), {
      timeout: 120_000,
      interval: 50,
    });
    // strace writes with a delay; a later response comes after it.
    for (let n = 0; n < 20; n++) await (await fetch(`${server.url}/healthz`)).arrayBuffer();
  });
  await server.stop();
});
afterAll(() => (isTraceable ? rm(folder, { recursive: true, force: true }) : undefined));

/** Steps that depend on a photo's files. */
const STEPS = {
  'the upload is acknowledged': (of: SystemCall[]) => {
    const { uploads } = dataPaths(data());
    const [relied] = answersWith(of, 204);
    return lost(of, publishedUnder(of, uploads), relied, uploads);
  },
  'the item is acknowledged': (of: SystemCall[]) => {
    const { photos } = dataPaths(data());
    const [relied] = answersWith(of, 201);
    const before = publishedUnder(of, photos).filter(({ call }) => isBefore(call, relied));
    return lost(of, before, relied, photos);
  },
  'the upload is removed': (of: SystemCall[]) => {
    const { uploads, photos } = dataPaths(data());
    const [upload] = publishedUnder(of, uploads);
    const [relied] = removalsOf(of, upload?.to ?? '');
    const [item] = answersWith(of, 201);
    const made = publishedUnder(of, photos).filter(({ call }) => !isBefore(call, item));
    const folderOf = path.dirname(made[0]?.to ?? photos);
    return lost(of, made, relied, folderOf);
  },
};

const isBefore = (call: SystemCall, other: SystemCall | undefined): boolean =>
  other !== undefined && call.ended < other.began;

function lost(
  of: SystemCall[],
  files: ReturnType<typeof publishedUnder>,
  relied: SystemCall | undefined,
  top: string,
): string[] {
  if (!relied) return ['it never existed'];
  if (files.length === 0) return ['no file came into place before'];
  return lostByPowerCut(of, files, relied, { wal: wal(), top });
}

const isSyncOf = ({ name, args }: SystemCall, file: RegExp): boolean =>
  /sync$/.test(name) && file.test(args);

/** Seconds; far ahead of anything else, however slow the machine. */
const HOUR = 3600;

/** Faulty servers, derived from the real one's calls. */
const FAULTS: Record<string, (of: SystemCall[]) => SystemCall[]> = {
  'does not sync content': (of) => of.filter((call) => !isSyncOf(call, /\/tmp\/[^>]*>/)),
  'does not sync folders': (of) => of.filter((call) => !isSyncOf(call, /\/(?:uploads|photos)/)),
  'does not sync the log': (of) => of.filter((call) => !isSyncOf(call, /-wal>/)),
  'answers and removes first': (of) =>
    of.map((call) =>
      /"HTTP\/1\.1|\/uploads\/[^"]+"/.test(call.args) && !call.name.startsWith('rename')
        ? { ...call, began: call.began - HOUR, ended: call.ended - HOUR }
        : call,
    ),
};

describe.each(Object.entries(STEPS))(
  'before %s',
  needs(isTraceable, TRACE_MISSING),
  (_name, check) => {
    test('everything it relies on is on disk', () => {
      expect(check(calls)).toEqual([]);
    });

    test.each(Object.entries(FAULTS))('a server that %s would be caught', (_fault, change) => {
      expect(check(change(calls))).not.toEqual([]);
    });
  },
);
