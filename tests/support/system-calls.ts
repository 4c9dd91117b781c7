import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';

/** The times only tell the order. */
export interface SystemCall {
  name: string;
  /** As strace writes them: files and connections by name. */
  args: string;
  began: number;
  ended: number;
}

const TRACED =
  'fsync,fdatasync,rename,renameat,renameat2,write,writev,pwrite64,pwritev,sendto,sendmsg,unlink,unlinkat';

const LINE = /^(\d+) +(.*)$/;
const WHOLE = /^(\w+)\((.*)\) += (-?\d+)/;
const UNFINISHED = /^(\w+)\((.*) <unfinished \.\.\.>$/;
const RESUMED = /^<\.\.\. (\w+) resumed>(.*)\) += (-?\d+)/;

export const TRACE_MISSING = 'strace is not here, or not allowed (apt-get install strace)';

/** Whether strace is installed and may attach. */
export async function canTrace(): Promise<boolean> {
  const other = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 600_000)']);
  const strace = spawn('strace', ['-p', String(other.pid)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  const isAttached = await new Promise<boolean>((resolve) => {
    strace.once('error', () => resolve(false)).once('close', () => resolve(false));
    strace.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (/ attached$/m.test(said)) resolve(true);
    });
  });
  strace.kill();
  other.kill('SIGKILL');
  return isAttached;
}

/**
 * Traces a process and its children while `work` runs.
 * @param file for strace's output
 * @param more calls to trace, with a comma before each
 */
export async function trace(
  pid: number,
  file: string,
  work: () => Promise<void>,
  more = '',
): Promise<SystemCall[]> {
  const traced = `trace=${TRACED}${more}`;
  const args = ['-f', '-yy', '-s', '80', '-e', traced, '-o', file, '-p', String(pid)];
  const strace = spawn('strace', args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(strace, 'exit');
  // It prints once it is attached to all threads.
  await once(strace.stderr, 'data');
  try {
    await work();
  } finally {
    strace.kill('SIGINT');
    await ended;
  }
  return parseTrace(await readFile(file, 'utf8'));
}

/** Successful calls, in the order of completion. */
function parseTrace(text: string): SystemCall[] {
  const calls: SystemCall[] = [];
  const open = new Map<string, SystemCall>();
  for (const [at, line] of text.split('\n').entries()) {
    const [, pid = '', rest = ''] = LINE.exec(line) ?? [];
    const [, name, args = '', result] = WHOLE.exec(rest) ?? [];
    if (name !== undefined && !result?.startsWith('-')) {
      calls.push({ name, args, began: at, ended: at });
      continue;
    }
    const [, begun, first = ''] = UNFINISHED.exec(rest) ?? [];
    if (begun !== undefined) open.set(pid, { name: begun, args: first, began: at, ended: at });
    const [, resumed, more = '', end] = RESUMED.exec(rest) ?? [];
    const call = open.get(pid);
    if (resumed === undefined || call?.name !== resumed) continue;
    open.delete(pid);
    if (!end?.startsWith('-')) calls.push({ ...call, args: call.args + more, ended: at });
  }
  return calls;
}
