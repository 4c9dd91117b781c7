import path from 'node:path';
import type { SystemCall } from './system-calls.ts';

/** A file renamed into the data folder. */
interface Published {
  from: string;
  to: string;
  call: SystemCall;
}

const RENAMED = /"([^"]+)", (?:[^"]*, )?"([^"]+)"/;

/** All files renamed into a folder, or below it. */
export const publishedUnder = (calls: SystemCall[], folder: string): Published[] =>
  calls
    .filter(({ name }) => name.startsWith('rename'))
    .map((call) => {
      const [, from = '', to = ''] = RENAMED.exec(call.args) ?? [];
      return { from, to, call };
    })
    .filter(({ to }) => to.startsWith(`${folder}/`));

const isOn = (call: SystemCall, file: string): boolean => call.args.includes(`<${file}>`);
const isSync = ({ name }: SystemCall): boolean => name === 'fsync' || name === 'fdatasync';
const isWrite = ({ name }: SystemCall): boolean => /^p?write/.test(name);

/** The first bytes of a response of ours. */
export const answersWith = (calls: SystemCall[], status: number): SystemCall[] =>
  calls.filter(
    ({ name, args }) =>
      /^(write|send)/.test(name) && args.includes('<TCP') && args.includes(`"HTTP/1.1 ${status}`),
  );

export const removalsOf = (calls: SystemCall[], file: string): SystemCall[] =>
  calls.filter(({ name, args }) => name.startsWith('unlink') && args.includes(`"${file}"`));

const between = (calls: SystemCall[], after: number, before: number): SystemCall[] =>
  calls.filter(({ began, ended }) => began > after && ended < before);

/**
 * What a power cut right after `relied` would lose, though others rely on it (P2). Required order:
 * content, its fsync, rename, fsync of the folder, commit to the WAL, its fsync, `relied`.
 * @param wal the log's file
 * @param top the folder up to which new folders must be synced
 */
export function lostByPowerCut(
  calls: SystemCall[],
  files: Published[],
  relied: SystemCall,
  { wal, top }: { wal: string; top: string },
): string[] {
  const lost: string[] = [];
  let inPlace = -1;
  for (const { from, to, call } of files) {
    const name = path.basename(to);
    const written = calls.filter((one) => isWrite(one) && isOn(one, from));
    const content = Math.max(...written.map(({ ended }) => ended));
    if (written.length === 0) lost.push(`${name}: never written`);
    const synced = between(calls, content, call.began).some(
      (one) => isSync(one) && isOn(one, from),
    );
    if (!synced) lost.push(`${name}: renamed before its content was on the disk`);
    for (let at = path.dirname(to); at.startsWith(top); at = path.dirname(at)) {
      const known = between(calls, call.ended, relied.began).find(
        (one) => isSync(one) && isOn(one, at),
      );
      if (known) inPlace = Math.max(inPlace, known.ended);
      else lost.push(`${name}: its name in ${path.basename(at)} was not on the disk`);
    }
  }
  return [...lost, ...lostCommit(calls, inPlace, relied, wal)];
}

/** Between the last file in place and `relied`: commit to the WAL, its fsync. */
export function lostCommit(
  calls: SystemCall[],
  inPlace: number,
  relied: SystemCall,
  wal: string,
): string[] {
  const lost: string[] = [];
  const commits = between(calls, inPlace, relied.began).filter(
    (one) => isWrite(one) && isOn(one, wal),
  );
  if (commits.length === 0) lost.push('no commit after the files were in place');
  const committed = Math.max(...commits.map(({ ended }) => ended));
  const kept = between(calls, committed, relied.began).some((one) => isSync(one) && isOn(one, wal));
  if (!kept) lost.push('the commit was not on the disk');
  return lost;
}
